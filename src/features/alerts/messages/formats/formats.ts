import type { ChannelKind } from '../../../../spec/alerts.ts';
import { discordFormat } from './discord.ts';
import type { Format } from './format.ts';
import { jsmFormat } from './jsm.ts';
import { pagerdutyFormat } from './pagerduty.ts';
import { slackFormat } from './slack.ts';
import { teamsFormat } from './teams.ts';
import { webhookFormat } from './webhook.ts';

/** Every kind of channel that is called. Mail goes through the outbox instead. */
export const FORMATS: Readonly<Record<Exclude<ChannelKind, 'email'>, Format>> = {
  webhook: webhookFormat,
  slack: slackFormat,
  discord: discordFormat,
  teams: teamsFormat,
  pagerduty: pagerdutyFormat,
  jsm: jsmFormat,
};

/** Whether each incident has its own events, which the receiver groups itself. */
export function isPerIncident(kind: ChannelKind): boolean {
  return kind === 'pagerduty' || kind === 'jsm';
}

/** Chats take about one message a second. */
export function isChat(kind: ChannelKind): boolean {
  return kind === 'slack' || kind === 'discord';
}
