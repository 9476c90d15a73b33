/** The last 24 hours of services, cell by cell, from the slots of their KPIs as they are known by now. */
import type { Actor } from '../../../base/actor.ts';
import type { ServiceHealth } from '../../../contract/service-health.ts';
import type { ServiceRow } from '../../../engines/metadata/tables/services.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';
import { KPI_INDEX, type ServiceState, STRIP_CELLS } from '../../../spec/services.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';
import {
  askKpiIndex,
  type IndexRow,
  isOneOf,
  LATEST_SLOTS,
  numberOf,
  textIn,
} from './ask-kpi-index.ts';
import { stateFor } from './score-service.ts';

export interface Strip {
  /** From the first thing that was measured on, or the making of the service where that was before. */
  readonly history: ServiceHealth['history'];
  /** When its first cell would begin. */
  readonly from: number;
  /** Slots in it that were measured. */
  readonly measuredSlots: number;
}

type Made = Pick<ServiceRow, 'id' | 'created_at'>;

const CELL_SECONDS = DAY_MS / STRIP_CELLS / SECOND_MS;
/** Slots of an hour span several cells. */
const CELLS_OF_LONG = 3_600 / CELL_SECONDS;

/** By service; those without any slots have none. */
export async function readStrips(
  search: SearchNeeds,
  actor: Actor,
  services: readonly Made[],
  now: number,
  signal: AbortSignal,
): Promise<Map<string, Strip>> {
  const first = firstCell(now);
  if (services.length === 0) return new Map();
  const ids = services.map(({ id }) => id);
  const query =
    `index=${KPI_INDEX} kind=slot ${isOneOf('service_id', ids)} | ${LATEST_SLOTS} ` +
    `| eval points=case(state="ok", 100, state="warning", 60, state="critical", 0), ` +
    `weight=tonumber(importance), decides=tonumber(decisive), long=if(tonumber(every)>${CELL_SECONDS}, 1, 0), ` +
    `cell=floor((tonumber(slot)-${first / SECOND_MS})/${CELL_SECONDS}) ` +
    '| stats min(points) AS points, count(points) AS slots, max(weight) AS weight, max(decides) AS decides BY service_id, kpi_id, long, cell ' +
    '| eval counted=if(isnull(points), 0, weight), lost=if(isnull(points), 0, weight*(100-points)), ' +
    'bad=if(points=0, 1, 0), decided=if(points=0, decides, 0) ' +
    '| stats sum(counted) AS weight, sum(lost) AS lost, max(bad) AS bad, max(decided) AS decided, sum(slots) AS slots BY service_id, long, cell';
  const rowsMax = services.length * (STRIP_CELLS + CELLS_OF_LONG) * 2;
  const to = first + STRIP_CELLS * CELL_SECONDS * SECOND_MS;
  const from = first - 3_600 * SECOND_MS;
  const rows = await askKpiIndex(search, actor, { query, from, to, now, rowsMax }, signal);
  const strips = Map.groupBy(rows, (row) => textIn(row, 'service_id'));
  return new Map(
    services.map((service) => [
      service.id,
      stripOf(first, strips.get(service.id) ?? [], service.created_at),
    ]),
  );
}

/** The last cell contains `now`. */
function firstCell(now: number): number {
  const cellMs = CELL_SECONDS * SECOND_MS;
  return (Math.floor(now / cellMs) + 1 - STRIP_CELLS) * cellMs;
}

/** What a service looks like of which nothing is known. */
export function emptyStrip(now: number, { created_at: madeAt }: Pick<Made, 'created_at'>): Strip {
  return stripOf(firstCell(now), [], madeAt);
}

interface Cell {
  weight: number;
  lost: number;
  isBad: boolean;
  isDecided: boolean;
}

function stripOf(first: number, rows: readonly IndexRow[], madeAt: number): Strip {
  const cells = Array.from({ length: STRIP_CELLS }, (): Cell => {
    return { weight: 0, lost: 0, isBad: false, isDecided: false };
  });
  let measuredSlots = 0;
  for (const row of rows) {
    const at = numberOf(row, 'cell');
    const length = numberOf(row, 'long') === 1 ? CELLS_OF_LONG : 1;
    if (at >= 0) measuredSlots += numberOf(row, 'slots');
    for (const cell of cells.slice(Math.max(0, at), Math.max(0, at + length))) add(cell, row);
  }
  const history = cells.map((cell, at) => ({
    from: new Date(first + at * CELL_SECONDS * SECOND_MS).toISOString(),
    state: stateOf(cell),
  }));
  return { history: history.slice(beginOf(first, cells, madeAt)), from: first, measuredSlots };
}

/** Nothing could be measured of what was not there: those cells are no gaps. */
function beginOf(first: number, cells: readonly Cell[], madeAt: number): number {
  const made = Math.max(0, Math.floor((madeAt - first) / (CELL_SECONDS * SECOND_MS)));
  const measured = cells.findIndex(({ weight }) => weight > 0);
  return Math.min(STRIP_CELLS - 1, made, measured < 0 ? made : measured);
}

function add(cell: Cell, row: IndexRow): void {
  cell.weight += numberOf(row, 'weight');
  cell.lost += numberOf(row, 'lost');
  cell.isBad ||= numberOf(row, 'bad') === 1;
  cell.isDecided ||= numberOf(row, 'decided') === 1;
}

function stateOf({ weight, lost, isBad, isDecided }: Cell): ServiceState {
  return weight === 0 ? 'unknown' : stateFor(100 - lost / weight, isBad, isDecided);
}
