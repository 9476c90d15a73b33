import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import { MINUTE_MS } from '../../../spec/units.ts';

/** Names of fields that events of an organization had lately, so that nobody looks for them again. */
export interface FieldMemory {
  has(organization: OrganizationId, name: string): boolean;
  add(organization: OrganizationId, names: Iterable<string>): void;
}

/** Fields come and go with what is deployed. */
const KEPT_MS = 10 * MINUTE_MS;
const ORGANIZATIONS_MAX = 1_000;

export function createFieldMemory({ clock }: { readonly clock: Clock }): FieldMemory {
  // The one that was written longest ago comes first.
  const known = new Map<OrganizationId, { readonly names: ReadonlySet<string>; at: number }>();
  return {
    has: (organization, name) => {
      const kept = known.get(organization);
      return kept !== undefined && clock.now() - kept.at < KEPT_MS && kept.names.has(name);
    },
    add: (organization, names) => {
      known.delete(organization);
      known.set(organization, { names: new Set(names), at: clock.now() });
      const [oldest] = known.keys();
      if (known.size > ORGANIZATIONS_MAX && oldest !== undefined) known.delete(oldest);
    },
  };
}
