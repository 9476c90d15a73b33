import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { openTestMetadata } from '../../../../test/support/open-test-metadata.ts';
import { putGap } from '../../../../test/support/put-gap.ts';
import { awaitHorizon, findHorizon } from './find-horizon.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const ORGANIZATION = organizationId('org_1');
const { signal } = new AbortController();

type GapKind = Parameters<typeof putGap>[1]['kind'];

async function start(t: TestContext) {
  const metadata = await openTestMetadata(t);
  let gaps = 0;
  return {
    metadata,
    gap: (kind: GapKind, from: number, to: number | null = null) =>
      putGap(metadata, {
        id: `gap_${(gaps += 1)}`,
        node: 'node-1',
        organization: null,
        kind,
        from,
        to,
      }),
    find: (frontier: number) =>
      findHorizon({ metadata, store: { frontier: async () => frontier } }, ORGANIZATION, NOW),
  };
}

test('without a gap events are found up to where the store has come, and no further than now', async (t) => {
  const { find } = await start(t);
  const why = 'The log store is not making progress.';

  assert.deepEqual(await find(NOW - 5), { at: NOW - 5, why, isPassing: true });
  assert.deepEqual(await find(NOW + 5), { at: NOW, why, isPassing: true });
});

test('while the store is away nothing is found', async (t) => {
  const { metadata, gap } = await start(t);
  await gap('lag', NOW - 100);
  const store = { frontier: () => Promise.reject(new Error('away')) };

  assert.deepEqual(await findHorizon({ metadata, store }, ORGANIZATION, NOW), {
    at: -Infinity,
    why: 'The log store is unavailable.',
  });
});

const GAPS: readonly (readonly [kind: GapKind, why: string])[] = [
  ['lag', 'Ingest lag: events are queued and not searchable yet.'],
  ['refusing', 'Events are being rejected.'],
  ['spilling', 'Events are queued until the log store is available.'],
  ['quota', 'Events are queued because the daily quota is exhausted.'],
  ['node_away', 'A node that may have events is unavailable.'],
];
for (const [kind, why] of GAPS) {
  test(`a gap that lasts ends what can be found: ${why}`, async (t) => {
    const { gap, find } = await start(t);
    await gap('lag', NOW - 300, NOW - 200);
    await gap(kind, NOW - 100);
    await gap('lag', NOW - 50);

    assert.deepEqual(await find(NOW), { at: NOW - 100, why });
    assert.deepEqual(await find(NOW - 99), { at: NOW - 100, why });
    assert.deepEqual((await find(NOW - 100)).isPassing, true);
  });
}

test('what is passing is waited for until it has come as far as is needed', async (t) => {
  const { metadata } = await start(t);
  const waiting = async (frontiers: readonly number[], stop = signal) => {
    let looks = 0;
    const store = { frontier: async () => frontiers[looks++] ?? NOW };
    const horizon = await awaitHorizon(
      { metadata, store, clock: fakeClock(NOW) },
      ORGANIZATION,
      NOW - 10,
      stop,
    );
    return [horizon.at - NOW, looks];
  };

  assert.deepEqual(await waiting([NOW - 10]), [-10, 1]);
  assert.deepEqual(await waiting([NOW - 11, NOW - 9]), [-9, 2]);
  await assert.rejects(waiting([NOW - 11], AbortSignal.abort()), { name: 'AbortError' });
});

test('a gap that lasts is not waited for', async (t) => {
  const { metadata, gap } = await start(t);
  await gap('quota', NOW - 100);
  let looks = 0;
  const store = {
    frontier: async () => {
      looks += 1;
      return NOW;
    },
  };

  const needs = { metadata, store, clock: fakeClock(NOW) };
  const horizon = await awaitHorizon(needs, ORGANIZATION, NOW, signal);

  assert.deepEqual([horizon.at, looks], [NOW - 100, 1]);
});
