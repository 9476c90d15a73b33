/** The objectives of a service: sums of whole days, and of the slots since. */
import type { Actor } from '../../../base/actor.ts';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import type { SloStanding } from '../../../contract/service-health.ts';
import type { KpiStateRow, ServiceRunRow } from '../../../engines/metadata/tables/services.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { BURN_SIGNALS, BURN_WINDOWS, KPI_INDEX } from '../../../spec/services.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Kpi } from '../kpi.ts';
import { isBadSlot } from '../measuring/judge-slot.ts';
import { lengthsOf } from '../measuring/plan-slots.ts';
import {
  askKpiIndex,
  type IndexRow,
  isOneOf,
  LATEST_SLOTS,
  numberOf,
  textIn,
} from './ask-kpi-index.ts';
import { sloFigures, type SloSums } from './slo-arithmetic.ts';

type Slo = NonNullable<KpiSettings['slo']>;

interface Promised {
  readonly kpi: Kpi;
  readonly slo: Slo;
  readonly state: KpiStateRow;
}

export interface SlosOf {
  readonly kpis: readonly Kpi[];
  readonly states: ReadonlyMap<string, KpiStateRow>;
  readonly run: Pick<ServiceRunRow, 'summed_day'> | undefined;
  readonly now: number;
}

export async function readSlos(
  search: SearchNeeds,
  actor: Actor,
  { kpis, states, run, now }: SlosOf,
  signal: AbortSignal,
): Promise<SloStanding[]> {
  const promised = kpis.flatMap((kpi): Promised[] => {
    const { slo } = kpi.settings;
    const state = states.get(kpi.id);
    return slo === null || state === undefined ? [] : [{ kpi, slo, state }];
  });
  if (promised.length === 0) return [];
  // Days up to here use daily sums; after it, slots are counted.
  const unsummed = summedUpTo(run, now);
  const days = await readDays(search, actor, { promised, unsummed, now }, signal);
  const recent = new Map<string, IndexRow>();
  const groups = Map.groupBy(promised, ({ state }) => state.measured_to);
  for (const alike of groups.values()) {
    const rows = await readRecent(search, actor, { promised: alike, unsummed, now }, signal);
    for (const row of rows) recent.set(textIn(row, 'kpi_id'), row);
  }
  return promised.map((each) =>
    standingOf(each, { days: days.get(each.kpi.id) ?? [], recent, unsummed, now }),
  );
}

function summedUpTo(run: SlosOf['run'], now: number): number {
  const day = run?.summed_day ?? null;
  if (day !== null) return day + DAY_MS;
  return Math.floor((now - LIMITS.services.backfillMs) / DAY_MS) * DAY_MS;
}

interface Asked {
  readonly promised: readonly Promised[];
  readonly unsummed: number;
  readonly now: number;
}

const DAY_FIELDS = ['good', 'total', 'ok', 'warning', 'critical'] as const;

async function readDays(
  search: SearchNeeds,
  actor: Actor,
  { promised, unsummed, now }: Asked,
  signal: AbortSignal,
): Promise<Map<string, IndexRow[]>> {
  const from = Math.min(...promised.map(({ slo }) => windowStart(slo, now)));
  if (from >= unsummed) return new Map();
  const ids = promised.map(({ kpi }) => kpi.id);
  const columns = DAY_FIELDS.map((name) => `latest(${name}) AS ${name}`).join(', ');
  const query = `index=${KPI_INDEX} kind=day ${isOneOf('kpi_id', ids)} | stats ${columns} BY kpi_id, day`;
  const rowsMax = ids.length * 100;
  const rows = await askKpiIndex(
    search,
    actor,
    { query, from, to: unsummed, now, rowsMax },
    signal,
  );
  return Map.groupBy(rows, (row) => textIn(row, 'kpi_id'));
}

/** The far end of a window moves by whole days, since sums are of days. */
function windowStart({ windowDays }: Slo, now: number): number {
  return Math.ceil((now - windowDays * DAY_MS) / DAY_MS) * DAY_MS;
}

const WINDOWS_MS = [
  ...new Set([...Object.values(BURN_WINDOWS), ...BURN_SIGNALS.map(({ shortMs }) => shortMs)]),
];

/** One row for each KPI, with columns for each window. They end where the KPIs are measured up to. */
async function readRecent(
  search: SearchNeeds,
  actor: Actor,
  { promised, unsummed, now }: Asked,
  signal: AbortSignal,
): Promise<readonly IndexRow[]> {
  const [first] = promised;
  if (first === undefined) return [];
  const end = first.state.measured_to;
  const { everyMs } = lengthsOf(first.kpi.settings);
  const starts = new Map<string, number>([['u', unsummed]]);
  for (const ms of WINDOWS_MS) starts.set(`w${ms}`, end - Math.max(ms, everyMs));
  const columns = [...starts].flatMap(([name, start]) => sumsSince(name, start / SECOND_MS));
  const ids = promised.map(({ kpi }) => kpi.id);
  const query =
    `index=${KPI_INDEX} kind=slot ${isOneOf('kpi_id', ids)} | ${LATEST_SLOTS} ` +
    `| eval at=tonumber(slot), isGood=tonumber(good), isTotal=tonumber(total) ` +
    `| where state IN ("ok", "warning", "critical") | stats ${columns.join(', ')} BY kpi_id`;
  const from = Math.min(...starts.values());
  return askKpiIndex(search, actor, { query, from, to: now, now, rowsMax: ids.length }, signal);
}

function sumsSince(name: string, start: number): string[] {
  const since = `at>=${start}`;
  return [
    `sum(eval(if(${since}, isGood, 0))) AS ${name}_good`,
    `sum(eval(if(${since}, isTotal, 0))) AS ${name}_total`,
    ...(['ok', 'warning', 'critical'] as const).map(
      (state) => `count(eval(${since} AND state="${state}")) AS ${name}_${state}`,
    ),
  ];
}

interface Found {
  readonly days: readonly IndexRow[];
  readonly recent: ReadonlyMap<string, IndexRow>;
  readonly unsummed: number;
  readonly now: number;
}

function standingOf({ kpi, slo, state }: Promised, found: Found): SloStanding {
  const { everyMs, delayMs } = lengthsOf(kpi.settings);
  const start = windowStart(slo, found.now);
  const row = found.recent.get(kpi.id) ?? {};
  const days = found.days.filter((day) => numberOf(day, 'day') * SECOND_MS >= start);
  const counts = [...days.map((day) => countsIn(day, '')), countsIn(row, 'u_')];
  const whole = counts.reduce((sum, each) => plus(sum, sumsOf(kpi, slo, each)), {
    good: 0,
    bad: 0,
  });
  const measuredSlots = counts.reduce(
    (sum, { ok, warning, critical }) => sum + ok + warning + critical,
    0,
  );
  const first = Math.max(state.first_slot ?? state.measured_to, start);
  const over = Math.floor((found.now - delayMs) / everyMs) * everyMs;
  const figures = sloFigures({
    target: slo.target,
    windowDays: slo.windowDays,
    whole,
    measuredSlots,
    expectedSlots: Math.max(0, Math.round((over - first) / everyMs)),
    within: (windowMs) => sumsOf(kpi, slo, countsIn(row, `w${windowMs}_`)),
  });
  const { target, windowDays, kind } = slo;
  return { kpiId: kpi.id, kpi: kpi.name, kind, target, windowDays, ...figures };
}

type Counts = Readonly<Record<(typeof DAY_FIELDS)[number], number>>;

function countsIn(row: IndexRow, prefix: string): Counts {
  const counts = DAY_FIELDS.map((name) => [name, numberOf(row, `${prefix}${name}`)] as const);
  return Object.fromEntries(counts) as Counts;
}

function sumsOf({ settings }: Kpi, { kind }: Slo, counts: Counts): SloSums {
  if (kind === 'occurrences') return { good: counts.good, bad: counts.total - counts.good };
  const slots = (['ok', 'warning', 'critical'] as const).map((state) => ({
    isBad: isBadSlot(settings, state),
    count: counts[state],
  }));
  return {
    good: slots.reduce((sum, { isBad, count }) => sum + (isBad ? 0 : count), 0),
    bad: slots.reduce((sum, { isBad, count }) => sum + (isBad ? count : 0), 0),
  };
}

function plus(a: SloSums, b: SloSums): SloSums {
  return { good: a.good + b.good, bad: a.bad + b.bad };
}
