/** Messages of alert rules: what was sent where, and what could not be. */
import { type Static, Type } from 'typebox';
import { DELIVERY_STATES } from '../spec/alerts.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, PAGE_QUERY, pageOf } from './schema.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Id = Type.String({ minLength: 1, maxLength: 64 });

export const AlertDelivery = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    channelName: described(TextOrNull, 'Null: the channel was deleted.'),
    ruleId: described(TextOrNull, 'Rule that sent the notification. Null for tests and notices.'),
    ruleName: described(TextOrNull, 'Name of the rule when the notification was created.'),
    kind: Type.Enum(['alert', 'reminder', 'test', 'notice'], {
      description:
        '`reminder` repeats a notification. `notice` reports a problem of the channel or rule itself.',
    }),
    state: Type.Enum(DELIVERY_STATES, {
      description: '`dead`: all attempts failed. `withheld`: suppressed.',
    }),
    withheldBy: Type.Union([Type.String(), Type.Null()], {
      description:
        'What suppressed it: ID of a silence or rule, or a reason such as `snoozed`. Null: nothing.',
    }),
    incidents: Type.Array(Type.String(), { description: 'IDs of some of its incidents.' }),
    incidentsTotal: Type.Integer({ description: 'Number of incidents in the notification.' }),
    attempts: Type.Integer({ description: 'Delivery attempts so far.' }),
    createdAt: Type.String(),
    nextTryAt: described(TextOrNull, 'Next delivery attempt. Null: none planned.'),
    endedAt: described(
      TextOrNull,
      'When the notification was sent, suppressed or failed. Null: still pending.',
    ),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'HTTP status of the last response.',
    }),
    error: described(TextOrNull, 'Error of the last attempt. Null: none.'),
  },
  { title: 'AlertDelivery' },
);
export type AlertDelivery = Static<typeof AlertDelivery>;

const example = {
  id: 'dlv_8Kd2mPvTq5WnXbRc7LzJhG',
  channelId: 'chn_7Gt2kPwVn5RxLcZbD9MqHs',
  channelName: 'ops',
  ruleId: 'alr_3Hn8cWqLz6TvKdXbR1JmPs',
  ruleName: 'Host silent',
  kind: 'alert',
  state: 'dead',
  withheldBy: null,
  incidents: ['inc_6Yb3tNvWq9KxRfLcM2JzHd'],
  incidentsTotal: 1,
  attempts: 11,
  createdAt: '2026-11-14T10:12:34.000Z',
  nextTryAt: null,
  endedAt: '2026-11-15T10:40:12.000Z',
  status: 500,
  error: 'The receiver answered 500.',
};
const tags = ['Alerts'];

export const listAlertDeliveries = {
  method: 'GET',
  url: '/api/v1/alert-deliveries',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List notifications',
    description: 'Newest first.',
    querystring: fields({
      ...PAGE_QUERY,
      state: Type.Optional(
        Type.Enum(DELIVERY_STATES, { description: 'Only deliveries in this state.' }),
      ),
      channelId: Type.Optional(described(Id, 'Only deliveries of this channel.')),
      ruleId: Type.Optional(described(Id, 'Only deliveries of this rule.')),
    }),
    response: { 200: pageOf(AlertDelivery) },
  },
  docs: { example: { query: { state: 'dead' }, answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const retryAlertDelivery = {
  method: 'POST',
  url: '/api/v1/alert-deliveries/:id/retry',
  config: { permission: 'channels:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Retry a failed notification',
    description: 'Sends a notification again whose attempts all failed.',
    params: fields({ id: Id }),
    response: { 200: dataOf(AlertDelivery) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params: { id: example.id },
      answer: {
        data: {
          ...example,
          state: 'waiting',
          attempts: 0,
          nextTryAt: '2026-11-15T11:00:00.000Z',
          endedAt: null,
        },
      },
    },
  },
} as const satisfies Endpoint;
