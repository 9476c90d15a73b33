/** Indexes: where events go, and how long they stay. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, pageOf, SHORT_LIST_QUERY, named } from './schema.ts';

export const INDEX_NAME = `^[a-z0-9][a-z0-9_-]{0,${LIMITS.indexes.nameCharactersMax - 1}}$`;
const IndexName = Type.String({
  pattern: INDEX_NAME,
  description: 'Lower-case letters, digits, `_` and `-`. Names with a leading `_` are reserved.',
});
const Retention = Type.Union(
  [Type.Integer({ minimum: 1, maximum: LIMITS.indexes.retentionDaysMax }), Type.Null()],
  { description: 'Retention in days. Null: the one of the organization.' },
);
const Description = Type.String({ maxLength: LIMITS.indexes.descriptionCharactersMax });
/** Also finds indexes that are reserved, to say that they cannot be changed. */
const Name = fields({ name: Type.String({ minLength: 1, maxLength: 64 }) });

export const LogIndex = named(
  'LogIndex',
  Type.Object({
    name: Type.String(),
    description: Type.String(),
    retentionDays: Type.Integer({
      description: 'Retention in days. For a restored index: days until its last event expires.',
    }),
    isRetentionOwn: Type.Boolean({
      description: 'Whether the index has its own retention. False: the one of the organization.',
    }),
    events: Type.Integer({ description: 'Number of searchable events.' }),
    oldestEvent: Type.Union([Type.String(), Type.Null()], {
      description: 'Timestamp of the oldest event. Null: the index is empty.',
    }),
    newestEvent: Type.Union([Type.String(), Type.Null()], {
      description: 'Timestamp of the newest event. Null: the index is empty.',
    }),
  }),
);
export type LogIndex = Static<typeof LogIndex>;

export const LogIndexDraft = named(
  'LogIndexDraft',
  fields({
    name: IndexName,
    description: Type.Optional(Description),
    retentionDays: Type.Optional(Retention),
  }),
);
export type LogIndexDraft = Static<typeof LogIndexDraft>;

export const LogIndexChange = named(
  'LogIndexChange',
  fields(
    { description: Type.Optional(Description), retentionDays: Type.Optional(Retention) },
    { minProperties: 1 },
  ),
);
export type LogIndexChange = Static<typeof LogIndexChange>;

const example = {
  name: 'web',
  description: 'Access logs of the shop',
  retentionDays: 14,
  isRetentionOwn: true,
  events: 1_204_771,
  oldestEvent: '2026-11-01T08:30:00.000Z',
  newestEvent: '2026-11-15T08:29:58.120Z',
};

export const listIndexes = {
  method: 'GET',
  url: '/api/v1/indexes',
  config: { permission: 'indexes:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Indexes'],
    summary: 'List indexes',
    description: 'Every index you can read, with its retention and the time range of its events.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(LogIndex) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const createIndex = {
  method: 'POST',
  url: '/api/v1/indexes',
  config: { permission: 'indexes:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Indexes'],
    summary: 'Create an index',
    description: 'It accepts events immediately.',
    body: LogIndexDraft,
    response: { 201: dataOf(LogIndex) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
    example: { body: { name: 'web', retentionDays: 14 }, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const changeIndex = {
  method: 'PATCH',
  url: '/api/v1/indexes/:name',
  config: { permission: 'indexes:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Indexes'],
    summary: 'Change an index',
    description: 'A shorter retention hides older events immediately.',
    params: Name,
    body: LogIndexChange,
    response: { 200: dataOf(LogIndex) },
  },
  docs: {
    example: { params: { name: 'web' }, body: { retentionDays: 14 }, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const deleteIndex = {
  method: 'DELETE',
  url: '/api/v1/indexes/:name',
  config: { permission: 'indexes:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Indexes'],
    summary: 'Delete an index with its events',
    description: 'You can’t undo this.',
    params: Name,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { name: 'web' }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
