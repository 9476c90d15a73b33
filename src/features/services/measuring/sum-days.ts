/** Sums of whole days, kept for longer than the slots they are computed from. */
import { type IndexRow, LATEST_SLOTS, numberOf, textIn } from '../health/ask-kpi-index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { KPI_INDEX, KPI_STATES, type KpiState } from '../../../spec/services.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { measuringActor } from './ask-slots.ts';
import type { Horizon } from './find-horizon.ts';
import { isBadSlot } from './judge-slot.ts';
import { dayRow, type KpiIndexRow } from './kpi-row.ts';
import type { ServiceRun } from './service-run.ts';

const { catchUpMs, backfillMs, lateMs } = LIMITS.services;
/** After so long the past of a KPI that was just made has gone through the queue, unless that lags. */
const WRITTEN_MS = 10 * MINUTE_MS;
const MEASURED = 'state IN ("ok", "warning", "critical")';

/** The beginning of the last day whose slots nothing will change any more. */
function lastSettledDay(now: number): number {
  return Math.floor((now - catchUpMs - HOUR_MS) / DAY_MS) * DAY_MS - DAY_MS;
}

/** Undefined when there is nothing to sum, or not now. */
export async function sumDays(
  run: ServiceRun,
  horizon: Horizon,
): Promise<{ readonly rows: readonly KpiIndexRow[]; readonly summedDay: number } | undefined> {
  const { needs, row, organization, now, claim } = run;
  const summedDay = lastSettledDay(now);
  const isPunctual = now - horizon.at < lateMs;
  const isWritten = run.kpis.every(({ changedAt }) => now - changedAt >= WRITTEN_MS);
  if (!isPunctual || !isWritten || (row.summed_day ?? -Infinity) >= summedDay) return undefined;
  const oldest = Math.floor((now - backfillMs) / DAY_MS) * DAY_MS;
  const from = row.summed_day === null ? oldest : row.summed_day + DAY_MS;
  const counts = KPI_STATES.map((state) => `count(eval(state="${state}")) AS ${state}`).join(', ');
  const query =
    `index=${KPI_INDEX} kind=slot service_id="${row.id}" | ${LATEST_SLOTS} ` +
    `| eval day=floor(slot/86400)*86400 | stats ${counts}, ` +
    `sum(eval(if(${MEASURED}, good, null()))) AS good, sum(eval(if(${MEASURED}, total, null()))) AS total, ` +
    `avg(eval(if(${MEASURED}, value, null()))) AS average BY kpi_id, day`;
  try {
    const asked = { query, from, to: summedDay + DAY_MS, now, rowsMax: 10_000 };
    const found = await needs.askIndex(measuringActor(organization), asked, claim.signal);
    return { rows: found.flatMap((each) => rowOf(run, each)), summedDay };
  } catch (error) {
    if (claim.signal.aborted) throw error;
    needs.log.warn(
      { err: error, organization, service: row.id },
      'daily totals not stored, retrying later',
    );
    return undefined;
  }
}

function rowOf({ kpis, service, now }: ServiceRun, found: IndexRow): KpiIndexRow[] {
  const kpi = kpis.find(({ id }) => id === textIn(found, 'kpi_id'));
  if (kpi === undefined) return [];
  const day = numberOf(found, 'day') * SECOND_MS;
  const counts = Object.fromEntries(
    KPI_STATES.map((state) => [state, numberOf(found, state)]),
  ) as Record<KpiState, number>;
  const measured = (['ok', 'warning', 'critical'] as const).map((state) => ({
    isBad: isBadSlot(kpi.settings, state),
    slots: counts[state],
  }));
  const slotsThat = (isBad: boolean): number =>
    measured.reduce((sum, each) => sum + (each.isBad === isBad ? each.slots : 0), 0);
  const sums = {
    kpi,
    service: service.name,
    day,
    // Grows with every time that the same day is summed.
    revision: Math.floor((now - day - DAY_MS) / MINUTE_MS),
    everySeconds: kpi.settings.everySeconds,
    counts,
    good: numberOf(found, 'good'),
    total: numberOf(found, 'total'),
    goodSlots: slotsThat(false),
    badSlots: slotsThat(true),
    average: found['average'] === null ? null : numberOf(found, 'average'),
  };
  return [dayRow(sums)];
}
