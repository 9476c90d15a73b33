/** What has become of the events of one request. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

export const Receipt = named(
  'Receipt',
  Type.Object({
    id: Type.String(),
    acceptedAt: Type.String({ description: 'When the events were accepted.' }),
    accepted: Type.Integer({ description: 'Events of the request.' }),
    dropped: Type.Integer({ description: 'Events that a pipeline dropped.' }),
    stored: Type.Integer({ description: 'Events that are searchable now.' }),
    deadLettered: Type.Integer({
      description: 'Events that are dead letters and can be replayed.',
    }),
    held: Type.Integer({
      description: 'Events that are held over the daily quota, and will be stored or discarded.',
    }),
    queryableSince: Type.Union([Type.String(), Type.Null()], {
      description:
        'When all events were stored. Null: not stored yet, or unknown. Only the node that stored the events knows it, for its latest requests.',
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
    summary: 'Get an ingest receipt',
    description:
      'Receipts are available for one day. Events that are neither stored, dead-lettered nor held are still queued, unless they were discarded over the quota or deleted.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 200: dataOf(Receipt) },
  },
  docs: {
    errors: ['STORAGE_UNAVAILABLE'],
    example: { params: { id: example.id }, answer: { data: example } },
  },
} as const satisfies Endpoint;
