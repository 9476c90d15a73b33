import type { OrganizationId } from '../../base/ids.ts';
import type { AlertRuleSettings } from '../../contract/alert-rule-settings.ts';

/** A rule as used throughout alerting: every setting has its effective value. */
export interface Rule {
  readonly id: string;
  readonly organization: OrganizationId;
  readonly name: string;
  readonly version: number;
  readonly isEnabled: boolean;
  readonly settings: AlertRuleSettings;
  /** Milliseconds since 1970. */
  readonly snoozedUntil: number | null;
  readonly createdBy: string;
  /** In a test: the caller may read the audit log, regardless of who saved the rule. */
  readonly mayReadAudit?: true;
  /** When it was made, changed or switched last, by the clock of a node. */
  readonly changedAt: number;
}
