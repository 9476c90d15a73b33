import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readBlocks } from '../../../../test/support/read-block.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { openPayload } from '../../../base/queue-payload.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { MB } from '../../../spec/units.ts';
import { type BodyForm, readEvents } from '../read-events.ts';
import { openEventReader } from './open-event-reader.ts';

const reader = openEventReader({ limits: LIMITS.reading });
after(() => reader[Symbol.asyncDispose]());

const indexes = new Map([
  ['main', 30],
  ['apps', 7],
]);
const facts = {
  organization: organizationId('acme'),
  index: 'main',
  source: 'shipper',
  now: Date.UTC(2026, 10, 15),
};

interface Read {
  readonly records: readonly object[];
  readonly bytes: number;
  readonly refusals: unknown;
  readonly items: unknown;
}

async function beside(form: BodyForm, body: string): Promise<Read | Fault> {
  try {
    const { batch, bytes, refusals, items } = await reader.read({
      ...facts,
      form,
      body: Buffer.from(body),
      indexes,
      limits: LIMITS,
    });
    if (batch === undefined) return { records: [], bytes, refusals, items };
    const { block, sentBytes } = openPayload(batch.payload);
    assert.equal(sentBytes, bytes);
    assert.deepEqual(block, batch.block.bytes);
    return { records: recordsOf(block), bytes, refusals, items };
  } catch (error) {
    return faultOf(error);
  }
}

function here(form: BodyForm, body: string): Read | Fault {
  try {
    const defaults = {
      ...facts,
      limits: LIMITS.events,
      retentionOf: (name: string) => indexes.get(name),
    };
    const { records, ...read } = readEvents(LIMITS, form, Buffer.from(body), defaults);
    if (records.length === 0) return { ...read, records: [] };
    const encoder = createBlockEncoder({ node: 0, take: () => 0 });
    return { ...read, records: recordsOf(encoder.encode(records).bytes) };
  } catch (error) {
    return faultOf(error);
  }
}

function recordsOf(block: Uint8Array): Read['records'] {
  return readBlocks(block).map((record) => ({ ...record, rowId: '' }));
}

type Fault = Pick<AppError, 'code' | 'message' | 'facts'>;

function faultOf(error: unknown): Fault {
  assert(error instanceof AppError, 'only requests are at fault here');
  return { code: error.code, message: error.message, facts: error.facts };
}

const many = Array.from({ length: 1_000 }, (_, i) => ({
  event: `job ${i} done ✓`,
  level: 'warn',
  timestamp: facts.now - i,
  attributes: { service: 'api', worker: i % 7 },
}));
const lines = (events: readonly unknown[]): string =>
  events.map((e) => JSON.stringify(e)).join('\n');
const bulk = (...actions: readonly string[]): string =>
  actions.map((action) => `${action}\n{"message":"m"}\n`).join('');
const otlp = (time: string): string =>
  `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":${time},"body":{"stringValue":"m"}},{"body":{"stringValue":"n"}}]}]}]}`;
const names = { forced: undefined, usual: 'main' };

const CASES: readonly (readonly [name: string, form: BodyForm, body: string])[] = [
  ['a full batch', { kind: 'json' }, JSON.stringify(many)],
  ['wrapped', { kind: 'json' }, JSON.stringify({ events: many.slice(0, 3) })],
  ['one event', { kind: 'json' }, '{"event":"m","big":12345678901234567890}'],
  ['lines', { kind: 'ndjson' }, lines(many)],
  ['no JSON', { kind: 'json' }, '[{"event":"m"},{]'],
  ['no event', { kind: 'json' }, '[]'],
  ['a bad line', { kind: 'ndjson' }, `${lines(many)}\n{`],
  ['a bad event at the end', { kind: 'json' }, JSON.stringify([...many, { event: null }])],
  ['unknown index', { kind: 'json' }, '[{"event":"m"},{"event":"m","index":"none"}]'],
  ['another index', { kind: 'json' }, '[{"event":"m","index":"apps"}]'],
  ['a large event', { kind: 'json' }, JSON.stringify([{ event: 'x'.repeat(1.2e6) }])],
  ['deep', { kind: 'json' }, '['.repeat(5_000)],
  ['OTLP', { kind: 'otlp-json' }, otlp('"1700000000000000000"')],
  ['OTLP from the future', { kind: 'otlp-json' }, otlp('"9000000000000000000"')],
  ['OTLP without records', { kind: 'otlp-json' }, '{}'],
  ['OTLP that is none', { kind: 'otlp-protobuf' }, 'no protobuf'],
  ['Loki', { kind: 'loki-json' }, '{"streams":[{"stream":{"job":"j"},"values":[["1","m"]]}]}'],
  ['Loki that is none', { kind: 'loki-protobuf' }, 'no snappy'],
  ['HEC', { kind: 'hec-events', named: { host: 'h' } }, '{"event":"m"}{"event":{"a":1}}'],
  ['a blank HEC event', { kind: 'hec-events', named: {} }, '{"event":"m"}{"event":""}'],
  ['HEC lines', { kind: 'hec-lines', named: { source: 's' } }, 'one\n\ntwo\r\n'],
  ['bulk', { kind: 'bulk', names }, bulk('{"create":{"_id":"7"}}', '{"index":{"_index":"none"}}')],
  ['bulk, all refused', { kind: 'bulk', names }, bulk('{"update":{}}')],
  ['bulk without action', { kind: 'bulk', names }, '\n'],
];

for (const [name, form, body] of CASES) {
  test(`read beside as it is read here: ${name}`, async () => {
    assert.deepEqual(await beside(form, body), here(form, body));
  });
}

test('a body is handed over, and what is read is numbered by who asked', async () => {
  const body = Buffer.from(new Uint8Array(Buffer.from(JSON.stringify(many))).buffer);
  const job = { ...facts, form: { kind: 'json' } as const, body, indexes, limits: LIMITS };

  const { batch } = await reader.read(job);

  assert.equal(body.length, 0, 'nobody keeps a second copy');
  assert.equal(batch?.block.rows, many.length);
  assert.equal(batch?.to, facts.now);
  assert.equal(batch?.from, facts.now - many.length + 1);
});

test('organizations take turns, whoever floods waits in a line of its own', async () => {
  const done: string[] = [];
  const send = async (name: string): Promise<void> => {
    const body = Buffer.from(JSON.stringify(many));
    const organization = organizationId(name);
    const job = {
      ...facts,
      organization,
      form: { kind: 'json' } as const,
      indexes,
      limits: LIMITS,
    };
    await reader.read({ ...job, body });
    done.push(name);
  };

  await Promise.all([...Array.from({ length: 12 }, () => send('flood')), send('other')]);

  // As many as are read at once, and one of each line before it.
  const place = done.indexOf('other');
  assert(place <= LIMITS.reading.readersMax + 2, `only place ${place} of ${done.length}`);
});

test('a thread that takes too long or too much memory is given up, and the next one reads on', async () => {
  const job = { ...facts, form: { kind: 'json' } as const, indexes, limits: LIMITS };
  const read = async (limits: Partial<typeof LIMITS.reading>, body: string) => {
    await using strict = openEventReader({ limits: { ...LIMITS.reading, ...limits } });
    return await strict.read({ ...job, body: Buffer.from(body) });
  };
  const huge = `[${'{"event":{}},'.repeat(40_000)}{"event":{}}]`;

  await assert.rejects(read({ readMsMax: 1 }, JSON.stringify(many)), { code: 'QUEUE_UNAVAILABLE' });
  const small = { readHeapBytesMax: 8 * MB, readYoungBytesMax: 1 * MB };
  await assert.rejects(read(small, huge), /a thread for reading events/);
  assert.equal((await read({}, huge)).batch?.block.rows, 40_001);
});
