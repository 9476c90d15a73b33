/** Scheduled exports: events or the answer of a query, as files, again and again. */
import { type Static, Type } from 'typebox';
import { EXPORT_HEALTHS } from '../spec/exports.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { DestinationDraft } from './export-destinations.ts';
import { ExportChange, ExportDraft, ExportSchedule, SHOWN_SETTINGS } from './export-settings.ts';
import { described, dataOf, fields, PAGE_QUERY, pageOf, named } from './schema.ts';

const limits = LIMITS.exports;
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
export const ExportParams = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const ScheduledExport = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Integer({
      description: 'Increases with every change. Send it back when you change the export.',
    }),
    enabled: Type.Boolean({ description: 'Whether the export runs on its schedule.' }),
    ...SHOWN_SETTINGS,
    startAt: Type.Union([Type.String(), Type.Null()], {
      description: 'Archives only: events stored from here on are exported.',
    }),
    watermark: Type.Union([Type.String(), Type.Null()], {
      description: 'Archives only: every event stored before this instant is in a file.',
    }),
    lagSeconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Archives only: lag behind the current time.',
    }),
    health: Type.Enum([...EXPORT_HEALTHS], { description: 'Whether recent runs succeeded.' }),
    healthDetail: Type.String({ description: 'Reason. Empty when healthy.' }),
    running: Type.Union([Type.String(), Type.Null()], {
      description: 'ID of the current run. Null: none.',
    }),
    lastRunAt: described(TextOrNull, 'Null: no run yet.'),
    nextRunAt: described(TextOrNull, 'Null: disabled.'),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'ScheduledExport' },
);
export type ScheduledExport = Static<typeof ScheduledExport>;

export const ExportPreview = Type.Object(
  {
    runs: Type.Array(
      Type.Object({
        at: Type.String({ description: 'In UTC.' }),
        local: Type.String({ description: 'In the time zone of the schedule, with UTC offset.' }),
      }),
      { description: 'Next runs, with daylight saving time applied.' },
    ),
    columns: Type.Array(Type.String(), { description: 'Columns of the files, in order.' }),
    rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Sample rows, newest first.',
    }),
    rowsPerDay: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Archives only: rows per day, as a rate over `measuredHours`, the time in the last seven days that has events.',
    }),
    measuredHours: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Archives only: hours with events behind `rowsPerDay`. 0: no baseline.',
    }),
  },
  { title: 'ExportPreview' },
);
export type ExportPreview = Static<typeof ExportPreview>;

export const ExportPreviewDraft = named(
  'ExportPreviewDraft',
  fields({
    mode: ExportDraft.properties.mode,
    query: ExportDraft.properties.query,
    schedule: ExportSchedule,
    earliest: ExportDraft.properties.earliest,
    latest: ExportDraft.properties.latest,
  }),
);
export type ExportPreviewDraft = Static<typeof ExportPreviewDraft>;

export const DestinationTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether a test file could be written and deleted.' }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'What to fix.' }),
    elapsedMs: Type.Integer({ description: 'Duration of the test in milliseconds.' }),
  },
  { title: 'ExportDestinationTest' },
);
export type DestinationTest = Static<typeof DestinationTest>;

const draftExample = {
  name: 'All events, for seven years',
  mode: 'archive',
  query: '*',
  schedule: { every: '1h' },
  startAt: '2026-11-01T00:00:00.000Z',
  format: 'parquet',
  destination: {
    kind: 's3',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'acme-logs',
    prefix: 'xplain',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'an example, not a key'.replaceAll(' ', '-'),
  },
};
const { secretAccessKey: _secret, ...shownDestination } = draftExample.destination;
const example = {
  id: 'exp_6Tq1bWnLx8KvRdZcJ4MhPs',
  name: draftExample.name,
  version: 1,
  enabled: true,
  description: '',
  mode: 'archive',
  query: '*',
  schedule: draftExample.schedule,
  earliest: null,
  latest: null,
  format: 'parquet',
  compression: 'zstd',
  destination: shownDestination,
  startAt: draftExample.startAt,
  watermark: draftExample.startAt,
  lagSeconds: 1_238_400,
  health: 'new',
  healthDetail: '',
  running: null,
  lastRunAt: null,
  nextRunAt: '2026-11-15T09:02:00.000Z',
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};
const params = { id: example.id };
const tags = ['Exports'];

export const listExports = {
  method: 'GET',
  url: '/api/v1/exports',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List scheduled exports',
    description: 'Newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(ScheduledExport) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readExport = {
  method: 'GET',
  url: '/api/v1/exports/:id',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get a scheduled export',
    description: 'Settings, health and next run.',
    params: ExportParams,
    response: { 200: dataOf(ScheduledExport) },
  },
  docs: { example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const createExport = {
  method: 'POST',
  url: '/api/v1/exports',
  config: {
    permission: 'exports:manage',
    rate: 'management',
    body: 'management',
    needsStandingRole: true,
  },
  schema: {
    tags,
    summary: 'Create a scheduled export',
    description:
      'An `archive` writes every event to exactly one file, by ingest time, so that late events are ' +
      'neither lost nor exported twice. A `report` writes the result of a query at its due time.',
    body: ExportDraft,
    response: { 201: dataOf(ScheduledExport) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR'],
    example: { body: draftExample, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const changeExport = {
  method: 'PATCH',
  url: '/api/v1/exports/:id',
  config: {
    permission: 'exports:manage',
    rate: 'management',
    body: 'management',
    needsStandingRole: true,
  },
  schema: {
    tags,
    summary: 'Change a scheduled export',
    description:
      'Send the `version` you last read. If it is outdated, you get 409. Send a destination complete; ' +
      'you can leave out its secret if the address stays the same. A running export keeps its old settings.',
    params: ExportParams,
    body: ExportChange,
    response: { 200: dataOf(ScheduledExport) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: {
      params,
      body: { version: 1, schedule: { cron: '0 6 * * *', timeZone: 'Europe/Berlin' } },
      answer: {
        data: {
          ...example,
          version: 2,
          schedule: { cron: '0 6 * * *', timeZone: 'Europe/Berlin' },
          nextRunAt: '2026-11-16T05:02:00.000Z',
        },
      },
    },
  },
} as const satisfies Endpoint;

export const deleteExport = {
  method: 'DELETE',
  url: '/api/v1/exports/:id',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Delete a scheduled export',
    description: 'Deletes its files in Xplain storage. Files at other destinations stay.',
    params: ExportParams,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const enableExport = {
  method: 'POST',
  url: '/api/v1/exports/:id/enable',
  config: {
    permission: 'exports:manage',
    rate: 'management',
    body: 'none',
    needsStandingRole: true,
  },
  schema: {
    tags,
    summary: 'Enable a scheduled export',
    description: 'An archive resumes at its watermark, so it has no gap.',
    params: ExportParams,
    response: { 200: dataOf(ScheduledExport) },
  },
  docs: { example: { params, answer: { data: { ...example, version: 3 } } } },
} as const satisfies Endpoint;

export const disableExport = {
  method: 'POST',
  url: '/api/v1/exports/:id/disable',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Disable a scheduled export',
    description: 'Cancels the current run. The export still counts against the plan.',
    params: ExportParams,
    response: { 200: dataOf(ScheduledExport) },
  },
  docs: {
    example: {
      params,
      answer: {
        data: { ...example, version: 2, enabled: false, health: 'disabled', nextRunAt: null },
      },
    },
  },
} as const satisfies Endpoint;

export const previewExport = {
  method: 'POST',
  url: '/api/v1/exports/preview',
  config: { permission: 'exports:manage', rate: 'search', body: 'management' },
  schema: {
    tags,
    summary: 'Preview an export',
    description: `The next ${limits.previewRunsMax} runs, ${limits.previewRowsMax} rows, and how many a day has.`,
    body: ExportPreviewDraft,
    response: { 200: dataOf(ExportPreview) },
  },
  docs: {
    errors: ['QUERY_SYNTAX_ERROR', 'UNKNOWN_INDEX', 'QUERY_TIMEOUT', 'STORAGE_UNAVAILABLE'],
    example: {
      body: {
        mode: 'archive',
        query: 'level=error',
        schedule: { cron: '30 2 * * *', timeZone: 'Europe/Berlin' },
      },
      answer: {
        data: {
          runs: [
            { at: '2026-11-16T01:30:00.000Z', local: '2026-11-16T02:30:00+01:00' },
            { at: '2026-11-17T01:30:00.000Z', local: '2026-11-17T02:30:00+01:00' },
          ],
          columns: ['_time', '_id', '_index', 'event', 'level', 'source', 'attributes'],
          rows: [
            {
              _time: '2026-11-15T07:59:58.120Z',
              _id: '0a1b2c3d4e5f0001',
              _index: 'main',
              event: 'timeout after 30 s',
              level: 'error',
              source: 'app',
              attributes: { service: 'checkout' },
            },
          ],
          rowsPerDay: 48_210,
          measuredHours: 168,
        },
      },
    },
  },
} as const satisfies Endpoint;

export const testDestination = {
  method: 'POST',
  url: '/api/v1/exports/test',
  config: { permission: 'exports:manage', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Test a destination',
    description:
      'Writes and deletes a small object, or sends a test message. With `export`, fields you leave out, such as secrets, are taken from that export.',
    body: fields({
      destination: DestinationDraft,
      export: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Use the stored credentials of this export.',
        }),
      ),
    }),
    response: { 200: dataOf(DestinationTest) },
  },
  docs: {
    example: {
      body: { destination: { kind: 'folder', folder: 'archive', prefix: 'acme' } },
      answer: { data: { ok: true, error: null, elapsedMs: 12 } },
    },
  },
} as const satisfies Endpoint;

export const readExportFolders = {
  method: 'GET',
  url: '/api/v1/exports/folders',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List export folders',
    description: 'The names in `XPLAIN_EXPORT_FOLDERS`, in order. Paths are not returned.',
    response: {
      200: dataOf(
        Type.Object({ folders: Type.Array(Type.String(), { description: 'Their names.' }) }),
      ),
    },
  },
  docs: { example: { answer: { data: { folders: ['archive', 'audit'] } } } },
} as const satisfies Endpoint;

export const readArchiveKey = {
  method: 'GET',
  url: '/api/v1/exports/:id/key',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get the signing key of an archive',
    description:
      'For `xplain archive verify` on a machine without access to Xplain. Keep it secret: it can also sign manifests.',
    params: ExportParams,
    response: {
      200: dataOf(
        Type.Object({
          key: Type.String({
            description: 'Key that verifies the signatures of archive manifests.',
          }),
          webhookSecret: Type.Union([Type.String(), Type.Null()], {
            description: 'Signs webhook calls as defined by Standard Webhooks 1.0.',
          }),
        }),
      ),
    },
  },
  docs: {
    example: {
      params,
      answer: {
        data: {
          key: 'xak_5d0c2f1e8b7a69433c2b1a0f9e8d7c6b5a493827161504f3e2d1c0bfae9d8c7b',
          webhookSecret: null,
        },
      },
    },
  },
} as const satisfies Endpoint;
