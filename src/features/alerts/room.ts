/**
 * Alert rules: queries that are looked at again and again, incidents when what they watch for happens, and messages to
 * whoever wants to know. Owns the tables `alert_…` and the index `_alerts`.
 */
import * as alertAddresses from '../../contract/alert-addresses.ts';
import * as alertChannels from '../../contract/alert-channels.ts';
import * as alertDeliveries from '../../contract/alert-deliveries.ts';
import * as alertSilences from '../../contract/alert-silences.ts';
import type { Room } from '../../room.ts';
import { channelRoutes } from './channels/channel-routes.ts';
import { deliveryRoutes } from './messages/delivery-routes.ts';
import { openMessages, type MessagesNeeds } from './messages/open-messages.ts';
import { countAlertRules } from './rules/alert-rules-table.ts';
import type { SilenceNeeds } from './silences/manage-silences.ts';
import { alertSilenceRoutes } from './silences/silence-routes.ts';

export const alertsRoom = {
  contract: [alertSilences, alertChannels, alertDeliveries, alertAddresses],
  counts: { alertRules: countAlertRules },
  open: (needs) => {
    const messages = openMessages(needs);
    return {
      routes: (app) => {
        alertSilenceRoutes(app, needs);
        channelRoutes(app, needs);
        deliveryRoutes(app, needs);
      },
      jobs: messages.jobs,
      startDue: (runner) => runner.start(messages.work),
    };
  },
} as const satisfies Room<SilenceNeeds & MessagesNeeds>;
