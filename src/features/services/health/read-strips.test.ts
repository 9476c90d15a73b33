/** What the rows of the index make of a service, without any store behind them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import type { KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import { DAY_MS, HOUR_MS } from '../../../spec/units.ts';
import { answeringStore, type Cells } from '../../../../test/support/answering-store.ts';
import type { Kpi } from '../kpi.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { measuringActor } from '../measuring/ask-slots.ts';
import { readSlos } from './read-slos.ts';
import { emptyStrip, readStrips } from './read-strips.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const ACTOR = measuringActor(organizationId('org_a'));
const { signal } = new AbortController();
const storeThat = (answer: Parameters<typeof answeringStore>[1]) =>
  answeringStore({ now: NOON, indexes: ['_kpi'] }, answer);
const times = (values: readonly string[]): string[] =>
  values.filter((value) => value.startsWith('2026-'));

async function strip(createdAt: number, ...rows: Cells[]) {
  const { search, asked } = storeThat(() => rows.map((row) => ['svc_a', ...row]));
  const services = [{ id: 'svc_a', created_at: createdAt }];
  const found = (await readStrips(search, ACTOR, services, NOON, signal)).get('svc_a');
  return { found, asked };
}

/** Cells that differ from the one before, by their place. */
const changes = (history: readonly { state: string }[] = []): [number, string][] =>
  history
    .map((cell, at): [number, string] => [at, cell.state])
    .filter(([at, name]) => name !== history[at - 1]?.state);

test('a day is ninety-six cells, each as its slots were', async () => {
  // long, cell, weight, lost, bad, decided, slots
  const { found, asked } = await strip(
    0,
    [0, 0, 10, 0, 0, 0, 3],
    [0, 1, 10, 160, 0, 0, 3],
    [0, 1, 10, 0, 1, 0, 2],
    [0, 2, 10, 100, 1, 1, 1],
    [0, 3, 10, 200, 0, 0, 1],
    [0, 4, 10, 150, 0, 0, 1],
    [0, 5, 10, 501, 0, 0, 1],
    [1, 10, 5, 0, 0, 0, 1],
    [1, -2, 5, 0, 0, 0, 4],
    [0, 95, 5, 0, 0, 0, 7],
  );

  assert.equal(found?.history.length, 96);
  assert.deepEqual(changes(found?.history), [
    [0, 'healthy'],
    [1, 'degraded'],
    [2, 'critical'],
    [3, 'degraded'],
    [4, 'healthy'],
    [5, 'critical'],
    [6, 'unknown'],
    [10, 'healthy'],
    [14, 'unknown'],
    [95, 'healthy'],
  ]);
  assert.deepEqual(
    [found?.measuredSlots, found?.from, found?.history[0]?.from],
    [20, 1768392900000, '2026-01-14T12:15:00.000Z'],
  );
  assert.deepEqual(times(asked[0]?.values ?? []), [
    '2026-01-14 11:15:00.000',
    '2026-01-15 12:15:00.000',
  ]);
  assert.equal(asked[0]?.values.at(-1), '201');
});

test('a strip begins with what was measured, or with the service', async () => {
  const beginning = async (createdAt: number, ...rows: Cells[]): Promise<unknown> => {
    const { found } = await strip(createdAt, ...rows);
    return [found?.history.length, found?.history[0]?.from.slice(11, 16)];
  };

  assert.deepEqual(await beginning(NOON - HOUR_MS), [5, '11:00']);
  assert.deepEqual(await beginning(NOON - HOUR_MS, [0, 50, 5, 0, 0, 0, 1]), [46, '00:45']);
  assert.deepEqual(await beginning(NOON - 2 * DAY_MS, [0, 50, 5, 0, 0, 0, 1]), [96, '12:15']);
  assert.deepEqual(await beginning(NOON + DAY_MS), [1, '12:00']);
  const { history, measuredSlots } = emptyStrip(NOON, { created_at: NOON - HOUR_MS });
  assert.deepEqual([history.length, measuredSlots, changes(history)], [5, 0, [[0, 'unknown']]]);
});

test('without services nothing is asked', async () => {
  const { search, asked } = storeThat(() => []);

  assert.equal((await readStrips(search, ACTOR, [], NOON, signal)).size, 0);
  assert.equal(asked.length, 0);
});

function kpi(id: string, draft: Partial<KpiDraft>): Kpi {
  const settings = settleDraft({
    measure: { kind: 'ratio', bad: 'level=error' },
    warning: 1,
    ...draft,
  });
  return {
    id,
    organization: organizationId('org_a'),
    service: 'svc_a',
    name: `the ${id}`,
    version: 1,
    isEnabled: true,
    settings,
    changedAt: 0,
  };
}

function state(id: string, row: Partial<KpiStateRow> = {}): [string, KpiStateRow] {
  const rest = {
    organization_id: 'org_a',
    service_id: 'svc_a',
    unrevised: '[]',
    is_backfilled: 1,
    detail: '',
  };
  return [
    id,
    {
      kpi_id: id,
      state: 'ok',
      value: 0,
      good: 0,
      total: 3,
      since: NOON,
      measured_to: NOON,
      first_slot: NOON - 40 * DAY_MS,
      ...rest,
      ...row,
    },
  ];
}

const SLO = { target: 99, windowDays: 7, kind: 'occurrences' } as const;
const TODAY = Date.UTC(2026, 0, 15);
const seconds = (ms: number): number => ms / 1_000;
/** good, total, ok, warning, critical: since the last summed day, then in every window. */
const recent = (id: string, whole: Cells, window: Cells): Cells => [
  id,
  ...whole,
  ...Array.from({ length: 5 }, () => window).flat(),
];

test('an objective is the days of its window and the slots since', async () => {
  const { search, asked } = storeThat((_, count) =>
    count === 1
      ? [
          ['a', seconds(TODAY - 2 * DAY_MS), 980, 1_000, 5, 3, 2],
          ['a', seconds(TODAY - 9 * DAY_MS), 0, 1_000, 0, 0, 9],
          ['b', seconds(TODAY - 2 * DAY_MS), 0, 0, 5, 3, 2],
        ]
      : [
          recent('a', [90, 100, 3, 2, 1], [9, 10, 1, 1, 0]),
          recent('b', [0, 0, 3, 2, 1], [0, 0, 1, 1, 0]),
        ],
  );
  const kpis = [
    kpi('a', { slo: SLO }),
    kpi('b', { slo: { ...SLO, kind: 'timeslices' }, critical: 2 }),
    kpi('c', {}),
    kpi('new', { slo: SLO }),
  ];
  const states = new Map([state('a'), state('b'), state('c')]);
  const found = await readSlos(
    search,
    ACTOR,
    { kpis, states, run: { summed_day: TODAY - DAY_MS }, now: NOON },
    signal,
  );

  assert.deepEqual(found, [
    {
      kpiId: 'a',
      kpi: 'the a',
      kind: 'occurrences',
      target: 99,
      windowDays: 7,
      attained: 97.27272727272728,
      coverage: 0.0085515766969535,
      isEnough: false,
      budgetLeft: -1.7272727272727249,
      burn: { '1h': 9.999999999999991, '6h': 9.999999999999991, '3d': 9.999999999999991 },
      signals: [
        {
          long: '1h',
          short: '5m',
          threshold: 3.3600000000000003,
          longBurn: 9.999999999999991,
          shortBurn: 9.999999999999991,
          isBurning: true,
        },
        {
          long: '6h',
          short: '30m',
          threshold: 1.4000000000000001,
          longBurn: 9.999999999999991,
          shortBurn: 9.999999999999991,
          isBurning: true,
        },
        {
          long: '3d',
          short: '6h',
          threshold: 0.23333333333333336,
          longBurn: 9.999999999999991,
          shortBurn: 9.999999999999991,
          isBurning: true,
        },
      ],
    },
    {
      kpiId: 'b',
      kpi: 'the b',
      kind: 'timeslices',
      target: 99,
      windowDays: 7,
      attained: 81.25,
      coverage: 0.0085515766969535,
      isEnough: false,
      budgetLeft: -17.749999999999982,
      burn: { '1h': 0, '6h': 0, '3d': 0 },
      signals: [
        {
          long: '1h',
          short: '5m',
          threshold: 3.3600000000000003,
          longBurn: 0,
          shortBurn: 0,
          isBurning: false,
        },
        {
          long: '6h',
          short: '30m',
          threshold: 1.4000000000000001,
          longBurn: 0,
          shortBurn: 0,
          isBurning: false,
        },
        {
          long: '3d',
          short: '6h',
          threshold: 0.23333333333333336,
          longBurn: 0,
          shortBurn: 0,
          isBurning: false,
        },
      ],
    },
  ]);
  assert.deepEqual(
    asked.map(({ values }) => times(values)),
    [
      ['2026-01-09 00:00:00.000', '2026-01-15 00:00:00.000'],
      ['2026-01-12 12:00:00.000', '2026-01-15 12:00:00.000'],
    ],
  );
  assert.deepEqual(
    asked.map(({ values }) => values.at(-1)),
    ['201', '3'],
  );
});

test('without summed days all of it is slots, and without objectives nothing is asked', async () => {
  const { search, asked } = storeThat(() => []);
  const of = {
    kpis: [kpi('a', { slo: SLO })],
    states: new Map([state('a', { first_slot: null })]),
    now: NOON,
  };
  const [alone] = await readSlos(search, ACTOR, { ...of, run: undefined }, signal);

  assert.deepEqual(alone, {
    kpiId: 'a',
    kpi: 'the a',
    kind: 'occurrences',
    target: 99,
    windowDays: 7,
    attained: null,
    coverage: 0,
    isEnough: false,
    budgetLeft: null,
    burn: { '1h': null, '6h': null, '3d': null },
    signals: [
      {
        long: '1h',
        short: '5m',
        threshold: 3.3600000000000003,
        longBurn: null,
        shortBurn: null,
        isBurning: false,
      },
      {
        long: '6h',
        short: '30m',
        threshold: 1.4000000000000001,
        longBurn: null,
        shortBurn: null,
        isBurning: false,
      },
      {
        long: '3d',
        short: '6h',
        threshold: 0.23333333333333336,
        longBurn: null,
        shortBurn: null,
        isBurning: false,
      },
    ],
  });
  assert.deepEqual(
    asked.map(({ values }) => times(values)),
    [['2026-01-08 00:00:00.000', '2026-01-15 12:00:00.000']],
  );
  const later = { ...of, states: new Map([state('a', { first_slot: NOON - DAY_MS })]) };
  const [known] = await readSlos(
    search,
    ACTOR,
    { ...later, run: { summed_day: TODAY - DAY_MS } },
    signal,
  );
  assert.equal(known?.coverage, 0);
  const count = asked.length;
  assert.deepEqual(
    await readSlos(search, ACTOR, { ...of, kpis: [kpi('b', {})], run: undefined }, signal),
    [],
  );
  assert.equal(asked.length, count);
});
