/** Events that could not be stored, kept for inspection and replay. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, PAGE_QUERY, pageOf, named } from './schema.ts';

const Preview = Type.Object(
  {
    timestamp: Type.String(),
    index: Type.String(),
    level: Type.String(),
    source: Type.String(),
    event: Type.String({ description: 'Start of the message.' }),
  },
  { description: 'First event of the batch. Absent if it can’t be shown.' },
);

export const DeadLetter = named(
  'DeadLetter',
  Type.Object({
    id: Type.String(),
    events: Type.Integer({ description: 'Number of events in the batch.' }),
    bytes: Type.Integer({ description: 'Size of the batch.' }),
    reason: Type.String({ description: 'Why the events could not be stored.' }),
    attempts: Type.Integer({
      description: 'Write attempts before the batch became a dead letter.',
    }),
    deadAt: Type.String({ description: 'When the batch became a dead letter.' }),
    isSpilled: Type.Boolean({
      description: 'Moved here during an outage. Replayed automatically.',
    }),
    preview: Type.Optional(described(Preview, 'First event of the batch.')),
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
    summary: 'List dead letters',
    description: 'Batches that the log store rejected, newest first.',
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
    summary: 'Replay dead letters',
    description: 'Replays the given `ids`, or all dead letters of the organization.',
    body: fields({
      ids: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
          minItems: 1,
          maxItems: 1_000,
          description: 'Only these dead letters. Default: all.',
        }),
      ),
    }),
    response: {
      200: dataOf(
        Type.Object({
          replayed: Type.Integer({
            description: 'Number of batches that are being written again.',
          }),
        }),
      ),
    },
  },
  docs: { example: { body: { ids: ['42'] }, answer: { data: { replayed: 1 } } } },
} as const satisfies Endpoint;

export const discardDeadLetter = {
  method: 'DELETE',
  url: '/api/v1/dead-letters/:id',
  config: { permission: 'dead-letters:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Dead letters'],
    summary: 'Discard a dead letter',
    description: 'Audited. Entries of the audit log cannot be discarded, only replayed.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 128 }) }),
    response: {
      200: dataOf(
        Type.Object({
          discarded: Type.Integer({ description: 'Number of batches that were deleted.' }),
        }),
      ),
    },
  },
  docs: { example: { params: { id: '42' }, answer: { data: { discarded: 1 } } } },
} as const satisfies Endpoint;
