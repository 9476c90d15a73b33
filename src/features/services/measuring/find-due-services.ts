/** Finds the services of an organization that are due together with a running one. */
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { ServiceRow, ServiceRunRow } from '../../../engines/metadata/tables/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readSelector } from '../managing/check-searches.ts';
import { readKpis, readKpiStates } from '../managing/kpis-table.ts';
import { findServices } from '../managing/services-table.ts';
import type { Question } from './ask-slots.ts';
import type { Part } from './ask-together.ts';
import type { Horizon } from './find-horizon.ts';
import { type KpiPlan, planKpi } from './plan-slots.ts';
import { findDueRuns } from './service-runs-table.ts';

/** The query for one service and one slot length. */
export interface Asked extends Question {
  /** Those of its KPIs that can be queried together with other services. */
  readonly part: Part;
}

/** All KPIs whose slots are equally long share one question. */
export function askedOf(service: ServiceRow, plans: readonly KpiPlan[], now: number): Asked[] {
  const due = plans.filter(({ fresh, again }) => fresh.length + again.length > 0);
  if (due.length === 0) return [];
  const selector = readSelector(service.selector);
  const lists = Map.groupBy(due, ({ kpi }) => kpi.settings.everySeconds);
  return [...lists].map(([everySeconds, alike]) => {
    const slots = new Set(alike.flatMap(({ fresh, again }) => [...fresh, ...again]));
    const kpis = alike.map(({ kpi }) => kpi);
    const columns = kpis.filter(({ settings }) => settings.measure.kind !== 'query');
    return {
      selector,
      kpis,
      everySeconds,
      slots: [...slots].toSorted((a, b) => a - b),
      now,
      part: { service: service.id, text: service.selector, selector, kpis: columns },
    };
  });
}

/** The run that looks for others. */
export interface Seeker {
  readonly organization: OrganizationId;
  readonly row: Pick<ServiceRunRow, 'id' | 'claimed_by'>;
  readonly now: number;
}

/** More than one statement can take, since some of them have other slots. */
const CANDIDATES_MAX = 2 * LIMITS.services.sharedServicesMax;

/** In the order in which they are due; none that another node works on. */
export async function findDueServices(
  { metadata }: { readonly metadata: Pick<Metadata, 'db'> },
  { organization, row, now }: Seeker,
  horizon: Horizon,
  isOpen: (service: string) => boolean,
): Promise<Asked[]> {
  const due = await findDueRuns(metadata, organization, {
    now,
    holder: row.claimed_by ?? '',
    max: LIMITS.services.overviewMax,
  });
  const ids = due.filter((id) => id !== row.id && isOpen(id)).slice(0, CANDIDATES_MAX);
  if (ids.length === 0) return [];
  const [services, kpis, states] = await Promise.all([
    findServices(metadata, organization, ids),
    readKpis(metadata, organization, ids),
    readKpiStates(metadata, organization, ids),
  ]);
  const kpisOf = Map.groupBy(
    kpis.filter(({ isEnabled }) => isEnabled),
    ({ service }) => service,
  );
  return ids.flatMap((id) => {
    const service = services.get(id);
    const own = kpisOf.get(id) ?? [];
    // The past of new ones is measured first.
    const isNew = own.some((kpi) => states.get(kpi.id)?.is_backfilled === 0);
    if (service === undefined || isNew) return [];
    try {
      return askedOf(service, plansOf(own, states, { now, horizon: horizon.at }), now);
    } catch (error) {
      // Its own run reports the error.
      if (error instanceof AppError) return [];
      throw error;
    }
  });
}

/** KPIs without a state have just been deleted. */
export function plansOf(
  kpis: readonly KpiPlan['kpi'][],
  states: ReadonlyMap<string, KpiPlan['state']>,
  times: { readonly now: number; readonly horizon: number },
): KpiPlan[] {
  return kpis.flatMap((kpi) => {
    const state = states.get(kpi.id);
    return state === undefined ? [] : [planKpi(kpi, state, times, kpis.length)];
  });
}
