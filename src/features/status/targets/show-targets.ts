import { type Clock, isoTime } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { ReliabilityTarget, ReliabilityTargets, TargetId } from '../../../contract/targets.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { FollowedUptime } from '../follow/follow-status-page.ts';
import { addUp, quantile, totalOf } from './buckets.ts';
import type { NodeMeasures, SharedMeasures } from './share-measures.ts';

const { targets: AIMS } = LIMITS;

/** How much a restore would lose, and how long the last one took. */
export interface RecoveryFacts {
  readonly backupAt: number | undefined;
  readonly drill: { readonly at: number; readonly rtoMs: number } | undefined;
}

export interface TargetNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly measures: Pick<SharedMeasures, 'read'>;
  /** Undefined where there is no status page. */
  readonly uptime: (() => FollowedUptime | undefined) | undefined;
  /** Undefined where this installation makes no backups itself. */
  readonly recovery: (() => Promise<RecoveryFacts>) | undefined;
}

/** Lists all promised targets with their measurements. Anything not measured is reported as unknown. */
export async function showTargets(needs: TargetNeeds): Promise<ReliabilityTargets> {
  const [nodes, recovery] = await Promise.all([needs.measures.read(), readRecovery(needs)]);
  const now = needs.clock.now();
  return {
    measuredAt: isoTime(now),
    targets: [
      uptimeTarget(needs),
      ...LATENCIES.slice(0, 2).map((latency) => latencyTarget(latency, nodes, now)),
      pointTarget(needs, recovery, now),
      timeTarget(needs, recovery),
      ...LATENCIES.slice(2).map((latency) => latencyTarget(latency, nodes, now)),
    ],
  };
}

/** An unreadable location leaves two lines without data and does not affect the others. */
async function readRecovery({ recovery, log }: TargetNeeds): Promise<RecoveryFacts | undefined> {
  try {
    return await recovery?.();
  } catch (error) {
    log.warn({ err: error }, 'backup location not read for the targets');
    return undefined;
  }
}

function uptimeTarget({ uptime }: TargetNeeds): ReliabilityTarget {
  const about = {
    id: 'uptime',
    unit: 'ratio',
    promise: { comparison: 'at_least', value: AIMS.uptimeRatio },
  } as const;
  const basis = `Share of minutes in which API, ingest and search were up, measured from outside by the status probe over ${AIMS.statusHistoryDays} days. Excludes maintenance announced 48 hours ahead.`;
  if (uptime === undefined) {
    const advice = 'Run the status probe, and set XPLAIN_STATUS_URL to the address of its page.';
    return withoutData(about, basis, advice);
  }
  const seen = uptime();
  if (seen === undefined) {
    const advice =
      'The status page can’t be read. Check XPLAIN_STATUS_URL and whether the probe runs.';
    return withoutData(about, basis, advice);
  }
  const { value, coverage, minutes } = seen;
  const share = `${Math.floor(coverage * 1_000) / 10}% of the minutes are recorded.`;
  if (value === null) {
    const advice = `${share} The probe reports an uptime from ${LIMITS.status.coverageRatioMin * 100}% on.`;
    return withoutData(about, basis, advice);
  }
  return {
    ...about,
    state: value >= AIMS.uptimeRatio ? 'met' : 'missed',
    measured: {
      value,
      isMore: false,
      samples: minutes,
      from: isoTime(seen.from),
      to: isoTime(seen.to),
      nodes: null,
    },
    basis: `${basis} ${share}`,
    advice: seen.isDemo ? 'Part of this history is demo data of the status page.' : null,
  };
}

interface Latency {
  readonly id: TargetId;
  readonly targetMs: number;
  /** Which share must be within it. */
  readonly share: number;
  readonly samplesMin: number;
  readonly basis: string;
  readonly samplesName: string;
  readonly none: string;
}

const LATENCIES: readonly Latency[] = [
  {
    id: 'ingest_latency',
    targetMs: AIMS.ingestLatencyP99Ms,
    share: 0.99,
    samplesMin: AIMS.ingestSamplesMin,
    basis: 'p99 of the time from accepting a request until its events are searchable.',
    samplesName: 'requests',
    none: 'No request with events was stored in this window.',
  },
  {
    id: 'query_latency',
    targetMs: AIMS.queryLatencyP95Ms,
    share: 0.95,
    samplesMin: AIMS.querySamplesMin,
    basis:
      'p95 of simple searches (filters without pipes, any time range), from request to response.',
    samplesName: 'searches',
    none: 'No simple search was run in this window.',
  },
  {
    id: 'alert_latency',
    targetMs: AIMS.alertLatencyMs,
    share: 1,
    samplesMin: 1,
    basis:
      'Slowest alert of rules with default timing: maximum time from when the triggering event became searchable until the rule fired.',
    samplesName: 'alerts',
    none: 'No rule with default timing fired on events in this window.',
  },
];

function latencyTarget(
  { id, targetMs, share, samplesMin, basis, samplesName, none }: Latency,
  nodes: readonly NodeMeasures[],
  now: number,
): ReliabilityTarget {
  const about = { id, unit: 'ms', promise: { comparison: 'under', value: targetMs } } as const;
  const measuring = nodes.filter(({ counts }) => counts[id] !== undefined);
  const buckets = addUp(measuring.flatMap(({ counts }) => counts[id] ?? []));
  const found = buckets === undefined ? undefined : quantile(buckets, share);
  if (buckets === undefined || found === undefined) return withoutData(about, basis, none);
  const samples = totalOf(buckets);
  const value = found.seconds * SECOND_MS;
  const isEnough = samples >= samplesMin;
  const state = !found.isMore && value <= targetMs ? 'met' : 'missed';
  return {
    ...about,
    state: isEnough ? state : 'no_data',
    measured: {
      value,
      isMore: found.isMore,
      samples,
      from: isoTime(Math.min(...measuring.map(({ from }) => from))),
      to: isoTime(now),
      nodes: measuring.length,
    },
    basis,
    advice: isEnough ? null : `Not enough data: needs at least ${samplesMin} ${samplesName}.`,
  };
}

const NO_BACKUPS =
  'Backups are not configured in Xplain. Set XPLAIN_BACKUP_TO, or measure this with the backups of your database servers.';
const UNREADABLE = 'The backup location can’t be read. See the server log.';

function pointTarget(
  { recovery }: TargetNeeds,
  facts: RecoveryFacts | undefined,
  now: number,
): ReliabilityTarget {
  const about = {
    id: 'recovery_point',
    unit: 'ms',
    promise: { comparison: 'under', value: AIMS.recoveryPointMs },
  } as const;
  const basis = 'Age of the latest backup, which is how much data a restore would lose now.';
  if (facts?.backupAt === undefined) {
    const advice =
      recovery === undefined ? NO_BACKUPS : facts === undefined ? UNREADABLE : 'No backup yet.';
    return withoutData(about, basis, advice);
  }
  return measuredOnce(about, Math.max(0, now - facts.backupAt), now, basis);
}

function timeTarget(
  { recovery }: TargetNeeds,
  facts: RecoveryFacts | undefined,
): ReliabilityTarget {
  const about = {
    id: 'recovery_time',
    unit: 'ms',
    promise: { comparison: 'under', value: AIMS.recoveryTimeMs },
  } as const;
  const basis = 'Duration of the last restore drill.';
  if (facts?.drill === undefined) {
    const none = 'No drill yet. Run `xplain restore --drill`.';
    const advice = recovery === undefined ? NO_BACKUPS : facts === undefined ? UNREADABLE : none;
    return withoutData(about, basis, advice);
  }
  const { at, rtoMs } = facts.drill;
  return measuredOnce(about, rtoMs, at, basis);
}

type About = Pick<ReliabilityTarget, 'id' | 'unit' | 'promise'>;

function measuredOnce(about: About, value: number, at: number, basis: string): ReliabilityTarget {
  return {
    ...about,
    state: value < about.promise.value ? 'met' : 'missed',
    measured: { value, isMore: false, samples: null, from: null, to: isoTime(at), nodes: null },
    basis,
    advice: null,
  };
}

function withoutData(about: About, basis: string, advice: string): ReliabilityTarget {
  return { ...about, state: 'no_data', measured: null, basis, advice };
}
