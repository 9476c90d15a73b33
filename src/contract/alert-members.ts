/** Who is expected to send, by the rules that watch for silence. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, PAGE_QUERY, pageOf, named } from './schema.ts';

const TimeOrNull = Type.Union([Type.String(), Type.Null()]);
const RuleId = Type.String({ minLength: 1, maxLength: 64 });

export const AlertMember = named(
  'AlertMember',
  Type.Object({
    key: Type.String({ description: 'Identifies the group within the rule.' }),
    group: Type.Record(Type.String(), Type.String(), {
      description: 'Field values that identify the group.',
    }),
    known: Type.Boolean({ description: 'Whether the rule fires when this group stops sending.' }),
    expected: Type.Boolean({ description: 'Whether the rule lists the group in `expected`.' }),
    windowsSeen: Type.Integer({ description: 'Number of windows with events of the group.' }),
    firstSeenAt: described(
      TimeOrNull,
      'First event of the group. Null: listed as expected, but never seen.',
    ),
    lastSeenAt: described(TimeOrNull, 'Last event of the group. Null: never seen.'),
  }),
);
export type AlertMember = Static<typeof AlertMember>;

const example = {
  key: '9f86d081884c7d65',
  group: { host: 'web-7' },
  known: true,
  expected: false,
  windowsSeen: 3,
  firstSeenAt: '2026-11-14T10:00:00.000Z',
  lastSeenAt: '2026-11-15T09:50:00.000Z',
};
const rule = 'alr_3Hn8cWqLz6TvKdXbR1JmPs';
const tags = ['Alerts'];

export const listAlertMembers = {
  method: 'GET',
  url: '/api/v1/alert-rules/:id/members',
  config: { permission: 'alert-rules:read', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List the groups that a rule expects',
    description: 'Groups that a no-data rule has learned or lists as expected.',
    params: fields({ id: RuleId }),
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(AlertMember) },
  },
  docs: { example: { params: { id: rule }, answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const forgetAlertMember = {
  method: 'DELETE',
  url: '/api/v1/alert-rules/:id/members/:key',
  config: { permission: 'alerts:write', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Stop expecting a group',
    description: 'Resolves its incident. The group is learned again when it sends events.',
    params: fields({
      id: RuleId,
      key: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Key of the group, from the list.',
      }),
    }),
    response: { 200: dataOf(Type.Object({ forgotten: Type.Literal(true) })) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: { params: { id: rule, key: example.key }, answer: { data: { forgotten: true } } },
  },
} as const satisfies Endpoint;
