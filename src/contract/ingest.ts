/** The JSON endpoints for log events. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

const Event = Type.Object(
  {
    event: Type.String({ description: 'The message. `message` and `body` are accepted, too.' }),
    level: Type.Optional(Type.String({ description: 'Lower-cased. Default `info`.' })),
    source: Type.Optional(Type.String({ description: 'Default: the name of the key.' })),
    timestamp: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description: 'ISO 8601, or epoch s, ms, µs, ns by magnitude. Default: arrival.',
      }),
    ),
    index: Type.Optional(Type.String({ description: 'Default `main`, or the parameter `index`.' })),
    id: Type.Optional(Type.String({ description: 'Your own unique ID, for deduplication.' })),
    attributes: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Nested objects are flattened with dots.' },
      ),
    ),
  },
  {
    title: 'LogEvent',
    additionalProperties: true,
    description: 'Further fields become attributes.',
  },
);
const Events = Type.Array(Event);

const Accepted = named(
  'Accepted',
  Type.Object({
    accepted: Type.Integer({
      description: 'Events that are stored durably or dropped by a pipeline.',
    }),
    dropped: Type.Optional(Type.Integer({ description: 'Events that a pipeline dropped.' })),
    throttled: Type.Optional(
      Type.Literal(true, {
        description:
          'The events exceed the daily quota. They are held for up to an hour, stored if the quota allows it by then, and otherwise discarded.',
      }),
    ),
    receipt: Type.String({ description: 'ID for `GET /api/v1/receipts/:id`, valid for one day.' }),
    ids: Type.Optional(
      Type.Array(Type.String(), {
        description: '`_id` of each event in order, for small requests without dropped events.',
      }),
    ),
  }),
);

const querystring = fields({
  index: Type.Optional(
    Type.String({ maxLength: 63, description: 'Index for events without one.' }),
  ),
});

const docs = {
  accepts: {
    'application/json': Type.Union([Event, Events, Type.Object({ events: Events })]),
    'application/x-ndjson': Event,
  },
  errors: [
    'UNKNOWN_INDEX',
    'EVENT_TOO_LARGE',
    'QUEUE_FULL',
    'DAILY_QUOTA_EXCEEDED',
    'QUEUE_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
  ],
} as const;
const event = {
  event: 'payment authorized',
  level: 'info',
  source: 'checkout',
  attributes: { order: 4711, currency: 'EUR' },
};
const description =
  'One event, an array, `{ "events": [...] }`, or one event per line (NDJSON); gzip, deflate or zstd. ' +
  'The response is sent once the events are on disk. All or nothing: one invalid event ' +
  'rejects the request, and `details` lists the position of each invalid event.';

export const ingestLogs = {
  method: 'POST',
  url: '/api/v1/logs',
  config: { permission: 'logs:write', rate: 'ingest', body: 'raw' },
  schema: {
    tags: ['Ingest'],
    summary: 'Send events',
    description,
    querystring,
    response: { 202: dataOf(Accepted) },
  },
  docs: {
    ...docs,
    example: {
      body: event,
      answer: { data: { accepted: 1, receipt: 'AQAAAZ2f0Xk', ids: ['0a1b2c3d4e5f0001'] } },
    },
  },
} as const satisfies Endpoint;

export const ingestBatch = {
  method: 'POST',
  url: '/api/v1/logs/batch',
  config: { permission: 'logs:write', rate: 'ingest', body: 'raw' },
  schema: {
    tags: ['Ingest'],
    summary: 'Send a batch of events',
    description,
    querystring,
    response: { 202: dataOf(Accepted) },
  },
  docs: {
    ...docs,
    example: {
      body: { events: [event, event] },
      answer: { data: { accepted: 2, receipt: 'AQAAAZ2f0Xk' } },
    },
  },
} as const satisfies Endpoint;
