/**
 * Alert rules: queries that are evaluated periodically, incidents when their condition is met, and messages to
 * subscribers. Owns the tables `alert_…` and the index `_alerts`.
 */
import type { Actor } from '../../base/actor.ts';
import * as alertAddresses from '../../contract/alert-addresses.ts';
import * as alertChannels from '../../contract/alert-channels.ts';
import * as alertDeliveries from '../../contract/alert-deliveries.ts';
import * as alertMembers from '../../contract/alert-members.ts';
import * as alertRules from '../../contract/alert-rules.ts';
import * as alertSilences from '../../contract/alert-silences.ts';
import * as alertSeries from '../../contract/alert-series.ts';
import * as alertTests from '../../contract/alert-tests.ts';
import * as alerts from '../../contract/alerts.ts';
import type { Room } from '../../room.ts';
import { replayIncident } from './backtest/replay-incident.ts';
import { testRule } from './backtest/test-rule.ts';
import { channelKind } from './channels/channel-kind.ts';
import { channelRoutes } from './channels/channel-routes.ts';
import { testChannel } from './channels/test-channel.ts';
import type { ConditionNeeds } from './conditions/condition-needs.ts';
import { createRuleTrees } from './conditions/rule-trees.ts';
import { incidentRoutes } from './incidents/incident-routes.ts';
import type { SeriesNeeds } from './incidents/read-series.ts';
import { deliveryRoutes } from './messages/delivery-routes.ts';
import { type MessagesNeeds, openMessages } from './messages/open-messages.ts';
import { queueMessages } from './messages/queue-messages.ts';
import { queueNotice } from './messages/queue-notice.ts';
import { alertRuleRoutes, alertTestRoutes } from './rules/alert-rule-routes.ts';
import { countAlertRules } from './tables/alert-rules-table.ts';
import { ruleKind } from './rules/rule-kind.ts';
import type { RuleNeeds } from './rules/rule-needs.ts';
import type { TestNeeds } from './rules/test-rules.ts';
import type { SilenceNeeds } from './silences/manage-silences.ts';
import { silenceKind } from './silences/silence-kind.ts';
import { alertSilenceRoutes } from './silences/silence-routes.ts';
import { resetGroup, resetRule } from './states/reset-rule.ts';
import type { SettleNeeds } from './states/settle-needs.ts';
import { openTicking, type TickingNeeds } from './ticking/open-ticking.ts';
import { checkLag } from './watching/check-lag.ts';
import { watchAlerts, type WatchNeeds } from './watching/watch-alerts.ts';

type Needs = Omit<RuleNeeds, 'resetRule' | 'resetGroup'> &
  SilenceNeeds &
  MessagesNeeds &
  WatchNeeds &
  Omit<TickingNeeds, 'trees'>;

export const alertsRoom = {
  contract: [
    alertRules,
    alertMembers,
    alertTests,
    alerts,
    alertSeries,
    alertSilences,
    alertChannels,
    alertDeliveries,
    alertAddresses,
  ],
  counts: { alertRules: countAlertRules },
  open: (needs) => {
    const messages = openMessages(needs);
    const settling = settlingOf(needs);
    const conditions = conditionsOf(needs);
    const ticking = openTicking({ ...needs, ...conditions, metadata: needs.metadata }, settling);
    const { publicOrigin } = needs.access;
    const managing = { ...needs, ...resetting(needs, settling) };
    return {
      routes: (app) => {
        alertRuleRoutes(app, managing);
        const testing = testingOf(needs, conditions);
        alertTestRoutes(app, { ...managing, ...testing });
        incidentRoutes(app, { ...needs, ...settling, ...testing, publicOrigin });
        alertSilenceRoutes(app, needs);
        channelRoutes(app, needs);
        deliveryRoutes(app, needs);
      },
      kinds: [channelKind(needs), ruleKind(managing), silenceKind(needs)],
      checks: { alerts: () => checkLag(needs) },
      jobs: [...messages.jobs, ...watchAlerts(needs, settling)],
      startDue: (runner) => {
        runner.start(ticking);
        runner.start(messages.work);
      },
    };
  },
} as const satisfies Room<Needs>;

/** Queries of rules run in their own slots. */
function conditionsOf({ search, metadata, judge, log }: Needs): ConditionNeeds {
  const trees = createRuleTrees();
  return { search: { ...search, searchKind: 'alert' }, metadata, judge, log, trees };
}

function testingOf(
  needs: Needs,
  conditions: ConditionNeeds,
): Pick<TestNeeds, 'testRule'> & Pick<SeriesNeeds, 'replayIncident'> {
  const testingNeeds = {
    ...conditions,
    frontier: () => needs.store.frontier(),
    testChannel: (actor: Actor, id: string, signal: AbortSignal) =>
      testChannel(needs, actor, id, signal),
  };
  return {
    testRule: (...test) => testRule(testingNeeds, ...test),
    replayIncident: (...past) => replayIncident(testingNeeds, ...past),
  };
}

function settlingOf({ clock }: Pick<Needs, 'clock'>): SettleNeeds {
  return {
    queueMessages,
    queueNotice: (...notice) => queueNotice({ clock }, ...notice),
  };
}

function resetting(
  { clock }: Pick<Needs, 'clock'>,
  settling: SettleNeeds,
): Pick<RuleNeeds, 'resetRule' | 'resetGroup'> {
  const telling = { ...settling, clock };
  return {
    resetRule: (unit, ...end) => resetRule(unit, telling, ...end),
    resetGroup: (unit, rule, hash, reason) => resetGroup(unit, telling, rule, { hash, reason }),
  };
}
