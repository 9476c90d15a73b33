/** The runs of an export, and the files they wrote. */
import { type Static, Type } from 'typebox';
import { EXPORT_RUN_STATES, EXPORT_TRIGGERS } from '../spec/exports.ts';
import { LIMITS } from '../spec/limits.ts';
import { DAY_MS } from '../spec/units.ts';
import type { Endpoint } from './endpoint.ts';
import { ExportParams } from './exports.ts';
import { described, dataOf, fields, PAGE_QUERY, pageOf } from './schema.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const RunParams = fields({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  run: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the run.' }),
});
const FileParams = fields({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  run: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the run.' }),
  file: Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: 'File number within the run.' }),
});

export const ExportFile = Type.Object(
  {
    number: Type.Integer({ description: 'File number within the run, from 1.' }),
    name: Type.String({ description: 'Path below the prefix of the destination.' }),
    state: Type.Enum(['planned', 'writing', 'done', 'expired'], {
      description: '`expired`: the file was deleted after its retention.',
    }),
    rows: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: not written yet.' }),
    bytes: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Size of the file. Null: not written yet.',
    }),
    sha256: described(TextOrNull, 'Checksum of the file. Null: not written yet.'),
    isDownloadable: Type.Boolean({ description: 'Whether Xplain still stores the file.' }),
  },
  { title: 'ExportFile' },
);
export type ExportFile = Static<typeof ExportFile>;

const RUN = {
  id: Type.String(),
  export: Type.String({ description: 'ID of the scheduled export.' }),
  state: Type.Enum([...EXPORT_RUN_STATES]),
  trigger: Type.Enum([...EXPORT_TRIGGERS], { description: 'What started the run.' }),
  requestedBy: described(TextOrNull, 'Member who started the run. Null: the schedule did.'),
  revision: Type.Integer({
    description: '2: late events were found, and these files replace those of revision 1.',
  }),
  from: Type.String({ description: 'Start of the window. Archives use ingest time.' }),
  to: Type.String({ description: 'End of the window, exclusive.' }),
  rows: Type.Integer({ description: 'Rows in finished files.' }),
  rowsPlanned: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Rows expected in total. Null: not counted yet.',
  }),
  bytes: Type.Integer({ description: 'Size of finished files.' }),
  filesDone: Type.Integer({ description: 'Files written so far.' }),
  filesPlanned: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Files expected in total. Null: not known yet.',
  }),
  manifest: Type.Union([Type.String(), Type.Null()], {
    description:
      'Name of the manifest. Null until the run is done. Only files listed in a manifest are valid.',
  }),
  attempts: Type.Integer({ description: 'Attempts so far.' }),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Error of the last failed attempt. Null: none.',
  }),
  nextTryAt: described(TextOrNull, 'Next attempt. Null: none planned.'),
  createdAt: Type.String(),
  startedAt: described(TextOrNull, 'Null: still waiting.'),
  endedAt: described(TextOrNull, 'Null: not finished.'),
};
export const ExportRun = Type.Object(RUN, { title: 'ExportRun' });
export type ExportRun = Static<typeof ExportRun>;
export const ExportRunWithFiles = Type.Object(
  { ...RUN, files: Type.Array(ExportFile) },
  { title: 'ExportRunWithFiles' },
);
export type ExportRunWithFiles = Static<typeof ExportRunWithFiles>;

const params = { id: 'exp_6Tq1bWnLx8KvRdZcJ4MhPs' };
const both = { ...params, run: 'run_9Lw3dXpNz5GtVbQcK7RjHs' };
const example = {
  id: both.run,
  export: params.id,
  state: 'done',
  trigger: 'schedule',
  requestedBy: null,
  revision: 1,
  from: '2026-11-15T08:00:00.000Z',
  to: '2026-11-15T09:00:00.000Z',
  rows: 1_284_120,
  rowsPlanned: 1_284_120,
  bytes: 41_208_331,
  filesDone: 1,
  filesPlanned: 1,
  manifest:
    'all-events-for-seven-years-6Tq1bWnLx8KvRdZcJ4MhPs/manifests/20261115T080000Z_20261115T090000Z_r1.json',
  attempts: 1,
  error: null,
  nextTryAt: null,
  createdAt: '2026-11-15T09:02:00.000Z',
  startedAt: '2026-11-15T09:02:00.300Z',
  endedAt: '2026-11-15T09:02:14.821Z',
};
const files = [
  {
    number: 1,
    name: 'all-events-for-seven-years-6Tq1bWnLx8KvRdZcJ4MhPs/dt=2026-11-15/20261115T080000Z_20261115T090000Z_1_kRzVt3Yb.parquet',
    state: 'done',
    rows: example.rows,
    bytes: example.bytes,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    isDownloadable: false,
  },
];
const waiting = {
  ...example,
  state: 'waiting',
  trigger: 'request',
  requestedBy: 'ada@example.com',
  rows: 0,
  rowsPlanned: null,
  bytes: 0,
  filesDone: 0,
  filesPlanned: null,
  manifest: null,
  attempts: 0,
  startedAt: null,
  endedAt: null,
};
const tags = ['Exports'];

export const runExport = {
  method: 'POST',
  url: '/api/v1/exports/:id/run',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Run an export now',
    description:
      'An archive exports the events stored since its watermark. A report covers the time range up to now. 409 while a run is active.',
    params: ExportParams,
    response: { 202: dataOf(ExportRun) },
  },
  docs: { errors: ['CONFLICT'], example: { params, answer: { data: waiting } } },
} as const satisfies Endpoint;

export const listExportRuns = {
  method: 'GET',
  url: '/api/v1/exports/:id/runs',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List the runs of an export',
    description: `Newest first, those of the last ${LIMITS.exports.historyMsMax / DAY_MS} days.`,
    params: ExportParams,
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(ExportRun) },
  },
  docs: { example: { params, answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readExportRun = {
  method: 'GET',
  url: '/api/v1/exports/:id/runs/:run',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Get a run with its files',
    description: 'The run with its files and progress.',
    params: RunParams,
    response: { 200: dataOf(ExportRunWithFiles) },
  },
  docs: { example: { params: both, answer: { data: { ...example, files } } } },
} as const satisfies Endpoint;

export const cancelExportRun = {
  method: 'POST',
  url: '/api/v1/exports/:id/cancel',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Cancel the current run',
    description:
      'No manifest is written, so the files are not part of the archive. The next run covers the same window. 409 if no run is active.',
    params: ExportParams,
    response: { 200: dataOf(ExportRun) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params,
      answer: { data: { ...waiting, state: 'cancelled', endedAt: '2026-11-15T09:02:03.000Z' } },
    },
  },
} as const satisfies Endpoint;

export const retryExportRun = {
  method: 'POST',
  url: '/api/v1/exports/:id/retry',
  config: { permission: 'exports:manage', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Retry the failed run',
    description: '409 if no run is waiting for a retry.',
    params: ExportParams,
    response: { 202: dataOf(ExportRun) },
  },
  docs: { errors: ['CONFLICT'], example: { params, answer: { data: waiting } } },
} as const satisfies Endpoint;

export const downloadExportFile = {
  method: 'GET',
  url: '/api/v1/exports/:id/runs/:run/files/:file',
  config: { permission: 'exports:manage', rate: 'logs', body: 'none' },
  schema: {
    tags,
    summary: 'Download a file of a run',
    description: 'Only for files in Xplain storage: `keep`, `webhook`, and emails with a link.',
    params: FileParams,
    response: { 200: Type.String() },
  },
  docs: {
    produces: 'application/octet-stream',
    example: { params: { ...both, file: '1' }, answer: '' },
  },
} as const satisfies Endpoint;
