/** Erasing events. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { DAY_MS } from '../spec/units.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, PAGE_QUERY, pageOf, named } from './schema.ts';

const Count = Type.Union([Type.Integer(), Type.Null()]);

export const LogDeletion = named(
  'LogDeletion',
  Type.Object({
    id: Type.String(),
    state: Type.Enum(['waiting', 'running', 'done', 'failed']),
    query: Type.String({ description: 'Query that selects the events.' }),
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    matched: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Matching events. Null: the deletion has not started.',
    }),
    deleted: Count,
    remaining: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Events that the search still finds after the deletion. 0: verified.',
    }),
    requestedBy: Type.String({ description: 'Member or API key that requested the deletion.' }),
    createdAt: Type.String(),
    endedAt: Type.Union([Type.String(), Type.Null()], { description: 'Null: not finished.' }),
  }),
);
export type LogDeletion = Static<typeof LogDeletion>;

export const DeletionPreview = named(
  'DeletionPreview',
  Type.Object({
    dryRun: Type.Literal(true, { description: 'Always true: nothing was deleted.' }),
    query: Type.String({ description: 'Query that selects the events.' }),
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    indexes: Type.Array(Type.String(), { description: 'Indexes that contain matching events.' }),
    matched: Type.Integer({ description: 'Events that would be deleted.' }),
    archives: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Archives that may still contain these events. Exported files are not deleted.',
    }),
  }),
);
export type DeletionPreview = Static<typeof DeletionPreview>;

const example = {
  id: 'del_4Rk8mQvZt1YbXsJcW7PnGd',
  state: 'done',
  query: 'index=web user_id=4711',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-31T10:00:00.000Z',
  matched: 120,
  deleted: 120,
  remaining: 0,
  requestedBy: 'ada@example.com',
  createdAt: '2026-01-31T10:00:00.000Z',
  endedAt: '2026-01-31T10:00:06.000Z',
};

const errors = ['QUERY_SYNTAX_ERROR', 'UNKNOWN_INDEX', 'CONFLICT', 'STORAGE_UNAVAILABLE'] as const;

export const deleteLogs = {
  method: 'DELETE',
  url: '/api/v1/logs',
  config: { permission: 'logs:delete', rate: 'logs', body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'Delete the events that match a search',
    description:
      'You can’t undo this. With `dryRun=true` the events are only counted (200). Otherwise it creates a job (202) ' +
      'that deletes them and verifies the result. `GET /api/v1/log-deletions/:id` returns its progress. The ' +
      'time range is fixed when the job is created. You can’t delete the audit log.',
    querystring: fields({
      query: Type.String({
        minLength: 1,
        maxLength: LIMITS.query.textCharactersMax,
        pattern: '^[^\\u0000\\ud800-\\udfff]*$',
        description:
          'A search without commands after a pipe. `*` matches all events of the time range.',
      }),
      earliest: Type.Optional(
        Type.String({ maxLength: 64, description: 'Start of the time range. Default: `-24h`.' }),
      ),
      latest: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'End of the time range, exclusive. Default: `now`.',
        }),
      ),
      dryRun: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Count the matching events without deleting them.',
        }),
      ),
    }),
    response: { 200: dataOf(DeletionPreview), 202: dataOf(LogDeletion) },
  },
  docs: {
    errors,
    example: {
      query: { query: example.query, earliest: '2026-01-01', dryRun: 'true' },
      answer: {
        data: {
          dryRun: true,
          query: example.query,
          from: example.from,
          to: example.to,
          indexes: ['web'],
          matched: 120,
          archives: [{ id: 'exp_6Tq1bWnLx8KvRdZcJ4MhPs', name: 'All events' }],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const listLogDeletions = {
  method: 'GET',
  url: '/api/v1/log-deletions',
  config: { permission: 'logs:delete', rate: 'management', body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'List deletions',
    description: `Newest first. Deletions that finished more than ${LIMITS.deletions.keepMsMax / DAY_MS} days ago are not listed.`,
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(LogDeletion) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readLogDeletion = {
  method: 'GET',
  url: '/api/v1/log-deletions/:id',
  config: { permission: 'logs:delete', rate: 'management', body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'Get the progress of a deletion',
    description: 'The request and its progress.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: { 200: dataOf(LogDeletion) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: example } } },
} as const satisfies Endpoint;
