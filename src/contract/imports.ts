/** Reading archives back. */
import { type Static, Type } from 'typebox';
import { IMPORT_INDEX_PREFIX, IMPORT_STATES } from '../spec/exports.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { ArchiveSource } from './export-destinations.ts';
import { dataOf, fields, PAGE_QUERY, pageOf } from './schema.ts';

const limits = LIMITS.exports;
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const ImportParams = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const ImportDraft = fields(
  {
    source: ArchiveSource,
    index: Type.String({
      pattern: `^${IMPORT_INDEX_PREFIX}[a-z0-9_-]{1,60}$`,
      description: `Made when it is missing. Begins with \`${IMPORT_INDEX_PREFIX}\`: such indexes are never exported.`,
    }),
    days: Type.Integer({
      minimum: limits.importDaysMin,
      maximum: limits.importDaysMax,
      description: 'How long the events stay, from now on.',
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
          'Take an archive that another installation has signed. Hashes are checked all the same.',
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
    source: Type.String({ description: 'Where it is read from, without secrets.' }),
    index: Type.String(),
    days: Type.Integer(),
    from: TextOrNull,
    to: TextOrNull,
    unsigned: Type.Boolean(),
    manifests: Type.Integer({ description: 'Manifests read so far.' }),
    files: Type.Integer({ description: 'Files stored so far.' }),
    filesPlanned: Type.Union([Type.Integer(), Type.Null()]),
    rows: Type.Integer({ description: 'Rows stored so far.' }),
    rowsRefused: Type.Integer({
      description:
        'Rows left out of the files stored so far: larger than an event may be, or of a time that the store can’t keep.',
    }),
    rowsPlanned: Type.Union([Type.Integer(), Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed, or what it waits for.',
    }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    endedAt: TextOrNull,
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
    summary: 'Read an archive back',
    description:
      'A job: every manifest and file is checked before its rows are stored. Rows keep the limits of events that are sent ' +
      'and count against the daily quota; an import over it waits until there is room. They go into no other archive.',
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
    summary: 'Show how far an import is',
    description: 'One import and how far it is.',
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
    description: 'What is stored already stays until its days are over.',
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
