/**
 * Alert rules: queries that are looked at again and again, incidents when what they watch for happens, and messages to
 * whoever wants to know. Owns the tables `alert_…` and the index `_alerts`.
 */
import * as alertSilences from '../../contract/alert-silences.ts';
import type { Room } from '../../room.ts';
import { countAlertRules } from './rules/alert-rules-table.ts';
import type { SilenceNeeds } from './silences/manage-silences.ts';
import { alertSilenceRoutes } from './silences/silence-routes.ts';

export const alertsRoom = {
  contract: [alertSilences],
  counts: { alertRules: countAlertRules },
  open: (needs) => ({
    routes: (app) => {
      alertSilenceRoutes(app, needs);
    },
  }),
} as const satisfies Room<SilenceNeeds>;
