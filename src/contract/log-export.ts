/** The result of a search as a file. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, RawCells, TimeZone } from './schema.ts';

export const SAVED_FORMATS = ['csv', 'json'] as const;
export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const;

export const exportLogs = {
  method: 'GET',
  url: '/api/v1/logs/export',
  config: { permission: 'logs:export', rate: 'logs', body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'Export search results',
    description:
      'Streams the file, newest events first, without a row limit. The attributes of an event are ' +
      'in one separate column; choose fields with `| table`. The trailer `X-Row-Count` ' +
      'after the file has the number of rows. A file without it is incomplete. `X-Truncated: true` means ' +
      'that a part of the query, such as a subsearch, reached a limit.',
    querystring: fields({
      query: Type.Optional(
        Type.String({
          maxLength: LIMITS.query.textCharactersMax,
          description: 'Query that selects the events. Default: all events.',
        }),
      ),
      earliest: Type.Optional(
        Type.String({ maxLength: 64, description: 'Start of the time range. Default: `-24h`.' }),
      ),
      latest: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'End of the time range, exclusive. Default: `now`.',
        }),
      ),
      timeZone: Type.Optional(TimeZone),
      format: Type.Optional(
        Type.Enum([...EXPORT_FORMATS], { default: 'jsonl', description: 'File format.' }),
      ),
      raw: Type.Optional(RawCells),
    }),
    response: { 200: Type.String() },
  },
  docs: {
    produces: 'application/x-ndjson',
    errors: [
      'QUERY_SYNTAX_ERROR',
      'UNKNOWN_INDEX',
      'QUERY_TIMEOUT',
      'QUERY_MEMORY_LIMIT',
      'QUERY_SCAN_LIMIT',
      'QUERY_SLOTS_BUSY',
      'STORAGE_UNAVAILABLE',
    ],
    example: {
      query: { query: 'level=error', earliest: '-1h', format: 'jsonl' },
      answer:
        '{"_time":"2026-01-31T10:00:00.000Z","_id":"0a1b2c3d4e5f0001","_index":"main","event":"timeout after 30 s","level":"error","source":"app","attributes":{"service":"checkout"}}\n',
    },
  },
} as const satisfies Endpoint;

export const SavedRows = fields({
  query: Type.String({
    maxLength: LIMITS.query.textCharactersMax,
    description: 'Query whose result was saved.',
  }),
  earliest: Type.Optional(Type.String({ maxLength: 64, description: 'Start of the time range.' })),
  latest: Type.Optional(
    Type.String({ maxLength: 64, description: 'End of the time range, exclusive.' }),
  ),
  format: Type.Enum([...SAVED_FORMATS]),
  rows: Type.Integer({ minimum: 1, description: 'Rows in the file.' }),
});
export type SavedRows = Static<typeof SavedRows>;

export const recordSavedRows = {
  method: 'POST',
  url: '/api/v1/logs/export/saved-rows',
  config: {
    permission: 'logs:export',
    rate: 'management',
    credentials: ['session'],
    body: 'management',
  },
  schema: {
    tags: ['Search'],
    summary: 'Record a client-side download',
    description:
      'The web app calls it before it saves loaded rows as a file. It checks the permission and writes `log.exported` to the audit log.',
    body: SavedRows,
    response: {
      200: dataOf(
        Type.Object({
          recorded: Type.Literal(true, { description: 'The audit log has the entry.' }),
        }),
      ),
    },
  },
  docs: {
    example: {
      body: { query: 'level=error', earliest: '-1h', latest: 'now', format: 'csv', rows: 200 },
      answer: { data: { recorded: true } },
    },
  },
} as const satisfies Endpoint;
