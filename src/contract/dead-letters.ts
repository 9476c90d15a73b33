/** Events that could not be stored, kept for inspection and replay. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, PAGE_QUERY, pageOf, named } from './schema.ts';

const Preview = Type.Object(
  {
    timestamp: Type.String(),
    index: Type.String(),
    level: Type.String(),
    source: Type.String(),
    event: Type.String({ description: 'The beginning of the message.' }),
  },
  { description: 'Its first event; absent when it cannot be shown.' },
);

export const DeadLetter = named(
  'DeadLetter',
  Type.Object({
    id: Type.String(),
    events: Type.Integer(),
    bytes: Type.Integer(),
    reason: Type.String(),
    attempts: Type.Integer(),
    deadAt: Type.String(),
    isSpilled: Type.Boolean({ description: 'Moved here during an outage; comes back by itself.' }),
    preview: Type.Optional(Preview),
  }),
);
export type DeadLetter = Static<typeof DeadLetter>;

const example = {
  id: '42',
  events: 1_000,
  bytes: 301_442,
  reason: 'The store refused the batch; the log has the details.',
  attempts: 6,
  deadAt: '2026-11-15T08:30:00.000Z',
  isSpilled: false,
  preview: {
    timestamp: '2026-11-15T08:29:12.345Z',
    index: 'main',
    level: 'error',
    source: 'checkout',
    event: 'payment refused',
  },
};

export const listDeadLetters = {
  method: 'GET',
  url: '/api/v1/dead-letters',
  config: { permission: 'dead-letters:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Dead letters'],
    summary: 'List events that could not be stored',
    description: 'Batches that the store has refused, the newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(DeadLetter) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const replayDeadLetters = {
  method: 'POST',
  url: '/api/v1/dead-letters/replay',
  config: { permission: 'dead-letters:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Dead letters'],
    summary: 'Put dead letters back into the queue',
    description: 'Those named by `ids`, or all of the organization.',
    body: fields({
      ids: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { minItems: 1, maxItems: 1_000 }),
      ),
    }),
    response: { 200: dataOf(Type.Object({ replayed: Type.Integer() })) },
  },
  docs: { example: { body: { ids: ['42'] }, answer: { data: { replayed: 1 } } } },
} as const satisfies Endpoint;

export const discardDeadLetter = {
  method: 'DELETE',
  url: '/api/v1/dead-letters/:id',
  config: { permission: 'dead-letters:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Dead letters'],
    summary: 'Discard a dead letter for good',
    description: 'Audited. Entries of the audit log cannot be discarded, only replayed.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 128 }) }),
    response: { 200: dataOf(Type.Object({ discarded: Type.Integer() })) },
  },
  docs: { example: { params: { id: '42' }, answer: { data: { discarded: 1 } } } },
} as const satisfies Endpoint;
