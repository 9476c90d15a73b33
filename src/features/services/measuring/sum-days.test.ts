import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { IndexRow, KpiIndexAsk } from '../health/ask-kpi-index.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import type { ServiceRun } from './service-run.ts';
import { sumDays } from './sum-days.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 15, 12);
const day = (date: number): number => Date.UTC(2026, 0, date);

interface Setting {
  readonly now?: number;
  readonly summedDay?: number | null;
  readonly horizon?: number;
  readonly changedAt?: number;
  readonly critical?: number | null;
  readonly signal?: AbortSignal;
  readonly answer?: () => readonly IndexRow[];
}

function ask(setting: Setting) {
  const { now = NOON, summedDay = null, critical = null } = setting;
  const asked: KpiIndexAsk[] = [];
  const kpi = {
    id: 'kpi_a',
    organization: organizationId('org_a'),
    service: 'svc_a',
    name: 'Errors',
    version: 1,
    isEnabled: true,
    settings: {
      ...settleDraft({ measure: { kind: 'ratio', bad: 'level=error' }, everySeconds: 60 }),
      critical,
    },
    changedAt: setting.changedAt ?? 0,
  };
  const run = {
    needs: {
      log: silentLog,
      askIndex: async (_: unknown, one: KpiIndexAsk) => {
        asked.push(one);
        return setting.answer?.() ?? [];
      },
    },
    row: { id: 'svc_a', summed_day: summedDay },
    organization: kpi.organization,
    service: { name: 'checkout' },
    kpis: [kpi],
    now,
    claim: { signal: setting.signal ?? new AbortController().signal },
  } as unknown as ServiceRun;
  return { asked, sums: sumDays(run, { at: setting.horizon ?? now } as never) };
}

test('days are summed from the oldest that is kept up to the last that nothing changes any more', async () => {
  const { asked, sums } = ask({});

  assert.deepEqual(await sums, { rows: [], summedDay: day(13) });
  assert.deepEqual(asked, [
    {
      query:
        'index=_kpi kind=slot service_id="svc_a" | stats latest(state) AS state, latest(value) AS value, ' +
        'latest(good) AS good, latest(total) AS total, latest(importance) AS importance, ' +
        'latest(decisive) AS decisive, latest(every) AS every, max(revision) AS revision ' +
        'BY service_id, kpi_id, slot | eval day=floor(slot/86400)*86400 | stats ' +
        'count(eval(state="ok")) AS ok, count(eval(state="warning")) AS warning, ' +
        'count(eval(state="critical")) AS critical, count(eval(state="no_data")) AS no_data, ' +
        'count(eval(state="too_few")) AS too_few, count(eval(state="not_measured")) AS not_measured, ' +
        'sum(eval(if(state IN ("ok", "warning", "critical"), good, null()))) AS good, ' +
        'sum(eval(if(state IN ("ok", "warning", "critical"), total, null()))) AS total, ' +
        'avg(eval(if(state IN ("ok", "warning", "critical"), value, null()))) AS average BY kpi_id, day',
      from: day(8),
      to: day(14),
      now: NOON,
      rowsMax: 10_000,
    },
  ]);
});

test('what is summed already is left out', async () => {
  const { asked, sums } = ask({ summedDay: day(11) });

  assert.equal((await sums)?.summedDay, day(13));
  assert.deepEqual([asked[0]?.from, asked[0]?.to], [day(12), day(14)]);
});

for (const [what, setting, summed] of [
  ['the day was summed', { summedDay: day(13) }, undefined],
  ['a later day was summed', { summedDay: day(14) }, undefined],
  ['the day before was summed', { summedDay: day(12) }, day(13)],
  ['a day and an hour are over', { now: day(15) + 60 * MINUTE }, day(13)],
  ['a day and nearly an hour are over', { now: day(15) + 60 * MINUTE - 1 }, day(12)],
  ['events are two minutes late', { horizon: NOON - 2 * MINUTE }, undefined],
  ['events are less than that late', { horizon: NOON - 2 * MINUTE + 1 }, day(13)],
  ['the KPI was changed ten minutes ago', { changedAt: NOON - 10 * MINUTE }, day(13)],
  ['it was changed less than that ago', { changedAt: NOON - 10 * MINUTE + 1 }, undefined],
] as const) {
  test(`${what}: ${summed === undefined ? 'nothing is summed' : 'days are summed'}`, async () => {
    const { asked, sums } = ask(setting);

    assert.equal((await sums)?.summedDay, summed);
    assert.equal(asked.length, summed === undefined ? 0 : 1);
  });
}

const FOUND: IndexRow = {
  kpi_id: 'kpi_a',
  day: day(13) / 1_000,
  ok: 7,
  warning: 5,
  critical: 3,
  no_data: 2,
  too_few: 1,
  not_measured: 4,
  good: 90,
  total: 100,
  average: 1.5,
};

test('each day of a KPI is a row; those of a KPI that is gone are left out', async () => {
  const answer = () => [FOUND, { ...FOUND, kpi_id: 'kpi_gone' }];
  const rows = (await ask({ answer }).sums)?.rows;

  assert.equal(rows?.length, 1);
  const { id, at, body, attributes } = rows[0] ?? assert.fail();
  assert.deepEqual(
    [id, at, body],
    [`kpi_a:day:${day(13)}:2160`, day(13) + 2_159, 'checkout: Errors, sums of 2026-01-13'],
  );
  assert.deepEqual(attributes, {
    kind: 'day',
    kpi_id: 'kpi_a',
    kpi: 'Errors',
    service_id: 'svc_a',
    service: 'checkout',
    day: String(day(13) / 1_000),
    every: '60',
    revision: '2160',
    good: '90',
    total: '100',
    good_slots: '7',
    bad_slots: '8',
    average: '1.5',
    ok: '7',
    warning: '5',
    critical: '3',
    no_data: '2',
    too_few: '1',
    not_measured: '4',
  });
});

test('with a critical bound a slot that only warns is a good one', async () => {
  const answer = () => [{ ...FOUND, average: null }];
  const rows = (await ask({ answer, critical: 9 }).sums)?.rows;

  assert.deepEqual(
    [rows?.[0]?.attributes['good_slots'], rows?.[0]?.attributes['bad_slots']],
    ['12', '3'],
  );
  assert.equal(rows?.[0]?.attributes['average'], undefined);
});

test('days wait while the index cannot be asked, and a node that stops says so', async () => {
  const away = new Error('away');
  const answer = () => {
    throw away;
  };
  assert.equal(await ask({ answer }).sums, undefined);
  await assert.rejects(ask({ answer, signal: AbortSignal.abort() }).sums, away);
});
