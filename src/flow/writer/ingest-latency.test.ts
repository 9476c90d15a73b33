import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadOf } from '../../../test/support/ingest/payload-of.ts';
import { organizationId } from '../../base/ids.ts';
import type { Metrics } from '../../base/metrics.ts';
import { LIMITS } from '../../spec/limits.ts';
import { createIngestLatency } from './ingest-latency.ts';

test('each request is timed from its acceptance until its events are searchable', () => {
  const observed: number[] = [];
  const made: unknown[] = [];
  const metrics = {
    histogram: (name: string, _help: string, buckets: readonly number[]) => {
      made.push(name, buckets.includes(LIMITS.targets.ingestLatencyP99Ms / 1_000));
      return { observe: (seconds: number) => observed.push(seconds) };
    },
  } as unknown as Metrics;
  const entry = (acceptedAt: number, sentBytes = 10, block = new Uint8Array(1)) => ({
    position: 1n,
    organization: organizationId('org_a'),
    events: 1,
    payload: payloadOf({ block, sentBytes, acceptedAt }),
  });
  const note = createIngestLatency(metrics);

  const entries = [
    entry(8_500),
    entry(9_750),
    entry(10_001),
    // Of the platform itself, and of which nothing was left.
    entry(1_000, 0),
    entry(1_000, 10, new Uint8Array()),
  ];
  note({ token: 't', entries, events: 5, bytes: 0, attempts: 0, isRepeated: false }, 10_000);

  assert.deepEqual(observed, [1.5, 0.25, 0]);
  assert.deepEqual(made, ['xplain_ingest_to_queryable_seconds', true]);
});
