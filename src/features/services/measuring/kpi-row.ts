/** Rows written to the index `_kpi`, where searches, panels and alert rules find them. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { LogRecord } from '../../../base/record.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { RESERVED_INDEXES } from '../../../spec/reserved-indexes.ts';
import { KPI_INDEX, type KpiState, type ServiceState } from '../../../spec/services.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Kpi } from '../kpi.ts';
import type { Measured } from './judge-slot.ts';

/** A row of `_kpi`, as it waits for the queue. */
export interface KpiIndexRow {
  readonly id: string;
  readonly at: number;
  readonly level: string;
  readonly body: string;
  readonly keptDays: number;
  readonly attributes: Readonly<Record<string, string>>;
}

const LEVELS: Readonly<Record<KpiState | ServiceState | 'deleted', string>> = {
  ok: 'info',
  healthy: 'info',
  deleted: 'info',
  warning: 'warn',
  degraded: 'warn',
  no_data: 'warn',
  too_few: 'warn',
  not_measured: 'warn',
  unknown: 'warn',
  critical: 'error',
};

const { keptDays } = RESERVED_INDEXES[KPI_INDEX];

export interface SlotRow {
  readonly kpi: Kpi;
  /** The name of the service. */
  readonly service: string;
  readonly from: number;
  readonly revision: number;
  readonly measured: Measured;
}

/** Each later revision of a slot is a millisecond later, so that `latest()` finds it. */
export function slotRow({ kpi, service, from, revision, measured }: SlotRow): KpiIndexRow {
  const { everySeconds, unit, importance, decisive } = kpi.settings;
  const { state, value, good, total } = measured;
  const shown =
    value === null ? '' : ` ${round(value)}${['', '%'].includes(unit) ? unit : ` ${unit}`}`;
  return {
    id: `${kpi.id}:${from}:${revision}`,
    at: from + revision - 1,
    level: LEVELS[state],
    body: `${service}: ${kpi.name}${shown}, ${state}`,
    keptDays: LIMITS.services.slotsKeptDays,
    attributes: present({
      kind: 'slot',
      kpi_id: kpi.id,
      kpi: kpi.name,
      service_id: kpi.service,
      service,
      slot: from / SECOND_MS,
      every: everySeconds,
      revision,
      state,
      value,
      good,
      total,
      unit: unit === '' ? null : unit,
      importance,
      decisive: decisive ? 1 : 0,
    }),
  };
}

export interface ServiceStanding {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly tier: number;
  readonly state: ServiceState | 'deleted';
  readonly score: number | null;
  /** The most costly reason, in words. */
  readonly reason: string;
  readonly at: number;
}

export function serviceRow(standing: ServiceStanding): KpiIndexRow {
  const { id, name, tags, tier, state, score, reason, at } = standing;
  return {
    id: `${id}:${at}`,
    at,
    level: LEVELS[state],
    body: `${name}: ${state}${reason === '' ? '' : `, ${reason}`}`,
    keptDays: LIMITS.services.slotsKeptDays,
    attributes: present({
      kind: 'service',
      service_id: id,
      service: name,
      // Between commas, so that one of them can be searched for as `tags="*,shop,*"`.
      tags: `,${tags.join(',')},`,
      tier,
      state,
      score,
      reason: reason === '' ? null : reason,
    }),
  };
}

/** The slots of a KPI on one day, by the calendar of UTC. */
export interface DaySums {
  readonly kpi: Pick<Kpi, 'id' | 'name' | 'service'>;
  readonly service: string;
  /** When it begins. */
  readonly day: number;
  readonly revision: number;
  readonly everySeconds: number;
  readonly counts: Readonly<Record<KpiState, number>>;
  readonly good: number;
  readonly total: number;
  /** Measured slots within their limits, and beyond them. */
  readonly goodSlots: number;
  readonly badSlots: number;
  readonly average: number | null;
}

export function dayRow(sums: DaySums): KpiIndexRow {
  const { kpi, service, day, revision, everySeconds, counts, good, total } = sums;
  return {
    id: `${kpi.id}:day:${day}:${revision}`,
    at: day + revision - 1,
    level: 'info',
    body: `${service}: ${kpi.name}, sums of ${new Date(day).toISOString().slice(0, 10)}`,
    keptDays,
    attributes: present({
      kind: 'day',
      kpi_id: kpi.id,
      kpi: kpi.name,
      service_id: kpi.service,
      service,
      day: day / SECOND_MS,
      every: everySeconds,
      revision,
      good,
      total,
      good_slots: sums.goodSlots,
      bad_slots: sums.badSlots,
      average: sums.average,
      ...counts,
    }),
  };
}

export function recordOf(
  organization: OrganizationId,
  row: KpiIndexRow,
  receivedAt: number,
): LogRecord {
  return {
    organization,
    index: KPI_INDEX,
    timestamp: row.at,
    receivedAt,
    retentionDays: row.keptDays,
    level: row.level,
    source: 'xplain',
    id: row.id,
    body: row.body,
    attributes: Object.entries(row.attributes),
  };
}

function present(values: Readonly<Record<string, string | number | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  );
}

/** Four digits that count are enough for people. */
export function round(value: number): number {
  return Number(value.toPrecision(4));
}
