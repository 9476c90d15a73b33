/** The audit log as a file. Searching it is a search like any other, with `index=_audit`. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { fields, RawCells } from './schema.ts';

export const exportAudit = {
  method: 'GET',
  url: '/api/v1/audit/export',
  config: { permission: 'logs:export', rate: 'logs', body: 'none' },
  schema: {
    tags: ['Audit'],
    summary: 'Export the audit log',
    description:
      'All eight fields of every entry, oldest first, as CSV or one JSON object per line. `details` is an object in JSON, and JSON text in a CSV cell.',
    querystring: fields({
      format: Type.Optional(
        Type.Enum(['csv', 'jsonl'], { default: 'csv', description: 'File format.' }),
      ),
      raw: Type.Optional(RawCells),
      earliest: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Start of the time range. Default: the oldest entry.',
        }),
      ),
      latest: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'End of the time range, exclusive. Default: now.',
        }),
      ),
    }),
    response: { 200: Type.Unsafe<unknown>({ type: 'string' }) },
  },
  docs: {
    produces: 'text/csv',
    errors: ['STORAGE_UNAVAILABLE'],
    example: {
      query: { format: 'csv' },
      answer:
        'timestamp,actor,action,resource,resource_type,ip_address,user_agent,details\n' +
        '2026-11-15T08:30:00.000Z,ada@example.com,api_key.created,key_7Qm2tXzVb1LrEoUaY0KpWc,api_key,192.0.2.7,curl/8.7.1,"{""name"":""k""}"\n',
    },
  },
} as const satisfies Endpoint;
