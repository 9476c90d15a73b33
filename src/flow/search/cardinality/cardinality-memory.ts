import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Limits } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import type { CardinalityEstimate, CardinalityMemory } from './cardinality-estimate.ts';

export interface CardinalityNeeds {
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'views'>;
  /** Its time is bounded. */
  readonly estimate: (actor: Actor) => Promise<CardinalityEstimate>;
  /** No caller waits for an estimate made in the background, so its errors are handled here. */
  readonly reportFault: (error: unknown, organization: OrganizationId) => void;
}

const ORGANIZATIONS_MAX = 1_000;
/** An older estimate is no longer meaningful. */
const KEPT_MS_MAX = HOUR_MS;

interface Entry {
  readonly triedAt: number;
  readonly running: Promise<CardinalityEstimate> | undefined;
  readonly last: CardinalityEstimate | undefined;
}

export function createCardinalityMemory(needs: CardinalityNeeds): CardinalityMemory {
  const { clock, limits, estimate, reportFault } = needs;
  const freshMs = limits.views.cardinalityKeptMs;
  // The one that was tried longest ago comes first.
  const entries = new Map<OrganizationId, Entry>();

  function keep(organization: OrganizationId, entry: Entry): void {
    entries.delete(organization);
    entries.set(organization, entry);
    const [oldest] = entries.keys();
    if (entries.size > ORGANIZATIONS_MAX && oldest !== undefined) entries.delete(oldest);
  }

  function start(actor: Actor): Promise<CardinalityEstimate> {
    const { organization } = actor;
    const last = entries.get(organization)?.last;
    const triedAt = clock.now();
    // An aborted caller must not cancel what others wait for.
    const running = estimate(actor);
    keep(organization, { triedAt, running, last });
    running.then(
      (made) => keep(organization, { triedAt, running: undefined, last: made }),
      () => keep(organization, { triedAt, running: undefined, last }),
    );
    return running;
  }

  const isWithin = (at: number, ms: number): boolean => Math.abs(clock.now() - at) < ms;

  return {
    async read(actor) {
      const entry = entries.get(actor.organization);
      if (entry?.running !== undefined) return entry.running;
      if (entry?.last !== undefined && isWithin(entry.last.at, freshMs)) return entry.last;
      return start(actor);
    },
    peek(actor) {
      const last = entries.get(actor.organization)?.last;
      return last !== undefined && isWithin(last.at, KEPT_MS_MAX) ? last : undefined;
    },
    renew(actor) {
      const entry = entries.get(actor.organization);
      const isTried = entry !== undefined && isWithin(entry.triedAt, freshMs);
      if (!isTried && entry?.running === undefined) {
        start(actor).catch((error: unknown) => {
          // If the store is unavailable or busy, the estimate is retried later.
          if (!(error instanceof AppError)) reportFault(error, actor.organization);
        });
      }
    },
  };
}
