/** Everything that the page, the feed and `status.json` show, as plain values. */
import type { IncidentStep, StatusReason, StatusState } from '../../spec/status.ts';
import type { DayTally, Tally } from './minutes/tally.ts';

export interface StatusView {
  readonly madeAt: number;
  /** The last minute that has a result; null before the first. */
  readonly lookedAt: number | null;
  readonly places: readonly string[];
  readonly state: StatusState;
  /** Set where the history was made up for a demonstration: everything before this moment. */
  readonly demoUntil: number | null;
  readonly notices: readonly string[];
  /** The minutes that uptime is counted over: from, and before. */
  readonly window: { readonly from: number; readonly to: number };
  readonly overall: UptimeView;
  readonly components: readonly ComponentView[];
  readonly latencies: readonly LatencyView[];
  readonly maintenance: readonly MaintenanceView[];
  readonly incidents: readonly IncidentView[];
  readonly incidentCount: number;
}

export interface UptimeView {
  readonly uptime: number | null;
  readonly coverage: number;
  readonly minutes: Tally;
  readonly days: readonly DayTally[];
}

export interface ComponentView extends UptimeView {
  readonly id: string;
  readonly name: string;
  readonly state: StatusState;
  readonly reason: StatusReason | null;
}

export interface LatencyView {
  readonly id: string;
  readonly name: string;
  /** What the product aims at, for the percentile it names. */
  readonly target: { readonly percentile: 'p95' | 'p99'; readonly ms: number } | null;
  readonly day: Percentiles;
  readonly month: Percentiles;
}

export interface Percentiles {
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

export interface MaintenanceView {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly announcedAt: number;
  readonly isInTime: boolean;
  readonly components: readonly string[];
  readonly text: string;
}

export interface IncidentView {
  readonly id: string;
  readonly title: string;
  /** Opened by a look of the probe, not by a person. */
  readonly isMadeByProbe: boolean;
  readonly components: readonly string[];
  readonly isOutage: boolean;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly updates: readonly UpdateView[];
}

export interface UpdateView {
  readonly madeAt: number;
  readonly step: IncidentStep;
  readonly text: string;
  readonly name: string;
}
