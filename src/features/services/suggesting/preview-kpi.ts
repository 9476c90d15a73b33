import type { Actor } from '../../../base/actor.ts';
import { invalid } from '../../../base/errors.ts';
import type { KpiPreview, KpiPreviewAnswer } from '../../../contract/kpi-views.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import { readSelector } from '../managing/check-searches.ts';
import { requireService } from '../managing/manage-services.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { isWhole } from '../measuring/ask-slots.ts';
import { lengthsOf } from '../measuring/plan-slots.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { measurePast } from './measure-past.ts';

export async function previewKpi(
  needs: Pick<ServiceNeeds, 'metadata' | 'search' | 'clock'>,
  actor: Actor,
  { serviceId, selector, hours, ...given }: KpiPreview,
  signal: AbortSignal,
): Promise<KpiPreviewAnswer> {
  const settings = settleDraft(given);
  if ((serviceId === undefined) === (selector === undefined)) {
    throw invalid('serviceId', 'Set a service or a selector.');
  }
  const search =
    selector ??
    (await requireService(needs.metadata, actor.organization, serviceId ?? '')).selector;
  const [past] = await measurePast(needs, actor, readSelector(search), [settings], signal);
  const since = needs.clock.now() - (hours ?? LIMITS.services.previewHoursDefault) * HOUR_MS;
  const shown = [...(past?.slots ?? [])].filter(
    ([from]) => from + lengthsOf(settings).everyMs > since,
  );
  return {
    everySeconds: settings.everySeconds,
    slots: shown.map(([from, { state, value, good, total }]) => ({
      from: new Date(from).toISOString(),
      state,
      value,
      good,
      total,
    })),
    suggested: past?.suggested ?? { warning: null, critical: null },
    isWhole: isWhole(settings),
  };
}
