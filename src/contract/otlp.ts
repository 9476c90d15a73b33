/** OpenTelemetry's own endpoint for log records. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { fields } from './schema.ts';

const ExportLogsServiceRequest = Type.Object(
  {
    resourceLogs: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'Log records by resource and scope, as OTLP defines them.',
    }),
  },
  {
    title: 'ExportLogsServiceRequest',
    additionalProperties: true,
    description: 'As in OTLP: resource logs, in them scope logs, in them log records.',
  },
);

const ExportLogsServiceResponse = Type.Object(
  {
    partialSuccess: Type.Optional(
      Type.Object({
        rejectedLogRecords: Type.String({ description: 'Number of rejected records.' }),
        errorMessage: Type.String({ description: 'Why.' }),
      }),
    ),
  },
  { title: 'ExportLogsServiceResponse' },
);

export const exportOtlpLogs = {
  method: 'POST',
  url: '/v1/logs',
  config: { permission: 'logs:write', rate: 'otlp', credentials: ['api_key'], body: 'raw' },
  schema: {
    tags: ['Ingest'],
    summary: 'Send log records (OTLP/HTTP)',
    description:
      'Protobuf or JSON, plain or gzip; also on port 4318. The response has the encoding of the request and is sent once the records are on disk. Invalid records are counted in `partial_success`; the others are accepted. Errors are a `google.rpc.Status` (`code`, `message`) in the same encoding. ' +
      'The index is the resource attribute `xplain.index`, else the parameter `index`, else the header `X-Index`, else `main`.',
    querystring: fields({
      index: Type.Optional(
        Type.String({ maxLength: 63, description: 'Index for resources without one.' }),
      ),
    }),
    headers: Type.Object({
      'x-index': Type.Optional(
        Type.String({ maxLength: 63, description: 'Same as `index`, as a header.' }),
      ),
    }),
    response: { 200: ExportLogsServiceResponse },
  },
  docs: {
    headers: ['X-Receipt', 'X-Throttled'],
    accepts: {
      'application/json': ExportLogsServiceRequest,
      'application/x-protobuf': Type.String({ description: 'The same message in protobuf.' }),
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
        resourceLogs: [
          {
            resource: {
              attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }],
            },
            scopeLogs: [
              {
                logRecords: [
                  {
                    timeUnixNano: '1794726000000000000',
                    severityNumber: 9,
                    body: { stringValue: 'payment authorized' },
                  },
                ],
              },
            ],
          },
        ],
      },
      answer: {},
    },
  },
} as const satisfies Endpoint;
