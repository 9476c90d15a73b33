/** One port, two forms: on the thread that answers requests, and on one of its own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestEncoder } from '../../../../test/support/ingest/event-encoder.ts';
import { readBlocks } from '../../../../test/support/store/read-block.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { openPayload } from '../../../base/queue-payload.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { MB } from '../../../spec/units.ts';
import { createLocalReader } from './create-local-reader.ts';
import type { EventReader } from './event-reader.ts';
import { openEventReader } from './open-event-reader.ts';
import { openThreadReader } from './open-thread-reader.ts';
import type { BodyForm } from './read-events.ts';

const needs = {
  // No organization has pipelines.
  metadata: { db: undefined as never },
  cache: { get: () => undefined },
  limits: LIMITS,
  encoder: createTestEncoder(),
};
const local = createLocalReader(needs);
const threads = openThreadReader({ ...needs, local });
after(() => threads[Symbol.asyncDispose]());

const facts = {
  organization: organizationId('acme'),
  index: 'main',
  source: 'shipper',
  now: Date.UTC(2026, 10, 15),
  indexes: new Map([
    ['main', 30],
    ['apps', 7],
  ]),
};

/** All of an answer but the row ids, which are others each time. */
async function answerOf(reader: EventReader, form: BodyForm, body: string): Promise<unknown> {
  try {
    const { batch, refusals, items } = await reader.read({ ...facts, form, body: memoryOf(body) });
    if (batch === undefined) return { refusals, items };
    const { payload, firstRow, idOf, ...known } = batch;
    const records = readBlocks(openPayload(payload).block);
    const ids = records.map((_, position) => idOf(position));
    assert.deepEqual(
      ids,
      records.map(({ rowId }) => rowId),
    );
    assert.equal(firstRow, BigInt(`0x${ids[0]}`));
    return {
      ...known,
      refusals,
      items,
      bytes: payload.length,
      records: records.map((record) => ({ ...record, rowId: '' })),
    };
  } catch (error) {
    assert(error instanceof AppError, 'only requests are at fault here');
    return { code: error.code, message: error.message, facts: error.facts };
  }
}

/** In memory of its own, as a large body is, so that it can be handed over. */
function memoryOf(text: string): Buffer {
  return Buffer.from(new Uint8Array(Buffer.from(text)).buffer);
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
  test(`read there as it is read here: ${name}`, async () => {
    assert.deepEqual(await answerOf(threads, form, body), await answerOf(local, form, body));
  });
}

const JSON_FORM = { kind: 'json' } as const;

test('a body is handed over, and what is read knows its times', async () => {
  const body = memoryOf(JSON.stringify(many));

  const { batch } = await threads.read({ ...facts, form: JSON_FORM, body });

  assert.equal(body.length, 0, 'nobody keeps a second copy');
  assert.deepEqual([batch?.accepted, batch?.queued], [many.length, many.length]);
  assert.equal(batch?.to, facts.now);
  assert.equal(batch?.from, facts.now - many.length + 1);
});

test('organizations take turns, whoever floods waits in a line of its own', async () => {
  const done: string[] = [];
  const send = async (name: string): Promise<void> => {
    const body = memoryOf(JSON.stringify(many));
    await threads.read({ ...facts, organization: organizationId(name), form: JSON_FORM, body });
    done.push(name);
  };

  await Promise.all([...Array.from({ length: 12 }, () => send('flood')), send('other')]);

  // As many as are read at once, and one of each line before it.
  const place = done.indexOf('other');
  assert(place <= LIMITS.reading.readersMax + 2, `only place ${place} of ${done.length}`);
});

test('a thread that takes too long or too much memory is given up, and the next one reads on', async () => {
  const read = async (limits: Partial<typeof LIMITS.reading>, body: string) => {
    const reading = { ...LIMITS.reading, ...limits };
    await using strict = openThreadReader({ ...needs, limits: { ...LIMITS, reading }, local });
    return await strict.read({ ...facts, form: JSON_FORM, body: memoryOf(body) });
  };
  const huge = `[${'{"event":{}},'.repeat(40_000)}{"event":{}}]`;

  await assert.rejects(read({ readMsMax: 1 }, JSON.stringify(many)), { code: 'QUEUE_UNAVAILABLE' });
  const small = { readHeapBytesMax: 8 * MB, readYoungBytesMax: 1 * MB };
  await assert.rejects(read(small, huge), /a thread for reading events/);
  assert.equal((await read({}, huge)).batch?.queued, 40_001);
});

test('a small body is read at once, a large one on a thread', async () => {
  await using reader = openEventReader(needs);
  const small = memoryOf('[{"event":"m"}]');
  const large = memoryOf(JSON.stringify(many));

  const answer = reader.read({ ...facts, form: JSON_FORM, body: small });
  assert.ok(!(answer instanceof Promise));
  assert.ok(small.length > 0, 'it was not moved');

  const { batch } = await reader.read({ ...facts, form: JSON_FORM, body: large });
  assert.deepEqual([batch?.queued, large.length], [many.length, 0]);
});
