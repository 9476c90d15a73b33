/** What can be seen beside the result of a search: how its events lie in time, and what they hold. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import {
  AppliedLimit,
  Compare,
  Comparison,
  described,
  dataOf,
  fields,
  named,
  ScannedBytes,
  ScannedRows,
  TimeZone,
} from './schema.ts';

/** The events a view looks at. */
export const VIEW_QUERY = {
  query: Type.Optional(
    Type.String({
      maxLength: LIMITS.query.textCharactersMax,
      description: 'A query. Commands after the first pipe are ignored here.',
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
};

const Stats = Type.Object({
  scannedRows: ScannedRows,
  scannedBytes: ScannedBytes,
  elapsedMs: Type.Number({ description: 'Duration in milliseconds.' }),
});

/** What every view says about itself. */
export const HONESTY = {
  stats: described(Stats, 'What the search cost.'),
  truncated: Type.Boolean({ description: 'The result is incomplete. See `limits_applied`.' }),
  limits_applied: Type.Array(AppliedLimit, { description: 'Limits that cut the result.' }),
  warnings: Type.Array(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      position: Type.Optional(Type.Integer({ description: 'Offset in the query, from 0.' })),
    }),
    { description: 'Hints about the query that do not prevent a result.' },
  ),
};

export const FREE =
  'Part of a search: within a minute of one it does not count as a separate search, ' +
  `up to ${LIMITS.rates.followUpsPerSearch} times.`;

export const VIEW_ERRORS = [
  'QUERY_SYNTAX_ERROR',
  'UNKNOWN_INDEX',
  'QUERY_TIMEOUT',
  'QUERY_MEMORY_LIMIT',
  'QUERY_SCAN_LIMIT',
  'QUERY_SLOTS_BUSY',
  'STORAGE_UNAVAILABLE',
] as const;

export const Histogram = named(
  'Histogram',
  Type.Object({
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    span: Type.String({ description: 'The length of a bucket, e.g. `5m`.' }),
    split: Type.Union([Type.String(), Type.Null()], {
      description: 'Field that the counts are split by. Null: none.',
    }),
    total: Type.Integer({ description: 'Events in all buckets.' }),
    series: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
      description: 'Values of the split field, most frequent first.',
    }),
    buckets: Type.Array(
      Type.Object({
        time: Type.String({
          description: 'Start of the bucket. The first one can start before `from`.',
        }),
        count: Type.Integer(),
        previous: Type.Optional(
          Type.Union([Type.Integer(), Type.Null()], {
            description: 'With `compare`: events of the compared bucket. Null: no baseline.',
          }),
        ),
        values: Type.Optional(
          Type.Record(Type.String(), Type.Integer(), {
            description: 'Counts by value of the split field.',
          }),
        ),
      }),
      { description: 'Counts over time, oldest first.' },
    ),
    comparison: Type.Optional(Comparison),
    ...HONESTY,
  }),
);
export type Histogram = Static<typeof Histogram>;

export const QUIET = {
  stats: { scannedRows: 2048, scannedBytes: 1_048_576, elapsedMs: 4.2 },
  truncated: false,
  limits_applied: [],
  warnings: [],
};

/** Another look at what a search finds. */
export const VIEW_CONFIG = {
  permission: 'logs:read',
  rate: 'search',
  isFollowUp: true,
  body: 'none',
  isCountedByHandler: true,
} as const;

export const histogram = {
  method: 'GET',
  url: '/api/v1/search/histogram',
  config: VIEW_CONFIG,
  schema: {
    tags: ['Search'],
    summary: 'Count events over time',
    description: `Buckets follow the time zone. Empty buckets are included. ${FREE}`,
    querystring: fields({
      ...VIEW_QUERY,
      compare: Type.Optional(Compare),
      span: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 16,
          description: `Bucket length, e.g. \`5m\`. Default: automatic. At most ${LIMITS.query.bucketsMax} buckets.`,
        }),
      ),
      split: Type.Optional(
        Type.String({
          maxLength: LIMITS.events.attributeKeyCharactersMax,
          description: `A field: the ${LIMITS.query.seriesDefault} most frequent values become series, the rest is OTHER. Default \`level\`; empty for no series.`,
        }),
      ),
    }),
    response: { 200: dataOf(Histogram) },
  },
  docs: {
    errors: VIEW_ERRORS,
    example: {
      query: { query: 'service=checkout', earliest: '-2m@m', latest: '@m', span: '1m' },
      answer: {
        data: {
          from: '2026-01-31T10:00:00.000Z',
          to: '2026-01-31T10:02:00.000Z',
          span: '1m',
          split: 'level',
          total: 5,
          series: [
            { value: 'error', count: 1 },
            { value: 'info', count: 4 },
          ],
          buckets: [
            { time: '2026-01-31T10:00:00.000Z', count: 5, values: { error: 1, info: 4 } },
            { time: '2026-01-31T10:01:00.000Z', count: 0, values: { error: 0, info: 0 } },
          ],
          ...QUIET,
        },
      },
    },
  },
} as const satisfies Endpoint;

export const FieldList = named(
  'FieldList',
  Type.Object({
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    matched: Type.Integer({ description: 'Events the search finds.' }),
    sampled: Type.Integer({
      description: 'Number of newest events that were analyzed. Counts and values refer to these.',
    }),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        count: Type.Integer({ description: 'Events with this field.' }),
        distinct: Type.Integer({
          description: 'Distinct values. Estimated if there are many.',
        }),
        values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
          description: `The ${LIMITS.views.fieldValuesMax} most frequent.`,
        }),
      }),
    ),
    ...HONESTY,
  }),
);
export type FieldList = Static<typeof FieldList>;

export const listFields = {
  method: 'GET',
  url: '/api/v1/search/fields',
  config: VIEW_CONFIG,
  schema: {
    tags: ['Search'],
    summary: 'List the fields of matching events',
    description: `Names, counts and most frequent values. For large results, only the newest ${LIMITS.views.fieldSampleEventsMax} events are analyzed, and the response says so. ${FREE}`,
    querystring: fields(VIEW_QUERY),
    response: { 200: dataOf(FieldList) },
  },
  docs: {
    errors: VIEW_ERRORS,
    example: {
      query: { query: 'service=checkout', earliest: '-1h' },
      answer: {
        data: {
          from: '2026-01-31T09:00:00.000Z',
          to: '2026-01-31T10:00:00.000Z',
          matched: 5,
          sampled: 5,
          fields: [
            {
              name: 'level',
              count: 5,
              distinct: 2,
              values: [
                { value: 'info', count: 4 },
                { value: 'error', count: 1 },
              ],
            },
          ],
          ...QUIET,
        },
      },
    },
  },
} as const satisfies Endpoint;

/** An event with its attributes. */
const Event = Type.Object({}, { additionalProperties: true, title: 'Event' });

export const Context = named(
  'Context',
  Type.Object({
    before: Type.Array(Event, { description: 'Earlier events, oldest first.' }),
    event: Event,
    after: Type.Array(Event, { description: 'Later events, oldest first.' }),
    hasMoreBefore: Type.Boolean({ description: 'Whether there are earlier events.' }),
    hasMoreAfter: Type.Boolean({ description: 'Whether there are later events.' }),
    ...HONESTY,
  }),
);
export type Context = Static<typeof Context>;

const Around = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: LIMITS.views.contextEventsMax,
    default: LIMITS.views.contextEventsDefault,
  }),
);
const eventExample = {
  _time: '2026-01-31T10:00:00.000Z',
  _id: '0a1b2c3d4e5f0001',
  _index: 'main',
  event: 'timeout after 30 s',
  level: 'error',
  source: 'app',
  service: 'checkout',
};

export const readContext = {
  method: 'GET',
  url: '/api/v1/logs/:id/context',
  config: { permission: 'logs:read', rate: 'search', isFollowUp: true, body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'Get the events around an event',
    description: `Events of the same index and source, ordered by time, then by arrival. ${FREE}`,
    params: fields({
      id: Type.String({ minLength: 1, maxLength: 64, description: 'The `_id` of the event.' }),
    }),
    querystring: fields({
      before: described(Around, 'Number of earlier events.'),
      after: described(Around, 'Number of later events.'),
    }),
    response: { 200: dataOf(Context) },
  },
  docs: {
    errors: ['QUERY_TIMEOUT', 'QUERY_SLOTS_BUSY', 'STORAGE_UNAVAILABLE'],
    example: {
      params: { id: eventExample._id },
      query: { before: '1', after: '0' },
      answer: {
        data: {
          before: [{ ...eventExample, _id: '0a1b2c3d4e5e0001', event: 'calling the bank' }],
          event: eventExample,
          after: [],
          hasMoreBefore: true,
          hasMoreAfter: false,
          ...QUIET,
        },
      },
    },
  },
} as const satisfies Endpoint;

export const PatternList = named(
  'PatternList',
  Type.Object({
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    matched: Type.Integer({ description: 'Events the search finds.' }),
    sampled: Type.Integer({ description: 'Number of events that were analyzed.' }),
    found: Type.Integer({ description: 'Patterns in these events, including those not returned.' }),
    patterns: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Stable across requests.' }),
        template: Type.String({
          description: 'Placeholders such as `<IP>` replace the variable parts.',
        }),
        severity: Type.String({ description: 'Most frequent level of its events.' }),
        count: Type.Integer({ description: 'Matching events among those analyzed.' }),
        share: Type.Number({ description: 'Share of the analyzed events, from 0 to 1.' }),
        estimate: Type.Integer({
          description: 'Matching events in total. Exact when all events were analyzed.',
        }),
        firstSeen: Type.String({ description: 'Time of its first event in the range.' }),
        lastSeen: Type.String({ description: 'Time of its last event in the range.' }),
        series: Type.Array(Type.Integer(), {
          description: 'Counts over the time range, in buckets of equal length.',
        }),
        isNew: Type.Union([Type.Boolean(), Type.Null()], {
          description:
            'Not seen in the previous period. Null: not checked, or no matching events to compare with.',
        }),
        samples: Type.Array(
          Type.Object({ _id: Type.String(), _time: Type.String(), event: Type.String() }),
          { description: 'Example events.' },
        ),
      }),
      { description: 'Patterns, most frequent first.' },
    ),
    ...HONESTY,
  }),
);
export type PatternList = Static<typeof PatternList>;

export const listPatterns = {
  method: 'GET',
  url: '/api/v1/search/patterns',
  config: VIEW_CONFIG,
  schema: {
    tags: ['Search'],
    summary: 'List log patterns',
    description: `Events that differ only in their variables share a template. From more than ${LIMITS.views.patternSampleEventsMax} events a sample is analyzed, and the response says so. ${FREE}`,
    querystring: fields({
      ...VIEW_QUERY,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LIMITS.views.patternsMax,
          default: LIMITS.views.patternsDefault,
          description: 'Maximum number of patterns to return, most frequent first.',
        }),
      ),
    }),
    response: { 200: dataOf(PatternList) },
  },
  docs: {
    errors: VIEW_ERRORS,
    example: {
      query: { query: 'service=checkout', earliest: '-1h' },
      answer: {
        data: {
          from: '2026-01-31T09:00:00.000Z',
          to: '2026-01-31T10:00:00.000Z',
          matched: 120,
          sampled: 120,
          found: 1,
          patterns: [
            {
              id: '9f86d081884c7d65',
              template: 'timeout after <NUM> s',
              severity: 'error',
              count: 120,
              share: 1,
              estimate: 120,
              firstSeen: '2026-01-31T09:00:12.000Z',
              lastSeen: '2026-01-31T09:59:58.000Z',
              series: [40, 38, 42],
              isNew: false,
              samples: [
                {
                  _id: '0a1b2c3d4e5f0001',
                  _time: '2026-01-31T09:59:58.000Z',
                  event: 'timeout after 30 s',
                },
              ],
            },
          ],
          ...QUIET,
        },
      },
    },
  },
} as const satisfies Endpoint;
