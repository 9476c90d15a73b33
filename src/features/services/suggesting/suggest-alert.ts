import type { Actor } from '../../../base/actor.ts';
import type { AlertRuleDraft } from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { KPI_INDEX } from '../../../spec/services.ts';
import { kpiOf } from '../managing/kpis-table.ts';
import { requireKpi } from '../managing/manage-kpis.ts';
import { requireService } from '../managing/manage-services.ts';
import type { ServiceNeeds } from '../service-needs.ts';

/** Interval of the rule, and maximum time for measuring and storing, in seconds. */
const INTERVAL_SECONDS = LIMITS.alerts.intervalSecondsMin;
const MEASURING_SECONDS = 5;

/** A rule over `_kpi`: as soon as a slot is beyond its limit, it fires. */
export async function suggestAlert(
  { metadata }: Pick<ServiceNeeds, 'metadata'>,
  { organization }: Actor,
  id: string,
): Promise<{ rule: AlertRuleDraft; secondsToFire: number }> {
  const kpi = kpiOf(await requireKpi(metadata, organization, id));
  const service = await requireService(metadata, organization, kpi.service);
  const { everySeconds, delaySeconds, critical } = kpi.settings;
  const state = critical === null ? 'warning' : 'critical';
  const name = `${service.name}: ${kpi.name} is ${state === 'critical' ? 'critical' : 'over its threshold'}`;
  return {
    rule: {
      name: name.slice(0, LIMITS.alerts.nameCharactersMax),
      query: `index=${KPI_INDEX} kind=slot kpi_id="${id}" state=${state}`,
      // One slot long, so that it ends with the first good slot.
      window: everySeconds,
      interval: INTERVAL_SECONDS,
      condition: { kind: 'threshold', op: '>', value: 0 },
    },
    secondsToFire: everySeconds + delaySeconds + MEASURING_SECONDS + INTERVAL_SECONDS,
  };
}
