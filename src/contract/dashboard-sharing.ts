/** Dashboards for others: addresses for colleagues, links for everybody, and what such a link shows. */
import { type Static, Type } from 'typebox';
import {
  GRID_COLUMNS,
  PANEL_KINDS,
  SHARE_AUDIENCES,
  THRESHOLD_STATES,
} from '../spec/dashboards.ts';
import { LIMITS } from '../spec/limits.ts';
import {
  AnnotationAnswer,
  ChosenVariables,
  PanelAnswer,
  VariableAnswer,
} from './dashboard-data.ts';
import { TimeText } from './dashboard-panels.ts';
import { DashboardParams } from './dashboards.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, pageOf, SHORT_LIST_QUERY, TimeZone, named } from './schema.ts';

const limits = LIMITS.dashboards;
const TAGS = ['Dashboards'];

export const ShareDraft = named(
  'ShareDraft',
  fields({
    audience: Type.Enum([...SHARE_AUDIENCES], {
      description: '`public` needs the permission `dashboards:publish`.',
    }),
    earliest: Type.Optional(described(TimeText, 'Start of the shared time range.')),
    latest: Type.Optional(described(TimeText, 'End of the shared time range, exclusive.')),
    timeZone: Type.Optional(TimeZone),
    variables: Type.Optional(ChosenVariables),
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Public links only: expiration, one hour to 90 days from now. Default: 7 days.',
      }),
    ),
    rawRows: Type.Optional(
      Type.Boolean({
        description: 'Public links only: include events and patterns. Default: false.',
      }),
    ),
    embedOrigins: Type.Optional(
      Type.Array(
        Type.String({ pattern: '^https://[a-z0-9.-]{1,253}(:[0-9]{1,5})?$', maxLength: 270 }),
        {
          maxItems: limits.embedOriginsMax,
          uniqueItems: true,
          description: 'Public links only: origins that may embed the dashboard.',
        },
      ),
    ),
  }),
);
export type ShareDraft = Static<typeof ShareDraft>;

const LINK = {
  id: Type.String(),
  version: Type.Integer({ description: 'Version of the dashboard that the link shows.' }),
  indexes: Type.Array(Type.String(), { description: 'Indexes that the link can read.' }),
  rawRows: Type.Boolean({ description: 'Whether visitors can see log lines.' }),
  embedOrigins: Type.Array(Type.String(), {
    description: 'Origins that may embed the dashboard in a frame.',
  }),
  createdBy: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
};
export const DashboardLink = Type.Object(LINK, { title: 'DashboardLink' });
export type DashboardLink = Static<typeof DashboardLink>;

export const Shared = Type.Object(
  {
    audience: Type.Enum([...SHARE_AUDIENCES], { description: 'Who can open the link.' }),
    url: Type.String({ description: 'URL to share.' }),
    token: Type.Optional(Type.String({ description: 'Public links only. Shown only once.' })),
    link: Type.Optional(DashboardLink),
  },
  { title: 'SharedDashboard' },
);
export type Shared = Static<typeof Shared>;

/** Nothing is on it but what the page shows. */
const PublicPanel = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...PANEL_KINDS]),
  title: Type.String(),
  description: Type.String(),
  x: Type.Integer({ maximum: GRID_COLUMNS, description: 'Column of the left edge, from 0.' }),
  y: Type.Integer({ description: 'Row of the top edge, from 0.' }),
  w: Type.Integer({ description: 'Width in columns.' }),
  h: Type.Integer({ description: 'Height in rows.' }),
  thresholds: Type.Array(
    Type.Object({ from: Type.Number(), state: Type.Enum([...THRESHOLD_STATES]) }),
    { description: 'Values from which on another color is used.' },
  ),
  options: Type.Object(
    {},
    { additionalProperties: true, description: 'Display options. They depend on `kind`.' },
  ),
  result: Type.Union([PanelAnswer, Type.Null()], {
    description: 'Result of the query. Null: the panel has none.',
  }),
});

const PublicVariable = named(
  'PublicVariable',
  Type.Object({
    name: Type.String(),
    type: Type.String(),
    label: Type.String(),
    multiple: Type.Boolean({ description: 'Whether several values can be selected.' }),
    all: Type.Boolean({ description: 'Whether all values can be selected with one choice.' }),
    ...VariableAnswer.properties,
  }),
);

export const PublicDashboard = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    timeZone: Type.String(),
    refreshSeconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Auto-refresh interval in seconds. Null: off.',
    }),
    freshSeconds: Type.Integer({ description: 'Seconds until newer data is available.' }),
    expiresAt: Type.String({ description: 'When the link expires.' }),
    panels: Type.Array(PublicPanel),
    variables: Type.Array(PublicVariable),
    annotations: Type.Array(AnnotationAnswer),
  },
  { title: 'PublicDashboard' },
);
export type PublicDashboard = Static<typeof PublicDashboard>;

const LinkParams = fields({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  link: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the link.' }),
});
const params = { id: 'dsh_2Vd9pLrKq7TzXmBcE4HwNa' };
const time = '2026-11-15T08:30:00.000Z';
const linkExample = {
  id: 'dlk_5sT8mWqZr1YvKcJx3NbPdE',
  version: 7,
  indexes: ['web'],
  rawRows: false,
  embedOrigins: ['https://status.example.com'],
  createdBy: 'ada@example.com',
  createdAt: time,
  expiresAt: '2026-11-22T08:30:00.000Z',
};

export const shareDashboard = {
  method: 'POST',
  url: '/api/v1/dashboards/:id/share',
  config: { permission: 'dashboards:write', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Share a dashboard',
    description:
      'For the organization: a URL with time range, time zone and variables. Public: a link to this version and time range for anyone who has it, until it expires or is revoked.',
    params: DashboardParams,
    body: ShareDraft,
    response: { 201: dataOf(Shared) },
  },
  docs: {
    errors: ['CONFLICT', 'UNKNOWN_INDEX', 'QUERY_SYNTAX_ERROR'],
    example: {
      params,
      body: { audience: 'public', expiresAt: linkExample.expiresAt, rawRows: false },
      answer: {
        data: {
          audience: 'public',
          url: 'https://logs.example.com/public/dashboard/dlk_5sT8mWqZr1YvKcJx3NbPdE#xpd_0123456789abcdefghijABCDEFGHIJ012fTk2Q',
          token: 'xpd_0123456789abcdefghijABCDEFGHIJ012fTk2Q',
          link: linkExample,
        },
      },
    },
  },
} as const satisfies Endpoint;

export const listDashboardLinks = {
  method: 'GET',
  url: '/api/v1/dashboards/:id/links',
  config: { permission: 'dashboards:publish', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List the public links of a dashboard',
    description: 'Active links. Tokens are not stored.',
    params: DashboardParams,
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(DashboardLink) },
  },
  docs: { example: { params, answer: { data: [linkExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const deleteDashboardLink = {
  method: 'DELETE',
  url: '/api/v1/dashboards/:id/links/:link',
  config: { permission: 'dashboards:publish', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Revoke a public link',
    description: 'Takes effect with the next request.',
    params: LinkParams,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: {
    example: {
      params: { ...params, link: linkExample.id },
      answer: { data: { deleted: true } },
    },
  },
} as const satisfies Endpoint;

export const readPublicDashboard = {
  method: 'POST',
  url: '/api/v1/public/dashboard',
  config: { permission: 'public', rate: 'public', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Get a public dashboard',
    description:
      'Send the token of the link as `Authorization: Bearer`. Variables accept only values from their options.',
    headers: Type.Object({
      authorization: Type.Optional(
        Type.String({ description: 'The token of the link, as `Bearer`.' }),
      ),
    }),
    body: fields({ variables: Type.Optional(ChosenVariables) }),
    response: { 200: dataOf(PublicDashboard) },
  },
  docs: {
    errors: ['UNAUTHORIZED', 'IP_NOT_ALLOWED'],
    example: {
      body: {},
      answer: {
        data: {
          name: 'Checkout',
          description: '',
          from: '2026-11-14T08:30:00.000Z',
          to: time,
          timeZone: 'Europe/Berlin',
          refreshSeconds: null,
          freshSeconds: 60,
          expiresAt: linkExample.expiresAt,
          panels: [
            {
              id: 'failed',
              kind: 'value',
              title: 'Failed',
              description: '',
              x: 0,
              y: 0,
              w: 6,
              h: 5,
              thresholds: [{ from: 10, state: 'critical' }],
              options: { unit: 'none' },
              result: {
                tag: 'a1b2c3d4e5f60718',
                columns: [{ name: 'failed', type: 'number' }],
                rows: [{ failed: 12 }],
                from: '2026-11-14T08:30:00.000Z',
                to: time,
                computedAt: time,
                stale: false,
                limits_applied: [],
              },
            },
          ],
          variables: [],
          annotations: [],
        },
      },
    },
  },
} as const satisfies Endpoint;
