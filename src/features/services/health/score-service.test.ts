import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { KPI_STATES, type KpiState } from '../../../spec/services.ts';
import { scoreService, type ScoredKpi } from './score-service.ts';

function kpi(id: string, state: KpiState, importance = 5, decisive = false): ScoredKpi {
  return { id, state, settings: { importance, decisive } };
}

test('states count by importance, and what is not measured leaves the score', () => {
  const mixed = scoreService([kpi('a', 'ok', 6), kpi('b', 'warning', 2), kpi('c', 'critical', 2)]);
  const partly = scoreService([kpi('a', 'ok'), kpi('b', 'no_data'), kpi('c', 'not_measured')]);
  const nothing = scoreService([kpi('a', 'too_few'), kpi('b', 'no_data')]);

  assert.deepEqual([mixed.score, mixed.state], [72, 'degraded']);
  assert.deepEqual(
    [...mixed.lost],
    [
      ['a', 0],
      ['b', 8],
      ['c', 20],
    ],
  );
  assert.deepEqual([partly.score, partly.state], [100, 'healthy']);
  assert.deepEqual([nothing.score, nothing.state], [null, 'unknown']);
  assert.deepEqual([scoreService([]).score, scoreService([]).state], [null, 'unknown']);
});

test('a decisive critical KPI or half of the points make it critical, any critical one or 85 points degraded', () => {
  const decided = scoreService([kpi('a', 'ok', 10), kpi('b', 'critical', 1, true)]);
  const warned = scoreService([kpi('a', 'warning', 10, true)]);
  const half = scoreService([kpi('a', 'ok'), kpi('b', 'critical')]);
  const below = scoreService([kpi('a', 'ok', 5), kpi('b', 'critical', 6)]);
  const small = scoreService([kpi('a', 'ok', 10), kpi('b', 'critical', 1)]);
  const at85 = scoreService([kpi('a', 'ok', 5), kpi('b', 'warning', 3)]);
  const under85 = scoreService([kpi('a', 'ok', 6), kpi('b', 'warning', 4)]);

  assert.deepEqual(
    [decided, warned, half, below, small, at85, under85].map(({ state }) => state),
    ['critical', 'degraded', 'degraded', 'critical', 'degraded', 'healthy', 'degraded'],
  );
  assert.equal(at85.score, 85);
});

test('in 200 cases the lost points make what the score lacks, as an independent sum has it', () => {
  const seed = 17;
  const random = seededRandom(seed);
  for (let at = 0; at < 200; at++) {
    const kpis = Array.from({ length: 1 + random.integer(0, 50 - 1) }, (_, id) =>
      kpi(
        `k${id}`,
        random.pick(KPI_STATES),
        1 + random.integer(0, 10 - 1),
        random.integer(0, 20 - 1) === 0,
      ),
    );
    const { score, lost, state } = scoreService(kpis);
    const message = `seed ${seed}, case ${at}`;

    let weights = 0;
    let points = 0;
    for (const { state: each, settings } of kpis) {
      if (each !== 'ok' && each !== 'warning' && each !== 'critical') continue;
      weights += settings.importance;
      points += settings.importance * (each === 'ok' ? 100 : each === 'warning' ? 60 : 0);
    }
    if (weights === 0) {
      assert.deepEqual([score, state], [null, 'unknown'], message);
      continue;
    }
    const exact = points / weights;
    assert.ok(score !== null && Math.abs(score - exact) <= 0.05 + 1e-9, message);
    const sum = [...lost.values()].reduce((all, each) => all + Math.round(each * 10), 0);
    assert.equal(sum, 1_000 - Math.round(score * 10), message);
    for (const { id, state: each, settings } of kpis) {
      const own = each === 'ok' ? 0 : each === 'warning' ? 40 : 100;
      const part = lost.get(id);
      if (part === undefined) continue;
      assert.ok(Math.abs(part - (settings.importance * own) / weights) < 0.1 + 1e-9, message);
    }
    const bad = kpis.filter(({ state: each }) => each === 'critical');
    const wanted =
      bad.some(({ settings }) => settings.decisive) || points < 50 * weights
        ? 'critical'
        : bad.length > 0 || points < 85 * weights
          ? 'degraded'
          : 'healthy';
    assert.equal(state, wanted, message);
  }
});
