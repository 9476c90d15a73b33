/** What pipelines leave of a body is the same, whichever thread has read it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestEncoder } from '../../../../test/support/ingest/event-encoder.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { pipelineSet } from '../../../../test/support/ingest/pipeline-events.ts';
import { organizationId } from '../../../base/ids.ts';
import { FOOTER_BYTES } from '../../../base/queue-payload.ts';
import type { PipelineStep } from '../../../contract/pipeline-steps.ts';
import { createLocalReader } from './create-local-reader.ts';
import type { BodyToRead, EventBatch, EventReader } from './event-reader.ts';
import { openThreadReader } from './open-thread-reader.ts';

interface Known {
  readonly set: unknown;
  readonly portable: object;
  slowSince: number;
}

let versions = 0;

function knownOf(steps: readonly PipelineStep[], match = ''): Known {
  const text = JSON.stringify({ pipelines: [{ name: 'p1', match, steps }], hashKey: 'key' });
  versions += 1;
  return {
    set: pipelineSet([{ match, steps }]),
    portable: {
      organization: organizationId('org_a'),
      id: `${versions}`,
      text,
      overruns: new SharedArrayBuffer(16),
      limits: { events: LIMITS.events, pipelines: LIMITS.pipelines },
    },
    slowSince: -Infinity,
  };
}

/** Of the organization that sends. */
const pipelines: { known?: Known | Promise<Known> } = {};
const needs = {
  metadata: { db: undefined as never },
  cache: { get: () => pipelines.known } as never,
  limits: LIMITS,
  encoder: createTestEncoder(),
};
const local = createLocalReader(needs);
const readHere: string[] = [];
const noting: EventReader = {
  read: (body) => {
    readHere.push(String(body.body));
    return local.read(body);
  },
};
const threads = openThreadReader({ ...needs, local: noting });
after(() => threads[Symbol.asyncDispose]());

const TWO = '[{"event":"keep","timestamp":5},{"event":"leave","timestamp":3}]';
const SENT_BYTES = 61;

function bodyOf(text: string): BodyToRead {
  return {
    form: { kind: 'json' },
    // In memory of its own, so that it can be handed over.
    body: Buffer.from(new Uint8Array(Buffer.from(text)).buffer),
    organization: organizationId('org_a'),
    index: 'main',
    source: 'shipper',
    now: Date.UTC(2026, 10, 15),
    indexes: new Map([['main', 30]]),
  };
}

async function batchBy(reader: EventReader, text = TWO): Promise<EventBatch> {
  const { batch } = await reader.read(bodyOf(text));
  assert(batch !== undefined);
  return batch;
}

for (const [name, reader] of [
  ['here', local],
  ['there', threads],
] as const) {
  test(`what pipelines add is charged, what they take away is not (${name})`, async () => {
    pipelines.known = knownOf([{ kind: 'set', field: 'a', value: 'bcd' }]);
    const { sentBytes, queued, from, to } = await batchBy(reader);
    assert.deepEqual([sentBytes, queued, from, to], [SENT_BYTES + 8, 2, 3_000, 5_000]);

    pipelines.known = knownOf([{ kind: 'set', field: 'event', value: 'k' }]);
    assert.equal((await batchBy(reader)).sentBytes, SENT_BYTES);
  });

  test(`a dropped event counts, and has neither row nor id (${name})`, async () => {
    pipelines.known = knownOf([{ kind: 'drop' }], 'leave');
    const { accepted, queued, from, to, firstRow, idOf } = await batchBy(reader);

    assert.deepEqual([accepted, queued, from, to], [2, 1, 5_000, 5_000]);
    assert.deepEqual([BigInt(`0x${idOf(0)}`), idOf(1)], [firstRow, '']);
  });

  test(`where all are dropped only their size is left (${name})`, async () => {
    pipelines.known = knownOf([{ kind: 'drop' }]);
    const { payload, idOf, ...facts } = await batchBy(reader);

    assert.deepEqual(facts, {
      accepted: 2,
      sentBytes: SENT_BYTES,
      queued: 0,
      firstRow: 0n,
      from: 0,
      to: 0,
    });
    assert.deepEqual([payload.length, idOf(0)], [FOOTER_BYTES, '']);
  });

  test(`pipelines that must be looked up first are waited for (${name})`, async () => {
    pipelines.known = Promise.resolve(knownOf([{ kind: 'drop' }], 'leave'));

    assert.equal((await batchBy(reader)).queued, 1);
  });
}

test('bodies of pipelines known to be slow are read on the thread that answers', async () => {
  pipelines.known = { ...knownOf([{ kind: 'drop' }], 'leave'), slowSince: performance.now() };
  readHere.length = 0;

  assert.equal((await batchBy(threads)).queued, 1);

  assert.deepEqual(readHere, [TWO]);
});

test('a body that takes a thread too long comes back whole, and the next stays here', async () => {
  const limits = { ...LIMITS, reading: { ...LIMITS.reading, pipelinesMsMax: 1 } };
  await using strict = openThreadReader({ ...needs, limits, local: noting });
  const slow = knownOf([{ kind: 'parse_regex', pattern: '.*a.*a.*a.*a.*a(?<x>b)' }]);
  pipelines.known = slow;
  const text = JSON.stringify([1, 2, 3].map(() => ({ event: 'a'.repeat(5_000) })));
  readHere.length = 0;

  assert.equal((await batchBy(strict, text)).queued, 3);
  assert.deepEqual(readHere, [text]);
  assert.ok(slow.slowSince > 0);
  const next = bodyOf(TWO);
  await strict.read(next);

  assert.deepEqual([readHere.length, next.body.length], [2, TWO.length]);
});

test('a body of no event that can be taken leaves no batch', async () => {
  pipelines.known = knownOf([{ kind: 'drop' }]);
  const form = { kind: 'otlp-json' } as const;

  for (const reader of [local, threads]) {
    const answer = await reader.read({ ...bodyOf('{}'), form });
    assert.deepEqual(answer, { batch: undefined, refusals: [], items: [] });
  }
});
