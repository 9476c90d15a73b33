/** What every installation answers about itself. */
import { Type, type Static } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, named } from './schema.ts';

const TAGS = ['Platform'];

export const Health = named(
  'Health',
  Type.Object({
    status: Type.Literal('alive'),
    version: Type.String(),
    uptimeSeconds: Type.Integer({ description: 'Seconds since the process started.' }),
  }),
);

export const EngineState = named(
  'EngineState',
  Type.Object({
    state: Type.Enum(['up', 'degraded', 'down'], {
      description: '`degraded`: works with restrictions, see `note`.',
    }),
    note: Type.Optional(Type.String({ description: 'Details for operators.' })),
  }),
);

export const Readiness = named(
  'Readiness',
  Type.Object({
    ready: Type.Boolean({ description: 'Whether all engines are available.' }),
    engines: Type.Record(Type.String(), EngineState, {
      description: 'State of each engine of this node, by name.',
    }),
  }),
);
export type Readiness = Static<typeof Readiness>;

export const getHealth = {
  method: 'GET',
  url: '/health',
  config: { permission: 'public', rate: 'none', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Liveness',
    description:
      'Succeeds as long as the process can respond. Use it for restarts, not for routing.',
    response: { 200: dataOf(Health) },
  },
  docs: {
    example: { answer: { data: { status: 'alive', version: '0.1.0', uptimeSeconds: 86_400 } } },
  },
} as const satisfies Endpoint;

export const getReadiness = {
  method: 'GET',
  url: '/ready',
  config: { permission: 'public', rate: 'none', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Readiness',
    description: 'Checks every engine with a short timeout. 503 with the same body if one is down.',
    response: { 200: dataOf(Readiness), 503: dataOf(Readiness) },
  },
  docs: {
    example: {
      answer: {
        data: {
          ready: true,
          engines: {
            store: { state: 'up' },
            queue: { state: 'degraded', note: 'The queue is at 85 % of its depth.' },
            metadata: { state: 'up' },
          },
        },
      },
    },
  },
} as const satisfies Endpoint;

export const getMetrics = {
  method: 'GET',
  url: '/metrics',
  config: { permission: 'operator', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Prometheus metrics',
    description:
      'Requires the operator token (`XPLAIN_METRICS_TOKEN`). Without a token, only available on localhost. `XPLAIN_METRICS_PORT` serves the metrics on a separate port.',
    response: { 200: Type.String() },
  },
  docs: {
    produces: 'text/plain; version=0.0.4',
    example: {
      answer:
        'xplain_http_requests_total{method="POST",route="/api/v1/logs",status="202"} 1027\nxplain_http_requests_in_flight 3\n',
    },
  },
} as const satisfies Endpoint;

export const getOpenApi = {
  method: 'GET',
  url: '/openapi.json',
  config: { permission: 'public', rate: 'public', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'OpenAPI document',
    description: 'The OpenAPI 3.1 document of this API.',
    response: { 200: Type.Object({}, { additionalProperties: true }) },
  },
  docs: { example: { answer: { openapi: '3.1.0', info: { title: 'Xplain', version: '0.1.0' } } } },
} as const satisfies Endpoint;

export const getDocs = {
  method: 'GET',
  url: '/docs',
  config: { permission: 'public', rate: 'public', answer: 'page', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'API reference',
    description: 'This reference as an HTML page.',
    response: { 200: Type.String() },
  },
  docs: { produces: 'text/html', example: { answer: '<!doctype html>…' } },
} as const satisfies Endpoint;
