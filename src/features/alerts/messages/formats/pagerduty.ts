/** PagerDuty's Events API v2. The key of the integration is put in when the event is sent. */
import { isoTime } from '../../../../base/clock.ts';
import { groupText, type Message } from '../message.ts';
import { type Format, jsonRequest, shorten } from './format.ts';

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';

const SUMMARY_CHARACTERS_MAX = 1_024;
const DEDUP_KEY_CHARACTERS_MAX = 255;

export const pagerdutyFormat: Format = {
  freeze: (message) => ({ body: JSON.stringify(eventOf(message)) }),
  request: ({ frozen, secret }) =>
    jsonRequest(
      secret.url,
      JSON.stringify({ routing_key: secret.key, ...(JSON.parse(frozen.body) as object) }),
    ),
  // It will not understand the same event any better the next time.
  isHopeless: (status) => status === 400,
};

function eventOf(message: Message) {
  const common = {
    event_action: actionOf(message),
    dedup_key: dedupKeyOf(message).slice(0, DEDUP_KEY_CHARACTERS_MAX),
  };
  if (common.event_action !== 'trigger') return common;
  const [first] = message.items;
  return {
    ...common,
    client: 'Xplain',
    ...(message.url === '' ? {} : { client_url: message.url, links: linksOf(message) }),
    payload: {
      summary: shorten(message.title, SUMMARY_CHARACTERS_MAX),
      source: shorten(groupText(first?.group ?? null) || message.rule?.name || 'Xplain', 255),
      severity: message.severity,
      timestamp: isoTime(message.at),
      class: shorten(message.rule?.name ?? message.kind, 255),
      custom_details: detailsOf(message),
    },
  };
}

/** The same key for all events of one incident, and for all storms of one rule. */
export function dedupKeyOf({ isStorm, rule, items, id }: Message): string {
  if (isStorm && rule !== null) return `${rule.id}:storm`;
  return items[0]?.dedupKey ?? id;
}

/** What a message is to a receiver that knows incidents itself. */
export function actionOf({ items, isFiring }: Message): 'trigger' | 'acknowledge' | 'resolve' {
  if (items.length === 0) return 'trigger';
  if (!isFiring) return 'resolve';
  return items.every(({ transition }) => transition === 'acknowledged') ? 'acknowledge' : 'trigger';
}

function linksOf({ url }: Message) {
  return [{ href: url, text: 'Open in Xplain' }];
}

function detailsOf(message: Message) {
  const [first] = message.items;
  return {
    text: shorten(message.body, 4_000),
    ...(first === undefined
      ? {}
      : { value: first.value, condition: first.condition, group: first.group }),
    ...(message.isStorm ? { incidents: message.total } : {}),
    ...(message.samples.length === 0
      ? {}
      : { samples: message.samples.map((line) => shorten(line, 1_000)) }),
  };
}
