import type {
  History,
  IncidentRow,
  MaintenanceRow,
  MinuteRow,
} from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import {
  COMPONENT_IDS,
  type ComponentId,
  INCIDENT_STEPS,
  STATUS_COMPONENTS,
  type StatusState,
} from '../../spec/status.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { foldStates, stateOf } from './minutes/fold-states.ts';
import {
  groupMaintenance,
  isExcluded,
  isInTime,
  isUnderMaintenance,
} from './minutes/maintenance.ts';
import { reasonsOf } from './minutes/minute-codes.ts';
import type { Latency, MinuteGrid } from './minutes/minute-grid.ts';
import { percentile } from './minutes/percentile.ts';
import {
  countMinutes,
  countTogether,
  type DayTally,
  sumOf,
  tallyDays,
  uptimeOf,
} from './minutes/tally.ts';
import type {
  ComponentView,
  IncidentView,
  LatencyView,
  MaintenanceView,
  Percentiles,
  StatusView,
  UptimeView,
} from './status-view.ts';

export interface ViewInput {
  readonly now: number;
  readonly grid: MinuteGrid;
  /** The name of this probe's own minutes. */
  readonly place: string;
  readonly placeNames: readonly string[];
  /** The newest minute of this probe, for its reasons. */
  readonly latest: MinuteRow | undefined;
  readonly records: readonly MaintenanceRow[];
  readonly incidents: readonly IncidentView[];
  readonly incidentCount: number;
  readonly notices: readonly string[];
  readonly demoUntil: number | null;
}

const MINUTES_PER_DAY = 1_440;

/** Recomputes everything from the minutes, so that the displayed numbers cannot drift from them. */
export function makeView(input: ViewInput): StatusView {
  const { now, grid } = input;
  const to = windowEnd(now, grid.newest());
  const window = { from: to - LIMITS.status.uptimeMinutes, to };
  const groups = groupMaintenance(input.records);
  const counted = COMPONENT_IDS.map((id, at) =>
    countMinutes(
      (minute) => grid.at(at, minute),
      (minute) => groups.length > 0 && isExcluded(groups, id, minute),
      window.from,
      to,
    ),
  );
  const components = COMPONENT_IDS.map((id, at): ComponentView => {
    const days = tallyDays(counted[at] ?? new Uint8Array(), window.from);
    const { name } = STATUS_COMPONENTS[id];
    return { id, name, ...stateIn(input, groups, at, to), ...sums(days) };
  });
  const core = counted.filter((_, at) => STATUS_COMPONENTS[COMPONENT_IDS[at] ?? 'api'].isCore);
  const together = tallyDays(countTogether(core), window.from);
  return {
    madeAt: now,
    lookedAt: lastLook(now, grid.newest()),
    places: input.placeNames,
    state: overallState(components, input.incidents),
    demoUntil: input.demoUntil,
    notices: input.notices,
    window,
    overall: sums(together),
    components,
    latencies: latenciesOf(input, window),
    maintenance: maintenanceViews(groups, now),
    incidents: input.incidents,
    incidentCount: input.incidentCount,
  };
}

/** The current minute counts once it is known; until then the window ends before it. */
function windowEnd(now: number, newest: number | undefined): number {
  const current = Math.floor(now / MINUTE_MS);
  const isFresh = newest !== undefined && newest <= current && newest >= current - 2;
  return isFresh ? newest + 1 : current;
}

function lastLook(now: number, newest: number | undefined): number | null {
  // A clock that was ahead has left minutes that are still to come.
  return newest === undefined ? null : Math.min(newest * MINUTE_MS, now);
}

function sums(days: readonly DayTally[]): UptimeView {
  const minutes = sumOf(days);
  return { ...uptimeOf(minutes, LIMITS.status.uptimeMinutes), minutes, days };
}

function stateIn(
  { grid, now, latest }: ViewInput,
  groups: readonly (readonly MaintenanceRow[])[],
  at: number,
  to: number,
): Pick<ComponentView, 'state' | 'reason'> {
  const id = COMPONENT_IDS[at] ?? '';
  const from = to - LIMITS.status.minuteDaysMax * MINUTES_PER_DAY;
  const own = stateOf(foldStates((minute) => grid.at(at, minute), from, to));
  const current = Math.floor(now / MINUTE_MS);
  const isTold = latest !== undefined && latest.minute > current - LIMITS.status.silentMinutes;
  const reason = isTold ? (reasonsOf(latest.reasons)[at] ?? null) : null;
  const isMaintained = isUnderMaintenance(groups, id, current);
  return { state: isMaintained ? 'maintenance' : own, reason };
}

/** The worst state, with more weight on the core components. */
function overallState(
  components: readonly ComponentView[],
  incidents: readonly IncidentView[],
): StatusState {
  // Incidents reported by people stay open even if the probe detects nothing.
  const open = incidents.filter(({ closedAt }) => closedAt === null);
  const core = components.filter(({ id }) => STATUS_COMPONENTS[id as ComponentId].isCore);
  const has = (list: readonly ComponentView[], state: StatusState): boolean =>
    list.some((each) => each.state === state);
  const isTold = open.some(({ isMadeByProbe, isOutage }) => !isMadeByProbe && isOutage);
  if (has(core, 'outage') || isTold) return 'outage';
  const isUnhealthy = has(components, 'outage') || has(components, 'degraded');
  if (isUnhealthy || open.some(({ isMadeByProbe }) => !isMadeByProbe)) return 'degraded';
  if (has(components, 'maintenance')) return 'maintenance';
  return has(core, 'no_data') ? 'no_data' : 'operational';
}

const SERIES: readonly (Pick<LatencyView, 'id' | 'name' | 'target'> & { of: Latency })[] = [
  {
    id: 'ingest-http',
    of: 'httpMs',
    name: 'HTTP ingest to searchable',
    target: { percentile: 'p99', ms: LIMITS.targets.ingestLatencyP99Ms },
  },
  {
    id: 'ingest-otlp',
    of: 'otlpMs',
    name: 'OTLP ingest to searchable',
    target: { percentile: 'p99', ms: LIMITS.targets.ingestLatencyP99Ms },
  },
  {
    id: 'search',
    of: 'searchMs',
    name: 'Search, end to end',
    target: { percentile: 'p95', ms: LIMITS.targets.queryLatencyP95Ms },
  },
  { id: 'search-server', of: 'serverMs', name: 'Search, server time', target: null },
];

function latenciesOf(
  { grid, place }: ViewInput,
  { from, to }: StatusView['window'],
): readonly LatencyView[] {
  return SERIES.map(({ of, ...facts }) => ({
    ...facts,
    day: percentilesOf(grid.latencies(place, of, to - MINUTES_PER_DAY, to)),
    month: percentilesOf(grid.latencies(place, of, from, to)),
  }));
}

function percentilesOf(sorted: Float64Array): Percentiles {
  return {
    count: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
}

/** Current and upcoming maintenance, the next first. */
function maintenanceViews(
  groups: readonly (readonly MaintenanceRow[])[],
  now: number,
): readonly MaintenanceView[] {
  return groups
    .flatMap((records): MaintenanceView[] => {
      const last = records.at(-1);
      if (last === undefined || last.to <= now || last.from >= last.to) return [];
      const { id, from, to, components, text } = last;
      const announcedAt = records[0]?.madeAt ?? last.madeAt;
      return [{ id, from, to, components, text, announcedAt, isInTime: isInTime(last) }];
    })
    .toSorted((a, b) => a.from - b.from)
    .slice(0, LIMITS.status.maintenanceShownMax);
}

/** An incident with its updates. */
export function incidentView(history: History, row: IncidentRow): IncidentView {
  const { id, components, isOutage, openedAt, closedAt } = row;
  const updates = history.updates(id).flatMap(({ madeAt, step, text, name }) => {
    const known = INCIDENT_STEPS.find((each) => each === step);
    return known === undefined ? [] : [{ madeAt, step: known, text, name }];
  });
  const title = row.title === '' ? madeTitle(row) : row.title;
  const isMadeByProbe = row.title === '';
  return { id, title, isMadeByProbe, components, isOutage, openedAt, closedAt, updates };
}

function madeTitle({ isOutage, components }: IncidentRow): string {
  return `${isOutage ? 'Outage' : 'Degraded'}: ${namesOf(components)}`;
}

export function namesOf(components: readonly string[]): string {
  return components
    .map((id) =>
      Object.hasOwn(STATUS_COMPONENTS, id) ? STATUS_COMPONENTS[id as ComponentId].name : id,
    )
    .join(', ');
}
