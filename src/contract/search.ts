/** Searching: one endpoint for every query, one for events alone. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { ErrorAnswer, fields, QueryFix, TimeZone } from './schema.ts';

const PARAMETERS = {
  query: Type.Optional(
    Type.String({ maxLength: LIMITS.query.textCharactersMax, description: 'Default: everything.' }),
  ),
  earliest: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'From this time on: `-15m`, `-1d@d`, epoch seconds or ISO 8601. Default `-24h`.',
    }),
  ),
  latest: Type.Optional(
    Type.String({ maxLength: 64, description: 'Up to, but without this time. Default `now`.' }),
  ),
  timeZone: Type.Optional(TimeZone),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.query.rowsMax,
      default: LIMITS.query.rowsDefault,
      description: 'Rows of the answer.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 512, description: 'The `nextCursor` of the page before.' }),
  ),
};
const querystring = fields(PARAMETERS);
const searchParameters = fields({
  ...PARAMETERS,
  explain: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Tell how the query is read, without running it.',
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
      columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
      rows: Type.Array(Type.Object({}, { additionalProperties: true })),
      stats: Type.Object({
        matched: Type.Optional(
          Type.Integer({ description: 'Rows the query found; absent with `explain` alone.' }),
        ),
        matchedAtLeast: Type.Optional(
          Type.Literal(true, {
            description: 'There may be more than `matched`: they are not all on this page.',
          }),
        ),
        scannedRows: Type.Integer(),
        scannedBytes: Type.Integer(),
        elapsedMs: Type.Number(),
      }),
      truncated: Type.Boolean({
        description: 'Something was left out; `limits_applied` says what.',
      }),
      limits_applied: Type.Array(
        Type.Object({ limit: Type.String(), max: Type.Integer(), message: Type.String() }),
      ),
      explain: Type.Optional(
        Type.Object({
          query: Type.String({ description: 'One command per line, every parenthesis written.' }),
          estimatedRows: Type.Optional(
            Type.Integer({
              description:
                'Events of your organization in the indexes and the time range; absent while the store is away.',
            }),
          ),
          sql: Type.Optional(Type.String({ description: 'For Owners and Admins.' })),
          parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
        }),
      ),
      warnings: Type.Array(
        Type.Object(
          {
            code: Type.String({
              description: 'One of the messages under “Advice” of the language; it is stable.',
            }),
            message: Type.String({ description: 'A sentence for whoever wrote the query.' }),
            position: Type.Optional(
              Type.Integer({ description: 'Where in the query it begins, in UTF-16 units.' }),
            ),
            fix: Type.Optional(QueryFix),
          },
          { title: 'SearchWarning' },
        ),
      ),
    }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `cursor` for the next page; null on the last one.',
    }),
  },
  { title: 'SearchAnswer' },
);

/** What `event: progress` of a streamed search carries. */
export const SearchProgress = Type.Object(
  {
    rowsRead: Type.Integer({ description: 'Part of the rows of your organization read so far.' }),
    bytesRead: Type.Integer({ description: 'An estimate: `rowsRead` times 512 bytes.' }),
    elapsedMs: Type.Integer({ description: 'Since the search began.' }),
    totalRowsEstimate: Type.Optional(
      Type.Integer({ description: 'Rows to read in all, as far as known; it can grow.' }),
    ),
  },
  { title: 'SearchProgress' },
);
export type SearchProgress = Static<typeof SearchProgress>;

const stream = {
  progress: { when: 'Now and then while the search runs.', data: SearchProgress },
  result: { when: 'Once, at the end: the usual answer.', data: Answer },
  error: {
    when: 'Instead of a result, when it fails after the stream has begun.',
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
    summary: 'Run a query',
    description:
      'Times inside the query win over the parameters. Without `index=` every index of the organization ' +
      'is searched that does not begin with `_`. Events come newest first. With `Accept: text/event-stream` ' +
      'the answer is a stream: `event: progress` tells now and then what was read so far, `event: result` ' +
      'carries the usual answer, `event: error` the usual error of what fails after the stream has begun. ' +
      'A client that goes away ends its query.',
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
    summary: 'Run a query that may write',
    description:
      'The same search with its parameters in the body, for long queries and for those that write: ' +
      '`outputlookup` runs here alone, and only for who holds `lookups:write`.',
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
    summary: 'Find events',
    description: 'Events that fit a search, newest first. Takes no commands behind a pipe.',
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
