/**
 * Alert rules: queries that are looked at again and again, incidents when what they watch for happens, and messages to
 * whoever wants to know. Owns the tables `alert_…` and the index `_alerts`.
 */
import * as alertAddresses from '../../contract/alert-addresses.ts';
import * as alertChannels from '../../contract/alert-channels.ts';
import * as alertDeliveries from '../../contract/alert-deliveries.ts';
import * as alertMembers from '../../contract/alert-members.ts';
import * as alertRules from '../../contract/alert-rules.ts';
import * as alertSilences from '../../contract/alert-silences.ts';
import type { Room } from '../../room.ts';
import { channelRoutes } from './channels/channel-routes.ts';
import { deliveryRoutes } from './messages/delivery-routes.ts';
import { openMessages, type MessagesNeeds } from './messages/open-messages.ts';
import { queueMessages } from './messages/queue-messages.ts';
import { alertRuleRoutes } from './rules/alert-rule-routes.ts';
import { countAlertRules } from './rules/alert-rules-table.ts';
import type { RuleNeeds } from './rules/rule-needs.ts';
import { findSilence } from './silences/find-silence.ts';
import type { SilenceNeeds } from './silences/manage-silences.ts';
import { alertSilenceRoutes } from './silences/silence-routes.ts';
import { resetGroup, resetRule } from './states/reset-rule.ts';
import type { SettleNeeds } from './states/settle-needs.ts';

type Needs = Omit<RuleNeeds, 'resetRule' | 'resetGroup'> & SilenceNeeds & MessagesNeeds;

export const alertsRoom = {
  contract: [
    alertRules,
    alertMembers,
    alertSilences,
    alertChannels,
    alertDeliveries,
    alertAddresses,
  ],
  counts: { alertRules: countAlertRules },
  open: (needs) => {
    const messages = openMessages(needs);
    const telling: Pick<SettleNeeds, 'queueMessages'> & Pick<Needs, 'clock'> = {
      clock: needs.clock,
      queueMessages: (...told) => queueMessages({ findSilence }, ...told),
    };
    const rules: RuleNeeds = {
      ...needs,
      resetRule: (unit, ...end) => resetRule(unit, telling, ...end),
      resetGroup: (unit, rule, hash, reason) => resetGroup(unit, telling, rule, { hash, reason }),
    };
    return {
      routes: (app) => {
        alertRuleRoutes(app, rules);
        alertSilenceRoutes(app, needs);
        channelRoutes(app, needs);
        deliveryRoutes(app, needs);
      },
      jobs: messages.jobs,
      startDue: (runner) => runner.start(messages.work),
    };
  },
} as const satisfies Room<Needs>;
