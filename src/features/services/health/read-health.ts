import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { ServiceHealth, ServicesOverview } from '../../../contract/service-health.ts';
import type { ServiceRow } from '../../../engines/metadata/tables/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SERVICE_STATES, type ServiceState } from '../../../spec/services.ts';
import type { Kpi } from '../kpi.ts';
import { readKpis, readKpiStates } from '../managing/kpis-table.ts';
import { requireService, textOf } from '../managing/manage-services.ts';
import { readAllServices, readDependencies, readRuns } from '../managing/services-table.ts';
import { lengthsOf } from '../measuring/plan-slots.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { findCauses } from './find-causes.ts';
import { readSlos } from './read-slos.ts';
import { emptyStrip, readStrips, type Strip } from './read-strips.ts';
import { standingOf } from './show-reasons.ts';

type Needs = Pick<ServiceNeeds, 'metadata' | 'clock' | 'search'>;

export async function readHealth(
  needs: Needs,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<ServiceHealth> {
  const { metadata, clock, search } = needs;
  const { organization } = actor;
  const service = await requireService(metadata, organization, id);
  const [kpis, states, runs, services, dependencies] = await Promise.all([
    readKpis(metadata, organization, id),
    readKpiStates(metadata, organization, id),
    readRuns(metadata, organization),
    readAllServices(metadata, organization, LIMITS.services.overviewMax),
    readDependencies(metadata, organization),
  ]);
  const now = clock.now();
  const { state, score, reasons } = standingOf(kpis, states);
  const run = runs.get(id);
  const strips = await readStrips(search, actor, [service], now, signal);
  const strip = strips.get(id) ?? emptyStrip(now, service);
  const enabled = kpis.filter(({ isEnabled }) => isEnabled);
  return {
    state,
    score,
    coverage: coverageOf(enabled, strip, now),
    since: textOf(run?.state_since),
    reasons: [...reasons],
    likelyCauses: findCauses(id, { services, runs, dependencies }),
    history: strip.history,
    slos: await readSlos(search, actor, { kpis: enabled, states, run, now }, signal),
    asOf: new Date(now).toISOString(),
  };
}

/** Of all of the last 24 hours, also of those in which a KPI was not there yet. */
function coverageOf(
  kpis: readonly Kpi[],
  { from: start, measuredSlots }: Strip,
  now: number,
): number | null {
  const expected = kpis.reduce((sum, { settings }) => {
    const { everyMs, delayMs } = lengthsOf(settings);
    const first = Math.ceil(start / everyMs) * everyMs;
    const over = Math.floor((now - delayMs) / everyMs) * everyMs;
    return sum + Math.max(0, Math.floor((over - first) / everyMs));
  }, 0);
  return expected === 0 ? null : Math.min(1, measuredSlots / expected);
}

/** Bad states first, then unknown. */
const WORST_FIRST: readonly ServiceState[] = ['critical', 'degraded', 'unknown', 'healthy'];

export async function readOverview(
  needs: Needs,
  actor: Actor,
  signal: AbortSignal,
): Promise<ServicesOverview> {
  const { metadata, clock } = needs;
  const { organization } = actor;
  const max = LIMITS.services.overviewMax;
  const [rows, kpis, states, runs] = await Promise.all([
    readAllServices(metadata, organization, max + 1),
    readKpis(metadata, organization),
    readKpiStates(metadata, organization),
    readRuns(metadata, organization),
  ]);
  const now = clock.now();
  const shown = rows.slice(0, max);
  const { strips, problem } = await readOverviewStrips(needs, actor, shown, now, signal);
  const kpisOf = Map.groupBy(kpis, ({ service }) => service);
  const services = shown.map((row) => {
    const own = kpisOf.get(row.id) ?? [];
    const { state, score, reasons } = standingOf(own, states);
    const { id, name, tier, owner } = row;
    const since = textOf(runs.get(id)?.state_since);
    const { history } = strips.get(id) ?? emptyStrip(now, row);
    const tags = JSON.parse(row.tags) as string[];
    const reason = reasons[0] ?? null;
    return { id, name, tier, owner, tags, kpis: own.length, state, score, since, reason, history };
  });
  return {
    services: services.toSorted(byWorst),
    isCut: rows.length > max,
    historyProblem: problem,
    asOf: new Date(now).toISOString(),
  };
}

/** Everything else is still returned if the event store is unavailable. */
async function readOverviewStrips(
  { search }: Needs,
  actor: Actor,
  rows: readonly ServiceRow[],
  now: number,
  signal: AbortSignal,
): Promise<{ readonly strips: Map<string, Strip>; readonly problem: string | null }> {
  try {
    return { strips: await readStrips(search, actor, rows, now, signal), problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { strips: new Map(), problem: error.message };
  }
}

interface Ranked {
  readonly state: ServiceState;
  readonly score: number | null;
  readonly tier: number;
  readonly name: string;
}

function byWorst(a: Ranked, b: Ranked): number {
  const rank = ({ state }: Ranked): number =>
    WORST_FIRST.indexOf(state) + 1 || SERVICE_STATES.length;
  return (
    rank(a) - rank(b) ||
    (a.score ?? 101) - (b.score ?? 101) ||
    a.tier - b.tier ||
    (a.name < b.name ? -1 : 1)
  );
}
