/** What the values of one field are like in the events that a search finds. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, described, fields, named } from './schema.ts';
import { FREE, HONESTY, QUIET, VIEW_CONFIG, VIEW_ERRORS, VIEW_QUERY } from './search-views.ts';

const NumberStatistics = Type.Object({
  min: Type.Number({ description: 'Smallest analyzed value.' }),
  max: Type.Number({ description: 'Largest analyzed value.' }),
  mean: Type.Number({ description: 'Arithmetic mean.' }),
  deviation: Type.Union([Type.Number(), Type.Null()], {
    description: 'Standard deviation of a sample. Null: fewer than two values.',
  }),
  percentiles: Type.Array(
    Type.Object({
      percentile: Type.Number({ description: 'From 1 to 99.' }),
      value: Type.Number(),
    }),
    {
      description: 'The 1st, 5th, 25th, 50th, 75th, 95th and 99th percentile.',
    },
  ),
  bins: Type.Array(
    Type.Object({
      from: Type.Number(),
      to: Type.Number({ description: 'Upper bound, exclusive except in the last bin.' }),
      count: Type.Integer(),
    }),
    {
      description: 'Distribution: bins of equal width from `min` to `max`.',
    },
  ),
});

const SeenAt = Type.Union([Type.String(), Type.Null()]);

export const FieldStatistics = named(
  'FieldStatistics',
  Type.Object({
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the analyzed time range, exclusive.' }),
    field: Type.String(),
    matched: Type.Integer({ description: 'Events the search finds.' }),
    sampled: Type.Integer({
      description: 'Number of events that were analyzed. All figures refer to these.',
    }),
    count: Type.Integer({ description: 'Analyzed events with this field.' }),
    distinct: Type.Integer({ description: 'Distinct values. Estimated if there are many.' }),
    firstSeen: described(SeenAt, 'Time of the first analyzed event with the field. Null: none.'),
    lastSeen: described(SeenAt, 'Time of the last analyzed event with the field. Null: none.'),
    values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
      description: `The ${LIMITS.views.fieldStatisticsValuesMax} most frequent.`,
    }),
    numbers: Type.Union([NumberStatistics, Type.Null()], {
      description: 'Null unless at least 90% of the values are numbers.',
    }),
    span: Type.String({ description: 'The length of a bucket, e.g. `5m`.' }),
    buckets: Type.Array(
      Type.Object({
        time: Type.String({
          description: 'Start of the bucket. The first one can start before `from`.',
        }),
        events: Type.Integer({ description: 'Analyzed events.' }),
        count: Type.Integer({ description: 'Analyzed events with the field.' }),
      }),
      { description: 'Share of events with the field over time, oldest first.' },
    ),
    ...HONESTY,
  }),
);
export type FieldStatistics = Static<typeof FieldStatistics>;

export const readFieldStatistics = {
  method: 'GET',
  url: '/api/v1/search/fields/statistics',
  config: VIEW_CONFIG,
  schema: {
    tags: ['Search'],
    summary: 'Get the statistics of a field',
    description: `Distinct values, most frequent values, first and last event, share of events over time, and percentiles and distribution of numeric fields. If the search finds more than ${LIMITS.views.fieldStatisticsEventsMax} events, a sample spread over the time range is analyzed, and the response says so. ${FREE}`,
    querystring: fields({
      ...VIEW_QUERY,
      field: Type.String({
        minLength: 1,
        maxLength: LIMITS.events.attributeKeyCharactersMax,
        pattern: '^[^\\u0000\\ud800-\\udfff]+$',
        description: 'Name of the field.',
      }),
    }),
    response: { 200: dataOf(FieldStatistics) },
  },
  docs: {
    errors: VIEW_ERRORS,
    example: {
      query: { field: 'took', query: 'service=checkout', earliest: '-2m@m', latest: '@m' },
      answer: {
        data: {
          from: '2026-01-31T10:00:00.000Z',
          to: '2026-01-31T10:02:00.000Z',
          field: 'took',
          matched: 4,
          sampled: 4,
          count: 3,
          distinct: 2,
          firstSeen: '2026-01-31T10:00:12.000Z',
          lastSeen: '2026-01-31T10:01:58.000Z',
          values: [
            { value: '10', count: 2 },
            { value: '40', count: 1 },
          ],
          numbers: {
            min: 10,
            max: 40,
            mean: 20,
            deviation: 17.320508,
            percentiles: [{ percentile: 50, value: 10 }],
            bins: [
              { from: 10, to: 25, count: 2 },
              { from: 25, to: 40, count: 1 },
            ],
          },
          span: '1m',
          buckets: [
            { time: '2026-01-31T10:00:00.000Z', events: 2, count: 2 },
            { time: '2026-01-31T10:01:00.000Z', events: 2, count: 1 },
          ],
          ...QUIET,
        },
      },
    },
  },
} as const satisfies Endpoint;
