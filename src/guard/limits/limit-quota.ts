import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Guard } from '../../http/gate.ts';
import { DAY_MS, SECOND_MS } from '../../spec/units.ts';
import type { QuotaMeter, QuotaVerdict } from './quota-meter.ts';

export interface QuotaNeeds {
  readonly meter: Pick<QuotaMeter, 'verdict'>;
  readonly clock: Clock;
  /** Called when events are refused because of the quota. */
  readonly noteRefused?: (organization: OrganizationId) => void;
}

/** Also refuses events of an organization whose quota is used up and whose plan pauses until the next day. */
export function createLimitQuota(
  needs: QuotaNeeds,
  limitRate: Guard['limitRate'],
): Guard['limitRate'] {
  return (request, reply, config, isLook) => {
    const passed = limitRate(request, reply, config, isLook);
    const organization = request.caller?.actor?.organization;
    const takesEvents = config.body === 'raw';
    const isIngest = takesEvents && (config.rate === 'ingest' || config.rate === 'otlp');
    if (!isIngest || organization === undefined) return passed;
    if (passed instanceof Promise) {
      return passed.then(async () =>
        refusePaused(needs, organization, await needs.meter.verdict(organization)),
      );
    }
    const verdict = needs.meter.verdict(organization);
    if (verdict instanceof Promise) {
      return verdict.then((known) => refusePaused(needs, organization, known));
    }
    refusePaused(needs, organization, verdict);
  };
}

function refusePaused(
  { clock, noteRefused }: QuotaNeeds,
  organization: OrganizationId,
  verdict: QuotaVerdict,
): void {
  if (verdict !== 'paused') return;
  noteRefused?.(organization);
  const untilMidnightMs = DAY_MS - (clock.now() % DAY_MS);
  const message =
    'The daily quota of the plan is exhausted. Retry after 00:00 UTC, or upgrade the plan.';
  throw new AppError('DAILY_QUOTA_EXCEEDED', message, {
    retryAfterSeconds: Math.ceil(untilMidnightMs / SECOND_MS),
  });
}
