/** Fields with more distinct values than is good for searches. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, named } from './schema.ts';

export const FieldCardinality = named(
  'FieldCardinality',
  Type.Object({
    estimatedAt: Type.String({ format: 'date-time', description: 'When it was estimated.' }),
    events: Type.Integer({ description: 'Newest events that were analyzed.' }),
    isAll: Type.Boolean({
      description:
        'Whether all events were analyzed. If false, fields can have more values than shown.',
    }),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        distinct: Type.Integer({ description: 'Distinct values in these events, estimated.' }),
        recommendedMax: Type.Integer({ description: 'Recommended maximum.' }),
        advice: Type.String({ description: 'What to do.' }),
      }),
      { description: 'Fields with the most distinct values first.' },
    ),
  }),
);
export type FieldCardinality = Static<typeof FieldCardinality>;

export const getFieldCardinality = {
  method: 'GET',
  url: '/api/v1/search/field-cardinality',
  config: { permission: 'logs:read', rate: 'search', body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'List high-cardinality fields',
    description: `An estimate from the newest ${LIMITS.views.cardinalityEventsMax.toLocaleString('en-US')} events of the last ${LIMITS.views.cardinalityDays} days, in all indexes that don't begin with \`_\`. It is cached for ${LIMITS.views.cardinalityKeptMs / 60_000} minutes. The numbers are guidance: Xplain refuses nothing above them.`,
    response: { 200: dataOf(FieldCardinality) },
  },
  docs: {
    errors: ['QUERY_SLOTS_BUSY', 'QUERY_TIMEOUT', 'STORAGE_UNAVAILABLE'],
    example: {
      answer: {
        data: {
          estimatedAt: '2026-01-31T10:00:00.000Z',
          events: 200_000,
          isAll: false,
          fields: [
            {
              name: 'request_id',
              distinct: 198_412,
              recommendedMax: LIMITS.cardinality.attributeValuesMax,
              advice:
                'Keep it in the event body, where full-text search finds it, and remove the attribute with a pipeline or at the sender.',
            },
          ],
        },
      },
    },
  },
} as const satisfies Endpoint;
