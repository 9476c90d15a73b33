import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { startIngest, type IngestUnderTest } from '../../../../test/support/ingest/start-ingest.ts';
import {
  doubleField,
  field,
  fixedField,
  type Message,
  numberField,
} from '../../../../test/support/ingest/write-protobuf.ts';
import { AppError } from '../../../base/errors.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { OtlpRecord, OtlpVisitor } from './otlp-record.ts';
import { readOtlpProtobuf } from './read-protobuf.ts';

const keyValue = (key: string, value: Message): Buffer =>
  field(6, [field(1, key), field(2, value)]);
const resourceValue = (key: string, value: Message): Buffer =>
  field(1, [field(1, key), field(2, value)]);
const body = (text: string | Buffer): Buffer => field(5, [field(1, text)]);

function request(records: readonly Message[], resource: Message = []): Buffer {
  const scopeLogs = field(
    2,
    records.map((record) => field(2, record)),
  );
  // The resource comes last on purpose: the order of fields means nothing.
  return field(1, [scopeLogs, field(1, resource)]);
}

async function send(endpoints: IngestUnderTest, bytes: Buffer, key = endpoints.key) {
  const answer = await fetch(`${endpoints.url}/v1/logs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-protobuf' },
    body: bytes,
  });
  assert.equal(answer.headers.get('content-type'), 'application/x-protobuf');
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('every kind of value is read, and the resource wherever it stands', async (t) => {
  const endpoints = await startIngest(t);
  const record = [
    fixedField(1, 1_767_322_245_678_999_999n),
    numberField(2, 21),
    body('all at once'),
    keyValue('text', [field(1, 'ä')]),
    keyValue('yes', [numberField(2, 1)]),
    keyValue('minus', [numberField(3, -5)]),
    keyValue('smallest', [numberField(3, -(2n ** 63n))]),
    keyValue('largest', [numberField(3, 2n ** 63n - 1n)]),
    keyValue('half', [doubleField(4, 0.5)]),
    keyValue('nan', [doubleField(4, Number.NaN)]),
    keyValue('list', [field(5, [field(1, [field(1, 'a')]), field(1, [])])]),
    keyValue('object', [field(6, [field(1, [field(1, '__proto__'), field(2, [field(1, 'x')])])])]),
    keyValue('bytes', [field(7, Buffer.from([1, 2, 255]))]),
    keyValue('nothing', []),
    field(9, Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex')),
    field(10, Buffer.alloc(8)),
    numberField(7, 3),
    field(99, 'from a later version'),
  ];
  const answer = await send(
    endpoints,
    request([record], [resourceValue('service.name', [field(1, 'checkout')])]),
  );

  assert.deepEqual([answer.status, answer.bytes.length], [200, 0]);
  const [seen] = endpoints.queued();
  assert.deepEqual(
    [seen?.timestamp, seen?.level, seen?.source, seen?.body],
    [1_767_322_245_678, 'fatal', 'checkout', 'all at once'],
  );
  assert.deepEqual(seen?.attributes, {
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    text: 'ä',
    yes: 'true',
    minus: '-5',
    smallest: '-9223372036854775808',
    largest: '9223372036854775807',
    half: '0.5',
    nan: 'NaN',
    list: '["a",null]',
    'object.__proto__': 'x',
    bytes: 'AQL/',
    'service.name': 'checkout',
  });
});

test('a record that is too large or not in UTF-8 is refused alone, and counted', async (t) => {
  const endpoints = await startIngest(t);
  const answer = await send(
    endpoints,
    request([
      [body('good')],
      [body(Buffer.from([0x61, 0xff]))],
      [body('x'.repeat(LIMITS.events.eventBytesMax))],
      [body('with its own \u{fffd}')],
    ]),
  );

  assert.equal(answer.status, 200);
  const message =
    '2 events were refused; the first, at position 1: A text of the record is not valid UTF-8.';
  assert.deepEqual(answer.bytes, field(1, [numberField(1, 2), field(2, message)]));
  assert.deepEqual(
    endpoints.queued().map((record) => record.body),
    ['good', 'with its own \u{fffd}'],
  );
});

test('failures come as a google.rpc.Status in protobuf', async (t) => {
  const endpoints = await startIngest(t);
  const broken = await send(endpoints, Buffer.from([0x0a, 0x7f]));
  const refused = await send(endpoints, request([[]]), 'xp_live_wrong');

  assert.equal(broken.status, 400);
  const message = 'The body is not a valid protobuf message.';
  assert.deepEqual(broken.bytes, Buffer.concat([numberField(1, 3), field(2, message)]));
  assert.equal(refused.status, 401);
  assert.deepEqual(refused.bytes.subarray(0, 2), numberField(1, 16));
});

function collect(bytes: Buffer): OtlpRecord[] {
  const records: OtlpRecord[] = [];
  const visitor: OtlpVisitor = {
    resource: () => {},
    scope: () => {},
    refusesSize: () => false,
    record: (record) => void records.push(record),
  };
  readOtlpProtobuf(bytes, LIMITS.http.jsonDepthMax, visitor);
  return records;
}

function nested(depth: number): Message {
  let value: Message = [field(1, 'deep')];
  for (let i = 1; i < depth; i++) value = [field(5, [field(1, value)])];
  return value;
}

test('values are nested to the bound and no deeper', () => {
  const depthMax = LIMITS.http.jsonDepthMax;

  assert.equal(collect(request([[field(5, nested(depthMax))]])).length, 1);
  for (const depth of [depthMax + 1, 2_000]) {
    const bytes = request([[field(5, nested(depth))]]);
    assert.throws(() => collect(bytes), { code: 'VALIDATION_ERROR' });
  }
});

test('cut at any byte, a request is read or refused, and never more is read than was sent', () => {
  const bytes = request(
    [
      [body('one'), keyValue('a', [numberField(3, -1)])],
      [body('two'), fixedField(1, 1n), field(9, Buffer.alloc(16, 1))],
    ],
    [resourceValue('service.name', [field(1, 'checkout')])],
  );

  for (let length = 0; length < bytes.length; length++) {
    const read = outcomeOf(bytes.subarray(0, length));
    assert.ok(read === 'refused' || read <= 2, `${length}`);
  }
  assert.equal(outcomeOf(bytes), 2);
});

test('whatever the bytes, the reader ends, with records or with a refusal', () => {
  const seed = Date.now();
  const random = seededRandom(seed);
  const good = request(
    Array.from({ length: 5 }, (_, i) => [body(`line ${i}`), keyValue('n', [numberField(3, i)])]),
    [resourceValue('service.name', [field(1, 'checkout')])],
  );

  for (let round = 0; round < 3_000; round++) {
    const bytes = Buffer.from(good);
    const wounds = random.integer(1, 6);
    for (let i = 0; i < wounds; i++) {
      bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
    }
    assert.doesNotThrow(() => outcomeOf(bytes), `seed ${seed}, round ${round}`);
  }
});

function outcomeOf(bytes: Buffer): number | 'refused' {
  try {
    return collect(bytes).length;
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return 'refused';
    throw error;
  }
}
