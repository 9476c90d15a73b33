import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Rule } from '../rule.ts';
import type { Transition } from './advance.ts';

/** What the transactions that change incidents work with. */
export interface SettleNeeds {
  /** Queues the notifications of channels. One call per rule and transaction. */
  readonly queueMessages: (
    unit: Unit,
    rule: Rule,
    told: readonly Told[],
    now: number,
  ) => Promise<void>;
  /** Sends a notice about alerting itself to the Owners, once a day for the same key. */
  readonly queueNotice: (
    unit: Unit,
    organization: OrganizationId,
    notice: Notice,
  ) => Promise<unknown>;
}

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly to: 'owners' | { readonly ownersAnd: readonly string[] };
  readonly key: string;
}

/** The same instant by two clocks. */
export interface Times {
  /** By the clock of this node, which messages go by. */
  readonly now: number;
  /** By the clock of the store, which rules go by. */
  readonly storeNow: number;
}

/** A transition of an incident that channels can be notified of. */
export interface Told {
  readonly incident: AlertIncidentRow;
  readonly transition: { readonly kind: Transition['kind'] | 'acknowledged' | 'still_firing' };
}
