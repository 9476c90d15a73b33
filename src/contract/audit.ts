/** The audit log as a file, and its chain. Searching it is a search like any other, with `index=_audit`. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named, RawCells } from './schema.ts';

export const exportAudit = {
  method: 'GET',
  url: '/api/v1/audit/export',
  config: { permission: 'logs:export', rate: 'logs', body: 'none' },
  schema: {
    tags: ['Audit'],
    summary: 'Export the audit log',
    description:
      'All entries in order of their numbers, as CSV or one JSON object per line: the eight fields, then `seq`, `hash` and `previous_hash`, its place in the hash chain. `details` is an object in JSON, and JSON text in a CSV cell. Check a file with `xplain audit verify`.',
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
        'timestamp,actor,action,resource,resource_type,ip_address,user_agent,details,seq,hash,previous_hash\n' +
        '2026-11-15T08:30:00.000Z,ada@example.com,api_key.created,key_7Qm2tXzVb1LrEoUaY0KpWc,api_key,192.0.2.7,curl/8.7.1,"{""name"":""k""}",1,9f2c…,0000…\n',
    },
  },
} as const satisfies Endpoint;

const Chain = named(
  'AuditChain',
  Type.Object({
    seq: Type.Integer({ description: 'Number of the newest entry. 0: no entry has one yet.' }),
    hash: Type.String({ description: 'Hash of the newest entry, SHA-256 in hexadecimal digits.' }),
    verified: Type.Union(
      [
        Type.Object({
          at: Type.String({ format: 'date-time' }),
          from: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Number of the oldest entry that is kept.',
          }),
          to: Type.Union([Type.Integer(), Type.Null()], {
            description: 'All entries up to this number are complete and unchanged.',
          }),
          problem: Type.Union([Type.String(), Type.Null()], {
            description: 'What was found after `to`: a missing or changed entry. Null: nothing.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'The last verification. Null until the first one.' },
    ),
  }),
);

const CHAIN_EXAMPLE = {
  seq: 4_182,
  hash: '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
  verified: { at: '2026-11-15T08:30:00.000Z', from: 1, to: 4_182, problem: null },
};

export const getAuditChain = {
  method: 'GET',
  url: '/api/v1/audit/chain',
  config: { permission: 'audit:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Audit'],
    summary: 'Get the state of the audit chain',
    description:
      'Entries are numbered per organization without gaps, and each hash covers the entry and the hash before it. The server verifies the stored entries once a day.',
    response: { 200: dataOf(Chain) },
  },
  docs: { errors: [], example: { answer: { data: CHAIN_EXAMPLE } } },
} as const satisfies Endpoint;

export const verifyAuditChain = {
  method: 'POST',
  url: '/api/v1/audit/verify',
  config: { permission: 'audit:read', rate: 'logs', body: 'none' },
  schema: {
    tags: ['Audit'],
    summary: 'Verify the audit chain',
    description:
      'Reads every stored entry and checks its number and hash. A missing or changed entry is reported in `verified.problem`.',
    response: { 200: dataOf(Chain) },
  },
  docs: { errors: ['STORAGE_UNAVAILABLE'], example: { answer: { data: CHAIN_EXAMPLE } } },
} as const satisfies Endpoint;
