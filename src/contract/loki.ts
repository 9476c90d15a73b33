/** The push endpoint of Grafana Loki. */
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
      'JSON, or protobuf compressed with Snappy. Labels and structured metadata become attributes; `level` is the level, `service_name`, `service`, `app` or `job` the source. Send the API key as a bearer token or as the password. Invalid entries are listed in a 400, or a 413 if one of them is over 1 MB. The others are accepted, as in Loki. Errors are plain text. ' +
      'The index is the label `xplain_index`, else the parameter `index`, else the header `X-Index`, else `main`.',
    querystring: Type.Object(
      {
        index: Type.Optional(
          Type.String({ maxLength: 63, description: 'Index for streams without one.' }),
        ),
      },
      { additionalProperties: true },
    ),
    headers: Type.Object({
      'x-index': Type.Optional(
        Type.String({ maxLength: 63, description: 'Same as `index`, as a header.' }),
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
