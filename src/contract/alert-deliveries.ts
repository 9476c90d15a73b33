/** Messages of alert rules: what was sent where, and what could not be. */
import { type Static, Type } from 'typebox';
import { DELIVERY_STATES } from '../spec/alerts.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, PAGE_QUERY, pageOf } from './schema.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Id = Type.String({ minLength: 1, maxLength: 64 });

export const AlertDelivery = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    channelName: TextOrNull,
    ruleId: TextOrNull,
    ruleName: TextOrNull,
    kind: Type.Enum(['alert', 'reminder', 'test', 'notice']),
    state: Type.Enum(DELIVERY_STATES),
    withheldBy: Type.Union([Type.String(), Type.Null()], {
      description: 'The id of a silence or a rule, or a word such as `snoozed`.',
    }),
    incidents: Type.Array(Type.String(), { description: 'Ids of some incidents it tells of.' }),
    incidentsTotal: Type.Integer(),
    attempts: Type.Integer(),
    createdAt: Type.String(),
    nextTryAt: TextOrNull,
    endedAt: TextOrNull,
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'What the receiver answered last.',
    }),
    error: TextOrNull,
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
    summary: 'List messages',
    description: 'Newest first.',
    querystring: fields({
      ...PAGE_QUERY,
      state: Type.Optional(Type.Enum(DELIVERY_STATES)),
      channelId: Type.Optional(Id),
      ruleId: Type.Optional(Id),
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
    summary: 'Try a message again that was given up',
    description: 'A message that was given up is sent once more.',
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
