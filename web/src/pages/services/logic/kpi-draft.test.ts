import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kpi } from '../../../../../src/contract/kpis.ts';
import {
  changeOfKpi,
  draftOfKpi,
  EMPTY_KPI,
  formOfKpi,
  limitOf,
  whatIsMissing,
} from './kpi-draft.ts';

const KPI: Kpi = {
  id: 'kpi_1',
  serviceId: 'svc_1',
  name: 'Error rate',
  version: 3,
  isEnabled: true,
  measure: { kind: 'ratio', bad: 'status>=500' },
  unit: '%',
  better: 'lower',
  warning: 1,
  critical: 2,
  everySeconds: 300,
  delaySeconds: 60,
  minimumEvents: 20,
  emptyMeans: 'no_data',
  importance: 5,
  decisive: false,
  slo: null,
  state: 'ok',
  detail: '',
  value: 0.5,
  good: 199,
  total: 200,
  since: null,
  slot: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};

test('what is not touched is not changed, and what is changed names the version', () => {
  const form = formOfKpi(KPI);

  assert.equal(changeOfKpi(form, KPI), undefined);
  assert.deepEqual(
    changeOfKpi({ ...form, critical: { ...form.critical, value: 5 }, hasSlo: true }, KPI),
    {
      version: 3,
      critical: 5,
      slo: { target: 99.5, windowDays: 30, kind: 'occurrences' },
    },
  );
});

test('another kind of measure is sent without what belongs to the first', () => {
  const form = { ...formOfKpi(KPI), kind: 'aggregate', field: ' ms ' } as const;

  assert.deepEqual(draftOfKpi(form).measure, {
    kind: 'aggregate',
    function: 'p95',
    field: 'ms',
    where: null,
  });
  // Events are counted without any field.
  assert.deepEqual(draftOfKpi({ ...form, function: 'rate' }).measure, {
    kind: 'aggregate',
    function: 'rate',
    field: null,
    where: null,
  });
});

test('where a range is good, a limit is a pair, and half a pair is none', () => {
  assert.equal(limitOf({ value: 4, low: 1, high: 2 }, 'lower'), 4);
  assert.deepEqual(limitOf({ value: 4, low: 1, high: 2 }, 'range'), [1, 2]);
  assert.equal(limitOf({ value: 4, low: 1, high: null }, 'range'), null);
  const range = { ...KPI, better: 'range', warning: [10, 20], critical: null } as const;
  const form = formOfKpi({ ...range, warning: [10, 20] });
  assert.deepEqual(draftOfKpi(form).warning, [10, 20]);
  assert.equal(draftOfKpi(form).critical, null);
});

test('a measure without its search, field or query cannot be tried', () => {
  assert.notEqual(whatIsMissing(EMPTY_KPI), undefined);
  assert.equal(whatIsMissing({ ...EMPTY_KPI, bad: 'level=error' }), undefined);
  assert.notEqual(whatIsMissing({ ...EMPTY_KPI, kind: 'aggregate' }), undefined);
  assert.equal(whatIsMissing({ ...EMPTY_KPI, kind: 'aggregate', function: 'count' }), undefined);
  assert.notEqual(whatIsMissing({ ...EMPTY_KPI, kind: 'query', query: ' ' }), undefined);
});
