import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import { MINUTE_MS } from '../../../spec/units.ts';

/** Names of fields that recent events of an organization had, so that they are not searched for again. */
export interface FieldMemory {
  has(organization: OrganizationId, name: string): boolean;
  add(organization: OrganizationId, names: Iterable<string>): void;
  /** A look took too long lately: the next one waits. */
  isPaused(organization: OrganizationId): boolean;
  pause(organization: OrganizationId): void;
}

/** Fields change with deployments. */
const KEPT_MS = 10 * MINUTE_MS;
const PAUSE_MS = MINUTE_MS;
const ORGANIZATIONS_MAX = 1_000;

interface Known {
  readonly names: ReadonlySet<string>;
  readonly at: number;
  readonly isPause: boolean;
}

export function createFieldMemory({ clock }: { readonly clock: Clock }): FieldMemory {
  // The one that was written longest ago comes first.
  const known = new Map<OrganizationId, Known>();
  const keep = (organization: OrganizationId, entry: Omit<Known, 'at'>): void => {
    known.delete(organization);
    known.set(organization, { ...entry, at: clock.now() });
    const [oldest] = known.keys();
    if (known.size > ORGANIZATIONS_MAX && oldest !== undefined) known.delete(oldest);
  };
  return {
    has: (organization, name) => {
      const kept = known.get(organization);
      return kept !== undefined && clock.now() - kept.at < KEPT_MS && kept.names.has(name);
    },
    add: (organization, names) => keep(organization, { names: new Set(names), isPause: false }),
    isPaused: (organization) => {
      const kept = known.get(organization);
      return kept?.isPause === true && clock.now() - kept.at < PAUSE_MS;
    },
    pause: (organization) => keep(organization, { names: new Set(), isPause: true }),
  };
}
