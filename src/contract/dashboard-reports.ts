/** Reports: a dashboard by mail, every day, week or month. */
import { type Static, Type } from 'typebox';
import { REPORT_FREQUENCIES, WEEKDAYS } from '../spec/dashboards.ts';
import { LIMITS } from '../spec/limits.ts';
import { ChosenVariables } from './dashboard-data.ts';
import { TimeText } from './dashboard-panels.ts';
import { DashboardParams } from './dashboards.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, nameOf, pageOf, SHORT_LIST_QUERY, named } from './schema.ts';

const limits = LIMITS.dashboards;
const TAGS = ['Dashboards'];

const ReportSchedule = named(
  'ReportSchedule',
  fields(
    {
      every: Type.Enum([...REPORT_FREQUENCIES], { description: 'How often the report is sent.' }),
      at: Type.String({
        pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
        description: 'A time of day such as `08:00`.',
      }),
      weekday: Type.Optional(
        Type.Enum([...WEEKDAYS], { description: 'Of a weekly report. Default `monday`.' }),
      ),
      day: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 28,
          description: 'Day of the month, of a monthly report. Default 1.',
        }),
      ),
    },
    {
      description:
        'In the time zone of the dashboard, by default that of the organization. With daylight saving time, a skipped time ' +
        'moves forward, and a repeated time counts once.',
    },
  ),
);

const DRAFT = {
  name: Type.Optional(nameOf(limits.nameCharactersMax)),
  schedule: ReportSchedule,
  recipients: Type.Array(
    Type.String({
      minLength: 3,
      maxLength: LIMITS.mail.addressCharactersMax,
      description: 'Email address of a member.',
    }),
    {
      minItems: 1,
      maxItems: limits.recipientsMax,
      uniqueItems: true,
      description: 'Email addresses of members.',
    },
  ),
  earliest: Type.Optional(
    Type.Union([TimeText, Type.Null()], {
      description: 'Start of the time range. Null: the one of the dashboard.',
    }),
  ),
  latest: Type.Optional(
    Type.Union([TimeText, Type.Null()], {
      description: 'End of the time range, exclusive. Null: the one of the dashboard.',
    }),
  ),
  variables: Type.Optional(ChosenVariables),
  isEnabled: Type.Optional(Type.Boolean({ description: 'Whether the report is sent.' })),
};
export const ReportDraft = named('ReportDraft', fields(DRAFT));
export type ReportDraft = Static<typeof ReportDraft>;
export const ReportChange = named(
  'ReportChange',
  fields(
    {
      ...DRAFT,
      schedule: Type.Optional(ReportSchedule),
      recipients: Type.Optional(DRAFT.recipients),
    },
    { minProperties: 1 },
  ),
);
export type ReportChange = Static<typeof ReportChange>;

export const Report = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    schedule: ReportSchedule,
    recipients: Type.Array(Type.String(), { description: 'Email addresses of members.' }),
    earliest: Type.Union([Type.String(), Type.Null()], {
      description: 'Start of the time range. Null: the one of the dashboard.',
    }),
    latest: Type.Union([Type.String(), Type.Null()], {
      description: 'End of the time range, exclusive. Null: the one of the dashboard.',
    }),
    variables: ChosenVariables,
    isEnabled: Type.Boolean({ description: 'Whether the report is sent.' }),
    nextAt: Type.Union([Type.String(), Type.Null()], {
      description: 'Next delivery. Null: disabled.',
    }),
    lastSentAt: Type.Union([Type.String(), Type.Null()], {
      description: 'Last delivery. Null: none yet.',
    }),
    lastError: Type.Union([Type.String(), Type.Null()], {
      description: 'Error of the last failed delivery. Null: none.',
    }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'DashboardReport' },
);
export type Report = Static<typeof Report>;

const ReportParams = fields({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  report: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the report.' }),
});
const params = { id: 'dsh_2Vd9pLrKq7TzXmBcE4HwNa' };
const both = { ...params, report: 'rep_7kQvXr2LzNc5TbWm9HpYsJ' };
const time = '2026-11-15T08:30:00.000Z';
const draftExample = {
  name: 'Checkout of the week',
  schedule: { every: 'weekly', at: '08:00', weekday: 'monday' },
  recipients: ['ada@example.com'],
  earliest: '-7d@d',
  latest: '@d',
};
const example = {
  id: both.report,
  ...draftExample,
  variables: {},
  isEnabled: true,
  nextAt: '2026-11-23T07:00:00.000Z',
  lastSentAt: null,
  lastError: null,
  createdBy: 'ada@example.com',
  createdAt: time,
  updatedAt: time,
};

export const listReports = {
  method: 'GET',
  url: '/api/v1/dashboards/:id/reports',
  config: { permission: 'dashboards:write', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List the reports of a dashboard',
    description: 'Email reports of the dashboard.',
    params: DashboardParams,
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(Report) },
  },
  docs: { example: { params, answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const createReport = {
  method: 'POST',
  url: '/api/v1/dashboards/:id/reports',
  config: {
    permission: 'dashboards:write',
    rate: 'management',
    body: 'management',
    needsStandingRole: true,
  },
  schema: {
    tags: TAGS,
    summary: 'Schedule an email report',
    description: `At most ${limits.reportsPerDashboardMax} a dashboard, to members of the organization.`,
    params: DashboardParams,
    body: ReportDraft,
    response: { 201: dataOf(Report) },
  },
  docs: {
    errors: ['PLAN_LIMIT_REACHED'],
    example: { params, body: draftExample, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const changeReport = {
  method: 'PATCH',
  url: '/api/v1/dashboards/:id/reports/:report',
  config: {
    permission: 'dashboards:write',
    rate: 'management',
    body: 'management',
    needsStandingRole: true,
  },
  schema: {
    tags: TAGS,
    summary: 'Change a report',
    description: 'Fields you leave out keep their values.',
    params: ReportParams,
    body: ReportChange,
    response: { 200: dataOf(Report) },
  },
  docs: {
    example: {
      params: both,
      body: { isEnabled: false },
      answer: { data: { ...example, isEnabled: false, nextAt: null } },
    },
  },
} as const satisfies Endpoint;

export const deleteReport = {
  method: 'DELETE',
  url: '/api/v1/dashboards/:id/reports/:report',
  config: { permission: 'dashboards:write', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Delete a report',
    description: 'Stops the emails.',
    params: ReportParams,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: both, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
