/** Dashboards: keeping them, their versions, and copies of them. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { DashboardDefinition, definitionExample, KeptDefinition } from './dashboard-definition.ts';
import { keepable } from './dashboard-panels.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, nameOf, PAGE_QUERY, pageOf, named } from './schema.ts';

const limits = LIMITS.dashboards;
const TAGS = ['Dashboards'];

export const DashboardParams = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const VersionParams = fields({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  version: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'Version number.' }),
});

const Note = Type.Optional(
  keepable(limits.noteCharactersMax, { description: 'Comment on the change.' }),
);

const ABOUT = {
  id: Type.String(),
  version: Type.Integer({ description: 'Increases with every save. Also returned as `ETag`.' }),
  isStarred: Type.Boolean({ description: 'Whether you have starred it.' }),
  createdBy: Type.String(),
  createdAt: Type.String(),
  updatedBy: Type.String(),
  updatedAt: Type.String(),
};

export const Dashboard = Type.Object(
  { ...ABOUT, definition: KeptDefinition },
  { title: 'Dashboard' },
);
export type Dashboard = Static<typeof Dashboard>;

export const DashboardSummary = Type.Object(
  {
    ...ABOUT,
    key: Type.Union([Type.String(), Type.Null()], {
      description: 'Readable identifier, unique in the organization. Null: none.',
    }),
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    panels: Type.Integer({ description: 'Number of panels.' }),
  },
  { title: 'DashboardSummary' },
);
export type DashboardSummary = Static<typeof DashboardSummary>;

const VERSION = {
  version: Type.Integer({ description: 'Increases with every change.' }),
  note: Type.String({ description: 'Comment of the member who saved this version.' }),
  name: Type.String(),
  savedBy: Type.String(),
  savedAt: Type.String(),
};
export const DashboardVersion = Type.Object(VERSION, { title: 'DashboardVersion' });
export type DashboardVersion = Static<typeof DashboardVersion>;
const WholeVersion = named('WholeVersion', Type.Object({ ...VERSION, definition: KeptDefinition }));

export const DashboardDraft = named(
  'DashboardDraft',
  fields({ definition: DashboardDefinition, note: Note }),
);
export type DashboardDraft = Static<typeof DashboardDraft>;

export const DashboardChange = named(
  'DashboardChange',
  fields({
    definition: DashboardDefinition,
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Version your change is based on. Alternatively send `If-Match`.',
      }),
    ),
    note: Note,
  }),
);
export type DashboardChange = Static<typeof DashboardChange>;

const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 64,
      description: '`ETag` of the version your change is based on, e.g. `"7"`.',
    }),
  ),
});

const at = '2026-11-15T08:30:00.000Z';
const by = 'ada@example.com';
const params = { id: 'dsh_2Vd9pLrKq7TzXmBcE4HwNa' };
const about = {
  id: params.id,
  version: 7,
  isStarred: true,
  createdBy: by,
  createdAt: at,
  updatedBy: by,
  updatedAt: at,
};
const example = { ...about, definition: definitionExample };
const summaryExample = {
  ...about,
  key: 'checkout',
  name: 'Checkout',
  description: '',
  tags: [],
  panels: 1,
};
const versionExample = {
  version: 7,
  note: 'Count failures',
  name: 'Checkout',
  savedBy: by,
  savedAt: at,
};
const body = { definition: definitionExample, note: 'Count failures' };

export const listDashboards = {
  method: 'GET',
  url: '/api/v1/dashboards',
  config: { permission: 'dashboards:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List dashboards',
    description: 'Newest first, without their definitions.',
    querystring: fields({
      ...PAGE_QUERY,
      key: Type.Optional(
        Type.String({ maxLength: 64, description: 'Only the dashboard with this key.' }),
      ),
    }),
    response: { 200: pageOf(DashboardSummary) },
  },
  docs: { example: { answer: { data: [summaryExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const readDashboard = {
  method: 'GET',
  url: '/api/v1/dashboards/:id',
  config: { permission: 'dashboards:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get a dashboard',
    description:
      'Returns the canonical definition, without default values. The `ETag` is the version.',
    params: DashboardParams,
    response: { 200: dataOf(Dashboard) },
  },
  docs: { example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const createDashboard = {
  method: 'POST',
  url: '/api/v1/dashboards',
  config: { permission: 'dashboards:write', rate: 'management', body: 'definition' },
  schema: {
    tags: TAGS,
    summary: 'Create a dashboard',
    description:
      'Creates an empty dashboard, or one with the given definition. You become its owner.',
    body: DashboardDraft,
    response: { 201: dataOf(Dashboard) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR'],
    example: { body, answer: { data: { ...example, version: 1, isStarred: false } } },
  },
} as const satisfies Endpoint;

export const importDashboard = {
  method: 'POST',
  url: '/api/v1/dashboards/import',
  config: { permission: 'dashboards:write', rate: 'management', body: 'definition' },
  schema: {
    tags: TAGS,
    summary: 'Import a dashboard',
    description:
      'Accepts an exported dashboard, as it is or as `definition`. If a dashboard with the same `key` exists, the import becomes its next version, unless nothing changed. Otherwise it creates a dashboard.',
    body: Type.Union([DashboardDraft, DashboardDefinition]),
    response: { 200: dataOf(Dashboard), 201: dataOf(Dashboard) },
  },
  docs: {
    errors: ['PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR'],
    example: { body, answer: { data: { ...example, isStarred: false } } },
  },
} as const satisfies Endpoint;

export const cloneDashboard = {
  method: 'POST',
  url: '/api/v1/dashboards/:id/clone',
  config: { permission: 'dashboards:write', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Copy a dashboard',
    description: 'The copy has no key.',
    params: DashboardParams,
    body: fields({ name: Type.Optional(nameOf(limits.nameCharactersMax)) }),
    response: { 201: dataOf(Dashboard) },
  },
  docs: {
    errors: ['PLAN_LIMIT_REACHED'],
    example: {
      params,
      body: { name: 'Checkout in Berlin' },
      answer: { data: { ...example, version: 1, isStarred: false } },
    },
  },
} as const satisfies Endpoint;

export const changeDashboard = {
  method: 'PATCH',
  url: '/api/v1/dashboards/:id',
  config: { permission: 'dashboards:write', rate: 'management', body: 'definition' },
  schema: {
    tags: TAGS,
    summary: 'Save a dashboard',
    description:
      'Send the version your change is based on, as `version` or `If-Match`. If someone saved in the meantime, you get 409 with the current `version`, `updatedBy` and `updatedAt`.',
    params: DashboardParams,
    headers: IfMatch,
    body: DashboardChange,
    response: { 200: dataOf(Dashboard) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: {
      params,
      body: { ...body, version: 6 },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const deleteDashboard = {
  method: 'DELETE',
  url: '/api/v1/dashboards/:id',
  config: { permission: 'dashboards:delete', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Delete a dashboard',
    description: 'Also revokes its public links and deletes its reports.',
    params: DashboardParams,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const exportDashboard = {
  method: 'GET',
  url: '/api/v1/dashboards/:id/export',
  config: { permission: 'dashboards:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Export a dashboard',
    description:
      'The definition as a file: fixed field order, no default values, no ID, version or timestamps. ' +
      'Identical dashboards produce identical files.',
    params: DashboardParams,
    response: { 200: KeptDefinition },
  },
  docs: { example: { params, answer: definitionExample } },
} as const satisfies Endpoint;

export const listDashboardVersions = {
  method: 'GET',
  url: '/api/v1/dashboards/:id/versions',
  config: { permission: 'dashboards:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List the versions of a dashboard',
    description: `Newest first; the last ${limits.versionsMax} are kept.`,
    params: DashboardParams,
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(DashboardVersion) },
  },
  docs: { example: { params, answer: { data: [versionExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const readDashboardVersion = {
  method: 'GET',
  url: '/api/v1/dashboards/:id/versions/:version',
  config: { permission: 'dashboards:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get a version of a dashboard',
    description: 'The definition that was saved as this version.',
    params: VersionParams,
    response: { 200: dataOf(WholeVersion) },
  },
  docs: {
    example: {
      params: { ...params, version: '7' },
      answer: { data: { ...versionExample, definition: definitionExample } },
    },
  },
} as const satisfies Endpoint;

export const restoreDashboardVersion = {
  method: 'POST',
  url: '/api/v1/dashboards/:id/versions/:version/restore',
  config: { permission: 'dashboards:write', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Restore a version of a dashboard',
    description: 'Saves its content as a new version. Existing versions stay.',
    params: VersionParams,
    response: { 200: dataOf(Dashboard) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: { params: { ...params, version: '3' }, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const starDashboard = {
  method: 'PUT',
  url: '/api/v1/dashboards/:id/star',
  config: {
    permission: 'dashboards:read',
    rate: 'management',
    body: 'management',
    credentials: ['session'],
  },
  schema: {
    tags: TAGS,
    summary: 'Star or unstar a dashboard',
    description: 'Only affects your own favorites.',
    params: DashboardParams,
    body: fields({
      isStarred: Type.Boolean({ description: 'Whether the dashboard is among your favorites.' }),
    }),
    response: {
      200: dataOf(
        Type.Object({
          isStarred: Type.Boolean({
            description: 'Whether the dashboard is among your favorites.',
          }),
        }),
      ),
    },
  },
  docs: {
    example: { params, body: { isStarred: true }, answer: { data: { isStarred: true } } },
  },
} as const satisfies Endpoint;
