/** Reading archives back. */
import { type Static, Type } from 'typebox';
import { IMPORT_INDEX_PREFIX, IMPORT_STATES } from '../spec/exports.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { ArchiveSource } from './export-destinations.ts';
import { described, dataOf, fields, PAGE_QUERY, pageOf } from './schema.ts';

const limits = LIMITS.exports;
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const ImportParams = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const ImportDraft = fields(
  {
    source: ArchiveSource,
    index: Type.String({
      pattern: `^${IMPORT_INDEX_PREFIX}[a-z0-9_-]{1,60}$`,
      description: `Created if missing. Must start with \`${IMPORT_INDEX_PREFIX}\`: these indexes are never exported.`,
    }),
    days: Type.Integer({
      minimum: limits.importDaysMin,
      maximum: limits.importDaysMax,
      description: 'Retention in days, starting now.',
    }),
    from: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only windows that end after this instant.' }),
    ),
    to: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only windows that begin before this instant.' }),
    ),
    unsigned: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Accept an archive that another installation signed. Hashes are still verified.',
      }),
    ),
  },
  { title: 'ImportDraft' },
);
export type ImportDraft = Static<typeof ImportDraft>;

export const ArchiveImport = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...IMPORT_STATES]),
    source: Type.String({ description: 'Source of the archive, without secrets.' }),
    index: Type.String({ description: 'Index that the events are stored in.' }),
    days: Type.Integer({ description: 'Retention of the imported events in days.' }),
    from: described(TextOrNull, 'Only events from this time on. Null: no lower bound.'),
    to: described(TextOrNull, 'Only events before this time. Null: no upper bound.'),
    unsigned: Type.Boolean({
      description: 'Whether archives without a valid signature are accepted.',
    }),
    manifests: Type.Integer({ description: 'Manifests read so far.' }),
    files: Type.Integer({ description: 'Files stored so far.' }),
    filesPlanned: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Files to import in total. Null: not known yet.',
    }),
    rows: Type.Integer({ description: 'Rows stored so far.' }),
    rowsRefused: Type.Integer({
      description:
        'Rows skipped so far: larger than the event size limit, or with a timestamp out of range.',
    }),
    rowsPlanned: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Rows to import in total. Null: not known yet.',
    }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the import failed or is waiting. Null: neither.',
    }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    endedAt: described(TextOrNull, 'Null: not finished.'),
  },
  { title: 'ArchiveImport' },
);
export type ArchiveImport = Static<typeof ArchiveImport>;

const example = {
  id: 'imp_2Bn7cVrKt4WzXqLmD8PgJs',
  state: 'running',
  source: 'folder archive/acme',
  index: 're_november',
  days: 7,
  from: null,
  to: null,
  unsigned: false,
  manifests: 24,
  files: 3,
  filesPlanned: 24,
  rows: 3_840_112,
  rowsRefused: 0,
  rowsPlanned: 30_211_904,
  error: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T10:00:00.000Z',
  endedAt: null,
};
const params = { id: example.id };
const tags = ['Exports'];

export const createImport = {
  method: 'POST',
  url: '/api/v1/imports',
  config: { permission: 'exports:manage', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Import an archive',
    description:
      'Starts a job that verifies every manifest and file before it stores the rows. The limits for ingested events apply to rows, ' +
      'and they count against the daily quota. An import over the quota waits. Imported events are never archived again.',
    body: ImportDraft,
    response: { 202: dataOf(ArchiveImport) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'NOT_FOUND'],
    example: {
      body: {
        source: { kind: 'folder', folder: 'archive', prefix: 'acme' },
        index: example.index,
        days: 7,
      },
      answer: {
        data: {
          ...example,
          state: 'waiting',
          manifests: 0,
          files: 0,
          filesPlanned: null,
          rows: 0,
          rowsPlanned: null,
        },
      },
    },
  },
} as const satisfies Endpoint;

export const listImports = {
  method: 'GET',
  url: '/api/v1/imports',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List imports',
    description: 'Newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(ArchiveImport) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readImport = {
  method: 'GET',
  url: '/api/v1/imports/:id',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get the progress of an import',
    description: 'State and progress of the import.',
    params: ImportParams,
    response: { 200: dataOf(ArchiveImport) },
  },
  docs: { example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const cancelImport = {
  method: 'POST',
  url: '/api/v1/imports/:id/cancel',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Cancel an import',
    description: 'Events that are already imported stay until their retention ends.',
    params: ImportParams,
    response: { 200: dataOf(ArchiveImport) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params,
      answer: { data: { ...example, state: 'cancelled', endedAt: '2026-11-15T10:01:00.000Z' } },
    },
  },
} as const satisfies Endpoint;
