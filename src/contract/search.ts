/** Searching: one endpoint for every query, one for events alone. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import {
  AppliedLimit,
  Compare,
  Comparison,
  ErrorAnswer,
  fields,
  QueryFix,
  ScannedBytes,
  ScannedRows,
  TimeZone,
} from './schema.ts';

const PARAMETERS = {
  query: Type.Optional(
    Type.String({ maxLength: LIMITS.query.textCharactersMax, description: 'Default: all events.' }),
  ),
  earliest: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Start of the time range: `-15m`, `-1d@d`, epoch seconds or ISO 8601. Default: `-24h`.',
    }),
  ),
  latest: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'End of the time range, exclusive. Default: `now`.',
    }),
  ),
  timeZone: Type.Optional(TimeZone),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.query.rowsMax,
      default: LIMITS.query.rowsDefault,
      description: 'Maximum number of rows in the response.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 512, description: 'The `nextCursor` of the previous page.' }),
  ),
};
const querystring = fields(PARAMETERS);
const searchParameters = fields({
  ...PARAMETERS,
  compare: Type.Optional(Compare),
  explain: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Return the parsed query without running it.',
    }),
  ),
});

const AcceptsStream = Type.Object({
  accept: Type.Optional(
    Type.String({ description: '`text/event-stream` for a stream; anything else means JSON.' }),
  ),
});

const Answer = Type.Object(
  {
    data: Type.Object({
      columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), {
        description: 'Columns of `rows`, in order.',
      }),
      rows: Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: 'Events, or rows of a table after a reporting command.',
      }),
      stats: Type.Object(
        {
          matched: Type.Optional(
            Type.Integer({ description: 'Rows that the query found. Absent with `explain`.' }),
          ),
          matchedAtLeast: Type.Optional(
            Type.Literal(true, {
              description:
                'There may be more rows than `matched`, since this page doesn’t contain all of them.',
            }),
          ),
          scannedRows: ScannedRows,
          scannedBytes: ScannedBytes,
          elapsedMs: Type.Number({ description: 'Duration in milliseconds.' }),
        },
        { description: 'What the search cost.' },
      ),
      truncated: Type.Boolean({
        description: 'The result is incomplete. See `limits_applied`.',
      }),
      limits_applied: Type.Array(AppliedLimit, { description: 'Limits that cut the result.' }),
      explain: Type.Optional(
        Type.Object(
          {
            query: Type.String({
              description: 'The query with one command per line and all parentheses.',
            }),
            estimatedRows: Type.Optional(
              Type.Integer({
                description:
                  'Events of your organization in the indexes and the time range. Absent if the log store is unavailable.',
              }),
            ),
            sql: Type.Optional(Type.String({ description: 'For Owners and Admins.' })),
            parameters: Type.Optional(
              Type.Record(Type.String(), Type.String(), {
                description: 'Values bound to the statement.',
              }),
            ),
          },
          { description: 'How the query was parsed, with `explain`.' },
        ),
      ),
      comparison: Type.Optional(Comparison),
      warnings: Type.Array(
        Type.Object(
          {
            code: Type.String({
              description: 'Stable code. See “Advice” in the language reference.',
            }),
            message: Type.String({ description: 'Explanation of the warning.' }),
            position: Type.Optional(
              Type.Integer({ description: 'Offset in the query, in UTF-16 units.' }),
            ),
            fix: Type.Optional(QueryFix),
          },
          { title: 'SearchWarning' },
        ),
        { description: 'Hints about the query that do not prevent a result.' },
      ),
    }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `cursor` to get the next page. Null on the last page.',
    }),
  },
  { title: 'SearchAnswer' },
);

/** What `event: progress` of a streamed search carries. */
export const SearchProgress = Type.Object(
  {
    rowsRead: Type.Integer({ description: 'Rows of your organization scanned so far.' }),
    bytesRead: Type.Integer({ description: 'Estimate: `rowsRead` × 512 bytes.' }),
    elapsedMs: Type.Integer({ description: 'Milliseconds since the search started.' }),
    totalRowsEstimate: Type.Optional(
      Type.Integer({ description: 'Estimated total of rows to scan. Can increase.' }),
    ),
  },
  { title: 'SearchProgress' },
);
export type SearchProgress = Static<typeof SearchProgress>;

const stream = {
  progress: { when: 'Sent repeatedly while the search runs.', data: SearchProgress },
  result: { when: 'Sent once at the end: the same response as without streaming.', data: Answer },
  error: {
    when: 'Sent instead of a result if the search fails after the stream has started.',
    data: ErrorAnswer,
  },
};

const errors = [
  'QUERY_SYNTAX_ERROR',
  'UNKNOWN_INDEX',
  'QUERY_TIMEOUT',
  'QUERY_MEMORY_LIMIT',
  'QUERY_SCAN_LIMIT',
  'QUERY_SLOTS_BUSY',
  'STORAGE_UNAVAILABLE',
] as const;

const stats = { matched: 1, scannedRows: 2048, scannedBytes: 1_048_576, elapsedMs: 4.2 };
const rest = { truncated: false, limits_applied: [], warnings: [] };
const countsByService = {
  data: {
    columns: [
      { name: 'service', type: 'text' },
      { name: 'count', type: 'number' },
    ],
    rows: [{ service: 'checkout', count: 12 }],
    stats,
    ...rest,
  },
  nextCursor: null,
};

export const search = {
  method: 'GET',
  url: '/api/v1/search',
  config: { permission: 'logs:read', rate: 'search', body: 'none', isCountedByHandler: true },
  schema: {
    tags: ['Search'],
    summary: 'Run a search',
    description:
      'Times in the query override the parameters. Without `index=`, every index of the organization ' +
      'that does not begin with `_` is searched. Events are sorted newest first. With `Accept: text/event-stream` ' +
      'the response is a stream: `event: progress` reports the rows scanned so far, `event: result` ' +
      'has the response, and `event: error` an error that occurs after the stream has started. ' +
      'If the client disconnects, the query is canceled. With `compare`, each numeric column of a table gets three ' +
      'more: `_previous`, `_difference` and `_ratio`.',
    querystring: searchParameters,
    headers: AcceptsStream,
    response: { 200: Answer },
  },
  docs: {
    errors,
    stream,
    example: {
      query: { query: 'level=error | stats count by service', earliest: '-1h' },
      answer: countsByService,
    },
  },
} as const satisfies Endpoint;

export const sendSearch = {
  method: 'POST',
  url: '/api/v1/search',
  config: { permission: 'logs:read', rate: 'search', body: 'management', isCountedByHandler: true },
  schema: {
    tags: ['Search'],
    summary: 'Run a search (POST)',
    description:
      'The same search with its parameters in the body, for long queries and for those that write: ' +
      '`outputlookup` and `collect` run only here, and require `lookups:write` and `logs:write`.',
    body: searchParameters,
    headers: AcceptsStream,
    response: { 200: Answer },
  },
  docs: {
    errors: [...errors, 'CONFLICT'],
    stream,
    example: {
      body: {
        query: '* | stats count by service | outputlookup services',
        earliest: '-1h',
      },
      answer: countsByService,
    },
  },
} as const satisfies Endpoint;

export const listLogs = {
  method: 'GET',
  url: '/api/v1/logs',
  config: { permission: 'logs:read', rate: 'logs', body: 'none', isCountedByHandler: true },
  schema: {
    tags: ['Search'],
    summary: 'Search events',
    description: 'Matching events, newest first. Commands after a pipe aren’t supported here.',
    querystring,
    response: { 200: Answer },
  },
  docs: {
    errors,
    example: {
      query: { query: 'service=checkout timeout', limit: '1' },
      answer: {
        data: {
          columns: [
            { name: '_time', type: 'time' },
            { name: '_id', type: 'text' },
            { name: '_index', type: 'text' },
            { name: 'event', type: 'text' },
            { name: 'level', type: 'text' },
            { name: 'source', type: 'text' },
            { name: 'service', type: 'text' },
          ],
          rows: [
            {
              _time: '2026-01-31T10:00:00.000Z',
              _id: '0a1b2c3d4e5f0001',
              _index: 'main',
              event: 'timeout after 30 s',
              level: 'error',
              source: 'app',
              service: 'checkout',
            },
          ],
          stats,
          ...rest,
        },
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;
