/**
 * Alerts of Jira Service Management, in the form that Opsgenie has: created, then acknowledged and closed by alias. The
 * base address is the channel's, since both products and their regions have their own.
 */
import type { Severity } from '../../../../spec/alerts.ts';
import type { Message } from '../message.ts';
import { type Format, jsonRequest, shorten } from './format.ts';
import { actionOf, dedupKeyOf } from './pagerduty.ts';

export const JSM_URL = 'https://api.atlassian.com/jsm/ops/integration';

const MESSAGE_CHARACTERS_MAX = 130;
/** The documentation of the two products specifies 512 and 250; the smaller value fits both. */
const ALIAS_CHARACTERS_MAX = 250;
const DESCRIPTION_CHARACTERS_MAX = 15_000;

const ACTIONS = { acknowledge: 'acknowledge', resolve: 'close' } as const;

const PRIORITIES = {
  critical: 'P1',
  error: 'P2',
  warning: 'P3',
  info: 'P5',
} as const satisfies Record<Severity, string>;

export const jsmFormat: Format = {
  freeze: (message) => {
    const alias = dedupKeyOf(message).slice(0, ALIAS_CHARACTERS_MAX);
    const action = actionOf(message);
    if (action === 'trigger') {
      return { path: '/v2/alerts', body: JSON.stringify(alertOf(message, alias)) };
    }
    const path = `/v2/alerts/${encodeURIComponent(alias)}/${ACTIONS[action]}?identifierType=alias`;
    const note = shorten(message.title, MESSAGE_CHARACTERS_MAX);
    return { path, body: JSON.stringify({ source: 'Xplain', note }) };
  },
  request: ({ frozen, secret }) =>
    jsonRequest(`${secret.url.replace(/\/+$/, '')}${frozen.path ?? ''}`, frozen.body, {
      authorization: `GenieKey ${secret.key ?? ''}`,
    }),
  isHopeless: (status) => status === 400 || status === 422,
};

function alertOf(message: Message, alias: string) {
  const [first] = message.items;
  const samples = message.samples.length === 0 ? [] : ['', ...message.samples];
  return {
    message: shorten(message.title, MESSAGE_CHARACTERS_MAX),
    alias,
    description: shorten([message.body, ...samples].join('\n'), DESCRIPTION_CHARACTERS_MAX),
    priority: PRIORITIES[message.severity],
    source: 'Xplain',
    tags: [message.severity],
    details: {
      ...first?.group,
      ...(message.rule === null ? {} : { rule: message.rule.name }),
      ...(message.url === '' ? {} : { url: message.url }),
    },
  };
}
