/** What has become of the events of one request. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

export const Receipt = named(
  'Receipt',
  Type.Object({
    id: Type.String(),
    acceptedAt: Type.String(),
    accepted: Type.Integer({ description: 'Events of the request.' }),
    dropped: Type.Integer({ description: 'How many of them a pipeline of yours has thrown away.' }),
    stored: Type.Integer({ description: 'How many a search finds now.' }),
    deadLettered: Type.Integer({
      description: 'How many could not be stored and can be replayed.',
    }),
    held: Type.Integer({
      description: 'How many are held over the daily quota, and will be stored or discarded.',
    }),
    queryableSince: Type.Union([Type.String(), Type.Null()], {
      description:
        'When the store had them. Null before, and when it is no longer known: only the node that stored them remembers, for its last requests.',
    }),
  }),
);
export type Receipt = Static<typeof Receipt>;

const example = {
  id: 'AQAAAZ2f0Xk',
  acceptedAt: '2026-11-15T08:30:00.000Z',
  accepted: 2,
  dropped: 0,
  stored: 2,
  deadLettered: 0,
  held: 0,
  queryableSince: '2026-11-15T08:30:00.412Z',
};

export const getReceipt = {
  method: 'GET',
  url: '/api/v1/receipts/:id',
  config: { permission: 'receipts:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Ingest'],
    summary: 'See what became of a request',
    description:
      'The `receipt` of a 202 can be read for a day. What is neither stored, dead-lettered nor held waits in the queue, unless it was held for too long, or deleted since.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 200: dataOf(Receipt) },
  },
  docs: {
    errors: ['STORAGE_UNAVAILABLE'],
    example: { params: { id: example.id }, answer: { data: example } },
  },
} as const satisfies Endpoint;
