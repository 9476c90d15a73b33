import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SloStanding } from '../../../../../src/contract/service-health.ts';
import { budgetWords, burningWords, targetWords } from './slo-words.ts';

const SLO: SloStanding = {
  kpiId: 'kpi_1',
  kpi: 'Error rate',
  kind: 'occurrences',
  target: 99.5,
  windowDays: 30,
  attained: 99.9,
  coverage: 0.98,
  isEnough: true,
  budgetLeft: 0.8,
  burn: { '1h': 16.2, '6h': 5.1, '3d': null },
  signals: [
    { long: '1h', short: '5m', threshold: 14.4, longBurn: 16.2, shortBurn: 15, isBurning: false },
  ],
};

test('a budget is left, overspent, or not enough is measured to tell', () => {
  assert.equal(budgetWords(SLO), '80% of error budget left.');
  assert.equal(budgetWords({ ...SLO, budgetLeft: -0.8 }), 'Error budget exhausted (1.8× spent).');
  assert.match(
    budgetWords({ ...SLO, isEnough: false, coverage: 0.5 }),
    /^Not enough data \(coverage 50%\)/,
  );
  assert.equal(budgetWords({ ...SLO, budgetLeft: null }), 'No data yet.');
});

test('a budget that burns says how fast in both windows', () => {
  const signals = SLO.signals.map((signal) => ({ ...signal, isBurning: true }));

  assert.equal(burningWords(SLO), undefined);
  assert.match(
    burningWords({ signals }) ?? '',
    /^Burn rate 16\.2× over 1h, 15× over 5m; threshold 14\.4×/,
  );
});

test('a target says what is counted', () => {
  assert.equal(targetWords(SLO), '99.5% of events good, 30 days');
  assert.equal(targetWords({ ...SLO, kind: 'timeslices' }), '99.5% of intervals good, 30 days');
});
