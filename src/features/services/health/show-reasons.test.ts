import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import type { Kpi } from '../kpi.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { numberOf, isOneOf, textIn } from './ask-kpi-index.ts';
import { reasonInWords, standingOf } from './show-reasons.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

function kpi(id: string, draft: Partial<KpiDraft> = {}, isEnabled = true): Kpi {
  return {
    id,
    organization: organizationId('org_a'),
    service: 'svc_a',
    name: `the ${id}`,
    version: 1,
    isEnabled,
    settings: settleDraft({
      measure: { kind: 'ratio', bad: 'level=error' },
      warning: 1,
      critical: 2,
      ...draft,
    }),
    changedAt: 0,
  };
}

function state(id: string, row: Partial<KpiStateRow>): [string, KpiStateRow] {
  const rest = {
    organization_id: 'org_a',
    service_id: 'svc_a',
    measured_to: NOON,
    unrevised: '[]',
    first_slot: 0,
    is_backfilled: 1,
  };
  return [
    id,
    {
      kpi_id: id,
      state: 'ok',
      detail: 'away',
      value: 0,
      good: 0,
      total: 3,
      since: NOON,
      ...rest,
      ...row,
    },
  ];
}

test('reasons are told with their limits, those first that cost most', () => {
  const kpis = [
    kpi('a'),
    kpi('b'),
    kpi('c'),
    kpi('d'),
    kpi('e'),
    kpi('f'),
    kpi('off', {}, false),
    kpi('new'),
  ];
  const states = new Map([
    state('a', {}),
    state('b', { state: 'warning', value: 1.5 }),
    state('c', { state: 'critical', value: 4, since: null }),
    state('d', { state: 'no_data', value: null }),
    state('e', { state: 'too_few', value: 9, total: null }),
    state('f', { state: 'not_measured', value: null }),
    state('off', { state: 'critical', value: 9 }),
  ]);

  assert.deepEqual(standingOf(kpis, states), {
    state: 'degraded',
    score: 53.3,
    lost: new Map([
      ['a', 0],
      ['b', 13.3],
      ['c', 33.4],
    ]),
    reasons: [
      {
        kpiId: 'c',
        kpi: 'the c',
        state: 'critical',
        value: 4,
        unit: '%',
        limit: 2,
        lost: 33.4,
        detail: '',
        since: null,
      },
      {
        kpiId: 'b',
        kpi: 'the b',
        state: 'warning',
        value: 1.5,
        unit: '%',
        limit: 1,
        lost: 13.3,
        detail: '',
        since: '2026-01-15T12:00:00.000Z',
      },
      {
        kpiId: 'd',
        kpi: 'the d',
        state: 'no_data',
        value: null,
        unit: '%',
        limit: null,
        lost: 0,
        detail: 'No events in the interval.',
        since: '2026-01-15T12:00:00.000Z',
      },
      {
        kpiId: 'e',
        kpi: 'the e',
        state: 'too_few',
        value: 9,
        unit: '%',
        limit: null,
        lost: 0,
        detail: '0 events; minimum 20.',
        since: '2026-01-15T12:00:00.000Z',
      },
      {
        kpiId: 'f',
        kpi: 'the f',
        state: 'not_measured',
        value: null,
        unit: '%',
        limit: null,
        lost: 0,
        detail: 'away',
        since: '2026-01-15T12:00:00.000Z',
      },
    ],
  });
});

test('of equal reasons the names decide', () => {
  const states = new Map([
    state('b', { state: 'warning', value: 2 }),
    state('a', { state: 'warning', value: 2 }),
  ]);

  assert.deepEqual(
    standingOf([kpi('b'), kpi('a')], states).reasons.map(({ kpi: name }) => name),
    ['the a', 'the b'],
  );
});

test('the first reason is told in words', () => {
  const words = (row: Partial<KpiStateRow>, draft: Partial<KpiDraft> = {}): string =>
    reasonInWords(standingOf([kpi('a', draft)], new Map([state('a', row)])).reasons);

  assert.equal(words({}), '');
  assert.equal(words({ state: 'critical', value: 4.56789 }), 'the a 4.568%, threshold 2%');
  assert.equal(words({ state: 'warning', value: 1.5 }, { unit: '' }), 'the a 1.5, threshold 1');
  assert.equal(words({ state: 'no_data', value: null }), 'the a: no_data');
  assert.equal(words({ state: 'too_few', value: 5 }), 'the a: too_few');
});

test('cells of the index are numbers and texts, or nothing', () => {
  const row = { a: '5', b: 'x', c: null, d: 6, e: Infinity };

  assert.deepEqual(
    'abcdef'.split('').map((name) => numberOf(row, name)),
    [5, 0, 0, 6, 0, 0],
  );
  assert.deepEqual(
    'abcd'.split('').map((name) => textIn(row, name)),
    ['5', 'x', '', ''],
  );
  assert.equal(isOneOf('id', ['a', 'b']), 'id IN ("a", "b")');
});
