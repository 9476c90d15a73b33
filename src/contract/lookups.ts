/** Lookup tables: what searches add to events, such as the team behind a service. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, pageOf, RawCells, SHORT_LIST_QUERY, named } from './schema.ts';

export const LOOKUP_NAME = `^[a-z0-9][a-z0-9_-]{0,${LIMITS.lookups.nameCharactersMax - 1}}$`;
const NewName = fields({
  name: Type.String({
    pattern: LOOKUP_NAME,
    description: 'Lower-case letters, digits, `_` and `-`.',
  }),
});
const Name = fields({
  name: Type.String({ minLength: 1, maxLength: LIMITS.lookups.nameCharactersMax }),
});

export const LookupTable = named(
  'LookupTable',
  Type.Object({
    name: Type.String(),
    columns: Type.Array(Type.String(), {
      description: 'Names of the columns, in order.',
    }),
    rows: Type.Integer({ description: 'Number of rows.' }),
    bytes: Type.Integer({ description: 'Size of the content.' }),
    version: Type.Integer({ description: 'Increases with every change.' }),
    isFromSearch: Type.Boolean({
      description:
        'Written by `outputlookup`. Downloading it needs the permission `logs:export` and is audited as an export.',
    }),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    updatedBy: Type.String(),
  }),
);
export type LookupTable = Static<typeof LookupTable>;

export const LookupTablePreview = named(
  'LookupTablePreview',
  Type.Object({
    ...LookupTable.properties,
    firstRows: Type.Array(Type.Array(Type.String()), {
      description: 'The first rows, their values in the order of `columns`.',
    }),
  }),
);
export type LookupTablePreview = Static<typeof LookupTablePreview>;

const example = {
  name: 'teams',
  columns: ['service', 'team', 'contact'],
  rows: 2,
  bytes: 92,
  version: 1,
  isFromSearch: false,
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedAt: '2026-11-15T08:30:00.000Z',
  updatedBy: 'ada@example.com',
};
const csv =
  'service,team,contact\ncheckout,payments,pay@example.com\nauth,identity,id@example.com\n';

export const listLookups = {
  method: 'GET',
  url: '/api/v1/lookups',
  config: { permission: 'lookups:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Lookup tables'],
    summary: 'List lookup tables',
    description: 'Sorted by name.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(LookupTable) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readLookup = {
  method: 'GET',
  url: '/api/v1/lookups/:name',
  config: { permission: 'lookups:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Lookup tables'],
    summary: 'Get a lookup table',
    description: 'Columns, size and first rows of the table.',
    params: Name,
    querystring: fields({
      rows: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LIMITS.lookups.shownRowsMax,
          default: LIMITS.lookups.shownRowsDefault,
          description: 'Rows to show.',
        }),
      ),
    }),
    response: { 200: dataOf(LookupTablePreview) },
  },
  docs: {
    example: {
      params: { name: 'teams' },
      answer: {
        data: {
          ...example,
          firstRows: [
            ['checkout', 'payments', 'pay@example.com'],
            ['auth', 'identity', 'id@example.com'],
          ],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const exportLookup = {
  method: 'GET',
  url: '/api/v1/lookups/:name/export',
  config: { permission: 'lookups:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Lookup tables'],
    summary: 'Download a lookup table',
    description:
      'The whole table as CSV, with the names of its columns in the first line. A table that a search wrote ' +
      '(`isFromSearch`) needs the permission `logs:export`.',
    params: Name,
    querystring: fields({ raw: Type.Optional(RawCells) }),
    response: { 200: Type.String() },
  },
  docs: { produces: 'text/csv', example: { params: { name: 'teams' }, answer: csv } },
} as const satisfies Endpoint;

export const replaceLookup = {
  method: 'PUT',
  url: '/api/v1/lookups/:name',
  config: { permission: 'lookups:write', rate: 'management', body: 'raw' },
  schema: {
    tags: ['Lookup tables'],
    summary: 'Upload a lookup table',
    description:
      'Creates the table, or replaces its content atomically: searches see either the old or the new one. ' +
      'The body is CSV with the names of the columns in its first line, or one JSON object per line. All ' +
      'values are text, and an empty value counts as missing. Invalid input is rejected with its line number. ' +
      "Of a CSV cell such as `'=x` or `'@team` the apostrophe is removed, as a download added it; `raw` keeps it. " +
      'With `version`, the upload is rejected if the table has a different version. 0 means that the table ' +
      'must not exist.',
    params: NewName,
    querystring: fields({
      version: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Replace only this version. Default: replace any.',
        }),
      ),
      raw: Type.Optional(
        Type.Boolean({ default: false, description: 'CSV only: take cells as they are.' }),
      ),
    }),
    response: { 200: dataOf(LookupTable) },
  },
  docs: {
    accepts: {
      'text/csv': Type.String(),
      'application/x-ndjson': Type.String(),
    },
    errors: ['CONFLICT', 'FST_ERR_CTP_BODY_TOO_LARGE', 'FST_ERR_CTP_INVALID_MEDIA_TYPE'],
    example: { params: { name: 'teams' }, body: csv, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const deleteLookup = {
  method: 'DELETE',
  url: '/api/v1/lookups/:name',
  config: { permission: 'lookups:write', rate: 'management', body: 'none' },
  schema: {
    tags: ['Lookup tables'],
    summary: 'Delete a lookup table',
    description: 'Searches that use it will fail.',
    params: Name,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { name: 'teams' }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
