/**
 * Alert rules: queries that are looked at again and again, incidents when what they watch for happens, and messages to
 * whoever wants to know. Owns the tables `alert_…` and the index `_alerts`.
 */
import type { Room } from '../../room.ts';
import { countAlertRules } from './rules/alert-rules-table.ts';

export const alertsRoom = {
  contract: [],
  counts: { alertRules: countAlertRules },
  open: () => ({}),
} as const satisfies Room<object>;
