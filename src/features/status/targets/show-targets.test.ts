import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { isoTime } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { type ReliabilityTarget, type TargetId, TARGET_IDS } from '../../../contract/targets.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { showTargets, type TargetNeeds } from './show-targets.ts';

const clock = fakeClock();
const now = clock.now();
const { targets: AIMS } = LIMITS;

const NOTHING: TargetNeeds = {
  clock,
  log: silentLog,
  measures: { read: async () => [{ from: now - HOUR_MS, counts: {} }] },
  uptime: undefined,
  recovery: undefined,
};
const UPTIME = {
  value: 0.9995,
  coverage: 0.98,
  minutes: 42_336,
  from: now - 30 * 24 * HOUR_MS,
  to: now,
  isDemo: false,
};

async function show(id: TargetId, needs: Partial<TargetNeeds>): Promise<ReliabilityTarget> {
  const { targets } = await showTargets({ ...NOTHING, ...needs });
  return targets.find((each) => each.id === id) ?? assert.fail(id);
}

test('every target is there, and what nobody measured has no number', async () => {
  const { targets, measuredAt } = await showTargets(NOTHING);

  assert.equal(measuredAt, isoTime(now));
  assert.deepEqual(
    targets.map(({ id }) => id),
    TARGET_IDS,
  );
  for (const { id, state, measured, basis, advice } of targets) {
    assert.deepEqual([state, measured], ['no_data', null], id);
    assert.ok(basis.length > 0 && (advice ?? '').length > 0, id);
  }
  assert.deepEqual(
    targets.map(({ promise, unit }) => `${promise.comparison} ${promise.value} ${unit}`),
    [
      'at_least 0.999 ratio',
      'under 3000 ms',
      'under 200 ms',
      'under 3600000 ms',
      'under 14400000 ms',
      'under 120000 ms',
    ],
  );
});

test('latencies are those of all nodes together, judged once there are enough of them', async () => {
  const shown = (counts: readonly number[], others: readonly number[] = [0, 0, 0]) =>
    show('ingest_latency', {
      measures: {
        read: async () => [
          { from: now - HOUR_MS, counts: { ingest_latency: { bounds: [0.5, 3], counts } } },
          { from: now, counts: {} },
          {
            from: now - 2 * HOUR_MS,
            counts: { ingest_latency: { bounds: [0.5, 3], counts: others } },
          },
        ],
      },
    });

  const met = await shown([99, 1, 0], [0, 99, 1]);
  assert.equal(met.state, 'met');
  assert.deepEqual(met.measured, {
    value: 3_000,
    isMore: false,
    samples: 200,
    from: isoTime(now - 2 * HOUR_MS),
    to: isoTime(now),
    nodes: 2,
  });
  assert.equal(met.advice, null);
  const missed = await shown([98, 0, 2]);
  assert.deepEqual([missed.state, missed.measured?.isMore], ['missed', true]);
  const few = await shown([AIMS.ingestSamplesMin - 1, 0, 0]);
  assert.deepEqual([few.state, few.measured?.value], ['no_data', 500]);
  assert.match(few.advice ?? '', /needs at least 100 requests/);
  assert.equal((await shown([AIMS.ingestSamplesMin, 0, 0])).state, 'met');
});

test('one slow alert misses the target, and searches are judged by their 95th percentile', async () => {
  const measures = (id: TargetId, bound: number, counts: readonly number[]) => ({
    measures: {
      read: async () => [{ from: now, counts: { [id]: { bounds: [bound], counts } } }],
    },
  });

  const state = async (id: TargetId, bound: number, counts: readonly number[]) =>
    (await show(id, measures(id, bound, counts))).state;
  assert.equal(await state('alert_latency', 120, [1, 0]), 'met');
  assert.equal(await state('alert_latency', 120, [100, 1]), 'missed');
  assert.equal(await state('query_latency', 0.2, [95, 5]), 'met');
  assert.equal(await state('query_latency', 0.2, [94, 6]), 'missed');
  assert.equal(await state('query_latency', 0.2, [AIMS.querySamplesMin - 1, 0]), 'no_data');
});

test('uptime is what the status page says, with how much of it is known', async () => {
  const shown = (uptime: TargetNeeds['uptime']) => show('uptime', { uptime });

  const met = await shown(() => UPTIME);
  assert.deepEqual(
    [met.state, met.measured?.value, met.measured?.samples],
    ['met', 0.9995, 42_336],
  );
  assert.match(met.basis, /98% of the minutes are recorded/);
  assert.equal((await shown(() => ({ ...UPTIME, value: 0.9989 }))).state, 'missed');
  const little = await shown(() => ({ ...UPTIME, value: null, coverage: 0.2 }));
  assert.deepEqual([little.state, little.measured], ['no_data', null]);
  assert.match(little.advice ?? '', /20% of the minutes/);
  assert.match((await shown(() => undefined)).advice ?? '', /can’t be read/);
  assert.match((await shown(() => ({ ...UPTIME, isDemo: true }))).advice ?? '', /demo data/);
  assert.match((await shown(undefined)).advice ?? '', /XPLAIN_STATUS_URL/);
});

test('recovery is told from the newest backup and the last drill', async () => {
  const at = now - 5 * HOUR_MS;
  const recovery = async (backupAgeMs: number, rtoMs: number) => {
    const facts = { backupAt: now - backupAgeMs, drill: { at, rtoMs } };
    const needs = { recovery: async () => facts };
    const [point, time] = [await show('recovery_point', needs), await show('recovery_time', needs)];
    return { states: [point.state, time.state], point, time };
  };

  const good = await recovery(12 * MINUTE_MS, 90_000);
  assert.deepEqual(good.states, ['met', 'met']);
  assert.equal(good.point.measured?.value, 12 * MINUTE_MS);
  assert.deepEqual([good.time.measured?.value, good.time.measured?.to], [90_000, isoTime(at)]);
  const bad = await recovery(AIMS.recoveryPointMs, AIMS.recoveryTimeMs);
  assert.deepEqual(bad.states, ['missed', 'missed']);

  const none = { recovery: async () => ({ backupAt: undefined, drill: undefined }) };
  assert.match((await show('recovery_point', none)).advice ?? '', /No backup yet/);
  assert.match((await show('recovery_time', none)).advice ?? '', /restore --drill/);
  const away = { recovery: () => Promise.reject(new Error('away')) };
  assert.match((await show('recovery_point', away)).advice ?? '', /can’t be read/);
  assert.match((await show('recovery_time', away)).advice ?? '', /can’t be read/);
});
