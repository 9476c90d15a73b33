import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HealthReason } from '../../../../../src/contract/service-health.ts';
import { lostWords, reasonWords, standingWords, sumWords } from './reason-words.ts';

const REASON: HealthReason = {
  kpiId: 'kpi_1',
  kpi: 'Error rate',
  state: 'critical',
  value: 4.2,
  unit: '%',
  limit: 2,
  lost: 42,
  detail: '',
  since: '2026-11-15T08:25:00.000Z',
};
const FEW: HealthReason = {
  ...REASON,
  kpi: 'Latency',
  state: 'too_few',
  value: 9,
  limit: null,
  lost: 0,
  detail: '3 events; minimum 20.',
};

test('a reason names its KPI, its value and its limit', () => {
  assert.equal(reasonWords(REASON), 'Error rate 4.2%, threshold 2%');
  assert.equal(lostWords(REASON), '−42 points');
  assert.equal(lostWords({ state: 'warning', lost: 1 }), '−1 point');
});

test('what has no value says which of the three it is, and does not count', () => {
  const unmeasured = { ...FEW, value: null };
  assert.equal(reasonWords(FEW), 'Latency: too few events. 3 events; minimum 20.');
  assert.equal(reasonWords({ ...unmeasured, state: 'no_data', detail: '' }), 'Latency: no events');
  assert.equal(
    reasonWords({ ...unmeasured, state: 'not_measured', detail: 'The store is away.' }),
    'Latency: not measured. The store is away.',
  );
  assert.equal(lostWords(FEW), 'not counted');
});

test('every score of a list has a reason beside it', () => {
  assert.equal(
    standingWords({ score: 58, reason: REASON, kpis: 2 }),
    'Error rate 4.2%, threshold 2% (−42 points)',
  );
  assert.equal(
    standingWords({ score: 100, reason: null, kpis: 2 }),
    'All 2 KPIs within thresholds.',
  );
  assert.match(
    standingWords({ score: 100, reason: FEW, kpis: 2 }),
    /too few events.*All other KPIs/,
  );
  assert.doesNotMatch(standingWords({ score: null, reason: FEW, kpis: 1 }), /others/);
  assert.match(standingWords({ score: null, reason: null, kpis: 0 }), /No KPIs yet/);
  assert.match(standingWords({ score: null, reason: null, kpis: 3 }), /^No data yet/);
});

test('the lost points of the reasons make what the score lacks', () => {
  const second = { ...REASON, kpiId: 'kpi_2', lost: 6.5 };
  assert.equal(sumWords({ score: 51.5, reasons: [REASON, second, FEW] }), '100 − 42 − 6.5 = 51.5');
  assert.match(sumWords({ score: 100, reasons: [FEW] }), /^100 points/);
  assert.match(sumWords({ score: null, reasons: [] }), /^No score/);
});
