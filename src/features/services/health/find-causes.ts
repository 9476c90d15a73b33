import type { ServiceHealth, ServiceMap } from '../../../contract/service-health.ts';
import type {
  ServiceDependencyRow,
  ServiceRow,
  ServiceRunRow,
} from '../../../engines/metadata/tables/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { textOf } from '../managing/manage-services.ts';

export interface Surroundings {
  readonly services: readonly ServiceRow[];
  readonly runs: ReadonlyMap<string, ServiceRunRow>;
  readonly dependencies: readonly ServiceDependencyRow[];
}

/**
 * Direct dependencies of a service, and indirect ones through other bad services, that turned bad no later than the
 * service. The earliest comes first.
 */
export function findCauses(
  id: string,
  { services, runs, dependencies }: Surroundings,
): ServiceHealth['likelyCauses'] {
  const own = runs.get(id);
  if (!isBad(own)) return [];
  const names = new Map(services.map((row) => [row.id, row.name]));
  const next = Map.groupBy(dependencies, ({ service_id }) => service_id);
  const seen = new Set([id]);
  const found: ServiceRunRow[] = [];
  const ways = [id];
  for (let at = ways.pop(); at !== undefined; at = ways.pop()) {
    for (const { depends_on } of next.get(at) ?? []) {
      const run = runs.get(depends_on);
      if (seen.has(depends_on) || !isBad(run)) continue;
      seen.add(depends_on);
      ways.push(depends_on);
      if ((run.state_since ?? Infinity) <= (own.state_since ?? -Infinity)) found.push(run);
    }
  }
  return found
    .toSorted((a, b) => (a.state_since ?? 0) - (b.state_since ?? 0) || (a.id < b.id ? -1 : 1))
    .slice(0, LIMITS.services.causesMax)
    .map((run) => ({
      serviceId: run.id,
      service: names.get(run.id) ?? '',
      state: run.state,
      since: textOf(run.state_since),
    }));
}

function isBad(run: ServiceRunRow | undefined): run is ServiceRunRow {
  return run?.state === 'degraded' || run?.state === 'critical';
}

type Edge = ServiceMap['edges'][number];

export function drawMap({ services, runs, dependencies }: Surroundings): Omit<ServiceMap, 'isCut'> {
  const known = new Set(services.map(({ id }) => id));
  const edges = dependencies
    .filter(({ service_id, depends_on }) => known.has(service_id) && known.has(depends_on))
    .map(({ service_id, depends_on }) => ({ from: service_id, to: depends_on }));
  const next = Map.groupBy(edges, ({ from }) => from);
  const nodes = services.map(({ id, name, tier }) => {
    const run = runs.get(id);
    return {
      id,
      name,
      tier,
      state: run?.state ?? 'unknown',
      score: run?.score ?? null,
      since: textOf(run?.state_since),
      isInCircle: reachesItself(id, next),
    };
  });
  return { nodes, edges };
}

function reachesItself(id: string, next: ReadonlyMap<string, readonly Edge[]>): boolean {
  const seen = new Set<string>();
  const ways = [id];
  for (let at = ways.pop(); at !== undefined; at = ways.pop()) {
    for (const { to } of next.get(at) ?? []) {
      if (to === id) return true;
      if (seen.has(to)) continue;
      seen.add(to);
      ways.push(to);
    }
  }
  return false;
}
