/** Splunk’s HTTP Event Collector, for shippers that speak it. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';

const HecAnswer = Type.Object(
  {
    text: Type.String({ description: 'Result in words, as Splunk sends it.' }),
    code: Type.Integer({ description: '0 is success, as in HEC.' }),
  },
  { title: 'HecAnswer' },
);
const HecEvent = Type.Object(
  {
    event: Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
      description: 'The message. An object is kept as JSON.',
    }),
    time: Type.Optional(Type.Number({ description: 'Seconds since 1970, with a fraction.' })),
    host: Type.Optional(Type.String({ description: 'Becomes the attribute `host`.' })),
    source: Type.Optional(
      Type.String({ description: 'Origin of the event, such as a file or program.' }),
    ),
    sourcetype: Type.Optional(Type.String({ description: 'Becomes the attribute `sourcetype`.' })),
    index: Type.Optional(Type.String({ description: 'Default `main`.' })),
    fields: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Become attributes.' }),
    ),
  },
  { title: 'HecEvent', additionalProperties: true },
);

/** Shippers add parameters of their own, such as `channel`; they do no harm. */
const querystring = Type.Object(
  {
    index: Type.Optional(
      Type.String({ maxLength: 63, description: 'Index for events without one.' }),
    ),
    host: Type.Optional(Type.String({ description: 'Host for events without one.' })),
    source: Type.Optional(Type.String({ description: 'Source for events without one.' })),
    sourcetype: Type.Optional(Type.String({ description: 'Source type for events without one.' })),
  },
  { additionalProperties: true },
);
const config = {
  permission: 'logs:write',
  rate: 'ingest',
  credentials: ['api_key'],
  schemes: ['splunk', 'basic'],
  body: 'raw',
} as const;
const errors = [
  'UNKNOWN_INDEX',
  'EVENT_TOO_LARGE',
  'QUEUE_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
] as const;
const success = { text: 'Success', code: 0 };
const FAILURES =
  'Errors are `{ "text", "code" }` with HEC codes. A full queue and an exceeded rate limit or quota return 503 with code 9, which shippers retry.';

export const hecEvents = {
  method: 'POST',
  url: '/services/collector/event',
  config,
  schema: {
    tags: ['Ingest'],
    summary: 'Send events (Splunk HEC)',
    description: `Concatenated JSON objects. Send the API key as \`Authorization: Splunk <key>\`. All or nothing: \`invalid-event-number\` is the first event that was rejected. ${FAILURES}`,
    querystring,
    response: { 200: HecAnswer },
  },
  docs: {
    headers: ['X-Receipt', 'X-Throttled'],
    accepts: { 'application/json': HecEvent },
    errors,
    example: {
      body: {
        time: 1_794_726_000.25,
        host: 'web-1',
        source: 'checkout',
        event: 'payment authorized',
      },
      answer: success,
    },
  },
} as const satisfies Endpoint;

export const hecEventsShort = {
  ...hecEvents,
  url: '/services/collector',
} as const satisfies Endpoint;

export const hecEventsVersioned = {
  ...hecEvents,
  url: '/services/collector/event/1.0',
} as const satisfies Endpoint;

export const hecRaw = {
  method: 'POST',
  url: '/services/collector/raw',
  config,
  schema: {
    tags: ['Ingest'],
    summary: 'Send raw lines (Splunk HEC)',
    description: `One event per line. Empty lines are ignored. ${FAILURES}`,
    querystring,
    response: { 200: HecAnswer },
  },
  docs: {
    headers: ['X-Receipt', 'X-Throttled'],
    accepts: { 'text/plain': Type.String() },
    errors,
    example: { body: 'payment authorized\npayment refused', answer: success },
  },
} as const satisfies Endpoint;

export const hecRawVersioned = {
  ...hecRaw,
  url: '/services/collector/raw/1.0',
} as const satisfies Endpoint;

export const hecHealth = {
  method: 'GET',
  url: '/services/collector/health',
  config: { permission: 'public', rate: 'public', body: 'none' },
  schema: {
    tags: ['Ingest'],
    summary: 'Collector health (Splunk HEC)',
    description: 'Splunk HEC clients check this before they send events.',
    response: { 200: HecAnswer },
  },
  docs: { example: { answer: { text: 'HEC is healthy', code: 17 } } },
} as const satisfies Endpoint;

export const hecHealthVersioned = {
  ...hecHealth,
  url: '/services/collector/health/1.0',
} as const satisfies Endpoint;
