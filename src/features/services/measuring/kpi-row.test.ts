import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { dayRow, recordOf, round, serviceRow, slotRow } from './kpi-row.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const KPI = {
  id: 'kpi_a',
  organization: organizationId('org_a'),
  service: 'svc_a',
  name: 'Errors',
  version: 1,
  isEnabled: true,
  settings: settleDraft({ measure: { kind: 'ratio', bad: 'level=error' }, decisive: true }),
  changedAt: 0,
};

test('a slot is a row that says what was measured', () => {
  const measured = { state: 'critical', value: 1.23456, good: 97, total: 100 } as const;

  assert.deepEqual(slotRow({ kpi: KPI, service: 'checkout', from: NOON, revision: 2, measured }), {
    id: 'kpi_a:1768478400000:2',
    at: 1768478400001,
    level: 'error',
    body: 'checkout: Errors 1.235%, critical',
    keptDays: 100,
    attributes: {
      kind: 'slot',
      kpi_id: 'kpi_a',
      kpi: 'Errors',
      service_id: 'svc_a',
      service: 'checkout',
      slot: '1768478400',
      every: '300',
      revision: '2',
      state: 'critical',
      value: '1.23456',
      good: '97',
      total: '100',
      unit: '%',
      importance: '5',
      decisive: '1',
    },
  });
});

test('what there is none of is left out', () => {
  const measured = { state: 'no_data', value: null, good: null, total: null } as const;
  const kpi = { ...KPI, settings: { ...KPI.settings, unit: '', decisive: false } };

  assert.deepEqual(slotRow({ kpi, service: 'checkout', from: NOON, revision: 1, measured }), {
    id: 'kpi_a:1768478400000:1',
    at: 1768478400000,
    level: 'warn',
    body: 'checkout: Errors, no_data',
    keptDays: 100,
    attributes: {
      kind: 'slot',
      kpi_id: 'kpi_a',
      kpi: 'Errors',
      service_id: 'svc_a',
      service: 'checkout',
      slot: '1768478400',
      every: '300',
      revision: '1',
      state: 'no_data',
      importance: '5',
      decisive: '0',
    },
  });
  const bare = { ...measured, state: 'ok', value: 5 } as const;
  assert.equal(
    slotRow({ kpi, service: 'checkout', from: NOON, revision: 1, measured: bare }).body,
    'checkout: Errors 5, ok',
  );
});

test('a service is a row with its tags between commas', () => {
  const standing = {
    id: 'svc_a',
    name: 'checkout',
    tags: ['shop', 'eu'],
    tier: 2,
    at: NOON,
  } as const;

  assert.deepEqual(serviceRow({ ...standing, state: 'degraded', score: 80, reason: 'Errors' }), {
    id: 'svc_a:1768478400000',
    at: 1768478400000,
    level: 'warn',
    body: 'checkout: degraded, Errors',
    keptDays: 100,
    attributes: {
      kind: 'service',
      service_id: 'svc_a',
      service: 'checkout',
      tags: ',shop,eu,',
      tier: '2',
      state: 'degraded',
      score: '80',
      reason: 'Errors',
    },
  });
  assert.deepEqual(serviceRow({ ...standing, state: 'deleted', score: null, reason: '' }), {
    id: 'svc_a:1768478400000',
    at: 1768478400000,
    level: 'info',
    body: 'checkout: deleted',
    keptDays: 100,
    attributes: {
      kind: 'service',
      service_id: 'svc_a',
      service: 'checkout',
      tags: ',shop,eu,',
      tier: '2',
      state: 'deleted',
    },
  });
});

test('a day is a row of sums', () => {
  const counts = { ok: 1, warning: 2, critical: 3, no_data: 4, too_few: 5, not_measured: 6 };
  const sums = { good: 90, total: 100, goodSlots: 3, badSlots: 3, average: null };
  const day = {
    kpi: KPI,
    service: 'checkout',
    day: Date.UTC(2026, 0, 14),
    revision: 7,
    everySeconds: 60,
  };

  assert.deepEqual(dayRow({ ...day, counts, ...sums }), {
    id: 'kpi_a:day:1768348800000:7',
    at: 1768348800006,
    level: 'info',
    body: 'checkout: Errors, sums of 2026-01-14',
    keptDays: 400,
    attributes: {
      kind: 'day',
      kpi_id: 'kpi_a',
      kpi: 'Errors',
      service_id: 'svc_a',
      service: 'checkout',
      day: '1768348800',
      every: '60',
      revision: '7',
      good: '90',
      total: '100',
      good_slots: '3',
      bad_slots: '3',
      ok: '1',
      warning: '2',
      critical: '3',
      no_data: '4',
      too_few: '5',
      not_measured: '6',
    },
  });
});

test('a row becomes a record of the index', () => {
  const row = { id: 'a', at: 5, level: 'info', body: 'b', keptDays: 9, attributes: { x: '1' } };

  assert.deepEqual(recordOf(organizationId('org_a'), row, 7), {
    organization: 'org_a',
    index: '_kpi',
    timestamp: 5,
    receivedAt: 7,
    retentionDays: 9,
    level: 'info',
    source: 'xplain',
    id: 'a',
    body: 'b',
    attributes: [['x', '1']],
  });
});

test('four digits count', () => {
  assert.deepEqual([round(1.23456), round(123_456), round(0)], [1.235, 123_500, 0]);
});
