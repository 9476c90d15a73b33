import type { Actor } from '../../../base/actor.ts';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import type { KpiHistory } from '../../../contract/kpi-views.ts';
import { KPI_INDEX, type KpiState } from '../../../spec/services.ts';
import { HOUR_MS, SECOND_MS } from '../../../spec/units.ts';
import { kpiOf } from '../managing/kpis-table.ts';
import { requireKpi } from '../managing/manage-kpis.ts';
import { numberIn } from '../measuring/slot-tree.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { askKpiIndex, type IndexRow, LATEST_SLOTS, numberOf } from './ask-kpi-index.ts';

/** The worst first; a time in which nothing was measured is `not_measured`. */
const WORST: readonly KpiState[] = [
  'critical',
  'warning',
  'not_measured',
  'no_data',
  'too_few',
  'ok',
];
const MEASURED = 'state IN ("ok", "warning", "critical")';

export async function readKpiHistory(
  { metadata, clock, search }: Pick<ServiceNeeds, 'metadata' | 'clock' | 'search'>,
  actor: Actor,
  id: string,
  asked: { readonly hours?: number; readonly cells?: number },
  signal: AbortSignal,
): Promise<KpiHistory> {
  const { settings } = kpiOf(await requireKpi(metadata, actor.organization, id));
  const { everySeconds } = settings;
  const now = clock.now();
  const seconds = ((asked.hours ?? 24) * HOUR_MS) / SECOND_MS;
  // Whole slots in each cell, so that no cell is empty between two slots.
  const cellSeconds = Math.ceil(seconds / (asked.cells ?? 96) / everySeconds) * everySeconds;
  const count = Math.ceil(seconds / cellSeconds);
  const cellMs = cellSeconds * SECOND_MS;
  const to = (Math.floor(now / cellMs) + 1) * cellMs;
  const from = to - count * cellMs;
  const states = WORST.map((state) => `count(eval(state="${state}")) AS ${state}`).join(', ');
  const value = `if(${MEASURED}, tonumber(value), null())`;
  const query =
    `index=${KPI_INDEX} kind=slot kpi_id="${id}" | ${LATEST_SLOTS} ` +
    `| eval cell=floor((tonumber(slot)-${from / SECOND_MS})/${cellSeconds}) ` +
    `| stats ${states}, min(eval(${value})) AS least, max(eval(${value})) AS most, avg(eval(${value})) AS average, ` +
    `sum(eval(if(${MEASURED}, tonumber(good), null()))) AS good, sum(eval(if(${MEASURED}, tonumber(total), null()))) AS total, ` +
    `count(eval(tonumber(revision)>1)) AS revised BY cell`;
  const rows = await askKpiIndex(
    search,
    actor,
    { query, from, to, now, rowsMax: count + 1 },
    signal,
  );
  const byCell = new Map(rows.map((row) => [numberOf(row, 'cell'), row]));
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    cellSeconds,
    everySeconds,
    cells: Array.from({ length: count }, (_, at) =>
      cellOf(settings, from + at * cellMs, byCell.get(at)),
    ),
  };
}

function cellOf(
  { better }: KpiSettings,
  from: number,
  row: IndexRow | undefined,
): KpiHistory['cells'][number] {
  const count = (name: string): number => (row === undefined ? 0 : numberOf(row, name));
  const { good, total } = { good: numberIn(row, 'good'), total: numberIn(row, 'total') };
  return {
    from: new Date(from).toISOString(),
    state: WORST.find((state) => count(state) > 0) ?? 'not_measured',
    value: numberIn(row, better === 'higher' ? 'least' : 'most'),
    average: numberIn(row, 'average'),
    good,
    total,
    slots: count('ok') + count('warning') + count('critical'),
    revised: count('revised'),
  };
}
