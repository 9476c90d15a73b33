/** The push door of Grafana Loki. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';

const LokiPush = Type.Object(
  {
    streams: Type.Array(
      Type.Object({
        stream: Type.Record(Type.String(), Type.String(), { description: 'Labels.' }),
        values: Type.Array(Type.Array(Type.Unknown()), {
          description: 'Nanoseconds since 1970 as text, the line, and structured metadata if any.',
        }),
      }),
    ),
  },
  { title: 'LokiPush', additionalProperties: true },
);

export const lokiPush = {
  method: 'POST',
  url: '/loki/api/v1/push',
  config: {
    permission: 'logs:write',
    rate: 'ingest',
    credentials: ['api_key'],
    schemes: ['basic'],
    body: 'raw',
  },
  schema: {
    tags: ['Ingest'],
    summary: 'Send streams (Loki push API)',
    description:
      'JSON, or protobuf compressed with Snappy. Labels and structured metadata become attributes; `level` is the level, `service_name`, `service`, `app` or `job` the source. The key comes as a bearer or as a password. Entries that cannot be taken are named in a 400, or a 413 when one of them is over 1 MB; the others are taken, as Loki does. Failures are plain text. ' +
      'The index is the label `xplain_index`, else the parameter `index`, else the header `X-Index`, else `main`.',
    querystring: Type.Object(
      {
        index: Type.Optional(
          Type.String({ maxLength: 63, description: 'For streams that name none.' }),
        ),
      },
      { additionalProperties: true },
    ),
    headers: Type.Object({
      'x-index': Type.Optional(
        Type.String({ maxLength: 63, description: 'The same, for clients that can set headers.' }),
      ),
    }),
    response: { 204: Type.Null() },
  },
  docs: {
    headers: ['X-Receipt', 'X-Throttled'],
    accepts: {
      'application/json': LokiPush,
      'application/x-protobuf': Type.String({ description: 'A PushRequest, with Snappy.' }),
    },
    errors: [
      'UNKNOWN_INDEX',
      'EVENT_TOO_LARGE',
      'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      'QUEUE_FULL',
      'QUEUE_UNAVAILABLE',
      'STORAGE_UNAVAILABLE',
    ],
    example: {
      body: {
        streams: [
          {
            stream: { service_name: 'checkout', level: 'info' },
            values: [['1794726000000000000', 'payment authorized', { order: '4711' }]],
          },
        ],
      },
    },
  },
} as const satisfies Endpoint;
