/** KPIs: figures of services that are measured again and again. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { KPI_STATES } from '../spec/services.ts';
import { AlertRuleDraft } from './alert-rule-settings.ts';
import type { Endpoint } from './endpoint.ts';
import { KpiChange, KpiDraft, KpiSettings, Measure } from './kpi-settings.ts';
import { dataOf, fields, PAGE_QUERY, pageOf } from './schema.ts';
import { Selector } from './services.ts';

const limits = LIMITS.services;
const TAGS = ['Services'];
const Params = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const Kpi = Type.Object(
  {
    id: Type.String(),
    serviceId: Type.String(),
    name: Type.String(),
    version: Type.Integer({ description: 'Counts up with every change.' }),
    isEnabled: Type.Boolean(),
    ...KpiSettings.properties,
    state: Type.Enum(KPI_STATES),
    detail: Type.String({ description: 'Why it is not measured; empty when it is.' }),
    value: Type.Union([Type.Number(), Type.Null()], { description: 'Of the last slot.' }),
    good: NumberOrNull,
    total: Type.Union([Type.Number(), Type.Null()], {
      description: 'Events that the value rests on.',
    }),
    since: Type.Union([Type.String(), Type.Null()], {
      description: 'Since when it is in this state.',
    }),
    slot: Type.Union([Type.String(), Type.Null()], {
      description: 'When the last slot that was measured began.',
    }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'Kpi' },
);
export type Kpi = Static<typeof Kpi>;

export const KpiPreview = fields({
  serviceId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  selector: Type.Optional(Selector),
  measure: Measure,
  ...(({ better, everySeconds, minimumEvents, emptyMeans, warning, critical }) => ({
    better,
    everySeconds,
    minimumEvents,
    emptyMeans,
    warning,
    critical,
  }))(KpiDraft.properties),
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.previewHoursMax,
      default: limits.previewHoursDefault,
      description: 'How far to look back.',
    }),
  ),
});
export type KpiPreview = Static<typeof KpiPreview>;

const PreviewSlot = Type.Object({
  from: Type.String(),
  state: Type.Enum(KPI_STATES),
  value: NumberOrNull,
  good: NumberOrNull,
  total: NumberOrNull,
});
export const KpiPreviewAnswer = Type.Object(
  {
    everySeconds: Type.Integer(),
    slots: Type.Array(PreviewSlot, { description: 'Oldest first, every slot of the time.' }),
    suggested: Type.Object(
      { warning: NumberOrNull, critical: NumberOrNull },
      { description: 'Limits that the values of the last seven days would rarely have reached.' },
    ),
    isWhole: Type.Boolean({
      description: 'False where a query can only be measured slot by slot: then few are shown.',
    }),
  },
  { title: 'KpiPreview' },
);
export type KpiPreviewAnswer = Static<typeof KpiPreviewAnswer>;

const HistoryCell = Type.Object({
  from: Type.String(),
  state: Type.Enum(KPI_STATES, { description: 'The worst of its slots.' }),
  value: Type.Union([Type.Number(), Type.Null()], {
    description: 'Of the worst slot: the largest, or the smallest where higher is better.',
  }),
  average: NumberOrNull,
  good: NumberOrNull,
  total: NumberOrNull,
  slots: Type.Integer({ description: 'Those that were measured.' }),
  revised: Type.Integer({
    description: 'Those that were corrected, since events came late.',
  }),
});
export const KpiHistory = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    cellSeconds: Type.Integer(),
    everySeconds: Type.Integer(),
    cells: Type.Array(HistoryCell),
  },
  { title: 'KpiHistory' },
);
export type KpiHistory = Static<typeof KpiHistory>;

const params = { id: 'kpi_8Ws3nVyMp4TqRkCdG2ZxHb' };
const settingsExample = {
  measure: { kind: 'ratio', bad: 'status>=500' },
  unit: '%',
  better: 'lower',
  warning: 1,
  critical: 2,
  everySeconds: 300,
  delaySeconds: 60,
  minimumEvents: 20,
  emptyMeans: 'no_data',
  importance: 10,
  decisive: false,
  slo: { target: 99.5, windowDays: 30, kind: 'occurrences' },
};
export const kpiExample = {
  id: params.id,
  serviceId: 'svc_5Kd2wPzNq8RtXmBcE4HvLa',
  name: 'Error rate',
  version: 1,
  isEnabled: true,
  ...settingsExample,
  state: 'critical',
  detail: '',
  value: 4.2,
  good: 958,
  total: 1_000,
  since: '2026-11-15T08:25:00.000Z',
  slot: '2026-11-15T08:25:00.000Z',
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};
const draftExample = {
  serviceId: kpiExample.serviceId,
  name: kpiExample.name,
  measure: settingsExample.measure,
  warning: 1,
  critical: 2,
  importance: 10,
  slo: { target: 99.5 },
};
const newExample = {
  ...kpiExample,
  state: 'not_measured',
  detail: 'It has not been measured yet.',
  value: null,
  good: null,
  total: null,
  since: null,
  slot: null,
};

export const listKpis = {
  method: 'GET',
  url: '/api/v1/kpis',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List KPIs',
    description: 'Newest first, each with what it was last measured at.',
    querystring: fields({
      ...PAGE_QUERY,
      serviceId: Type.Optional(
        Type.String({ maxLength: 64, description: 'Only those of this service.' }),
      ),
    }),
    response: { 200: pageOf(Kpi) },
  },
  docs: { example: { answer: { data: [kpiExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const readKpi = {
  method: 'GET',
  url: '/api/v1/kpis/:id',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: { tags: TAGS, summary: 'Show a KPI', params: Params, response: { 200: dataOf(Kpi) } },
  docs: { example: { params, answer: { data: kpiExample } } },
} as const satisfies Endpoint;

export const createKpi = {
  method: 'POST',
  url: '/api/v1/kpis',
  config: { permission: 'services:write', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Create a KPI',
    description: 'The last seven days are measured at once, where its measure allows it.',
    body: KpiDraft,
    response: { 201: dataOf(Kpi) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR'],
    example: { body: draftExample, answer: { data: newExample } },
  },
} as const satisfies Endpoint;

export const changeKpi = {
  method: 'PATCH',
  url: '/api/v1/kpis/:id',
  config: { permission: 'services:write', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Change a KPI',
    description:
      'When somebody has changed it since, it is refused with 409 and the `version` of what is there. ' +
      'What was measured stays as it was; what comes is measured and judged by the new settings.',
    params: Params,
    body: KpiChange,
    response: { 200: dataOf(Kpi) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: {
      params,
      body: { version: 1, critical: 3 },
      answer: { data: { ...kpiExample, version: 2, critical: 3 } },
    },
  },
} as const satisfies Endpoint;

export const deleteKpi = {
  method: 'DELETE',
  url: '/api/v1/kpis/:id',
  config: { permission: 'services:delete', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Delete a KPI',
    description: 'What was measured stays in the index `_kpi`.',
    params: Params,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const previewKpi = {
  method: 'POST',
  url: '/api/v1/kpis/preview',
  config: { permission: 'services:write', rate: 'search', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Try a KPI out',
    description:
      'What it would have been measured at, and which limits would fit. Names the service or a selector. Nothing is kept.',
    body: KpiPreview,
    response: { 200: dataOf(KpiPreviewAnswer) },
  },
  docs: {
    errors: ['NOT_FOUND', 'QUERY_SYNTAX_ERROR'],
    example: {
      body: {
        serviceId: kpiExample.serviceId,
        measure: settingsExample.measure,
        everySeconds: 300,
        hours: 1,
      },
      answer: {
        data: {
          everySeconds: 300,
          slots: [
            {
              from: '2026-11-15T08:25:00.000Z',
              state: 'ok',
              value: 4.2,
              good: 958,
              total: 1_000,
            },
          ],
          suggested: { warning: 1, critical: 2 },
          isWhole: true,
        },
      },
    },
  },
} as const satisfies Endpoint;

export const readKpiHistory = {
  method: 'GET',
  url: '/api/v1/kpis/:id/history',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Show what a KPI was measured at',
    description: 'In cells of equal length; corrected slots count as corrected.',
    params: Params,
    querystring: fields({
      hours: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: limits.historyDaysMax * 24,
          default: 24,
          description: 'How far to look back.',
        }),
      ),
      cells: Type.Optional(
        Type.Integer({ minimum: 1, maximum: limits.historyCellsMax, default: 96 }),
      ),
    }),
    response: { 200: dataOf(KpiHistory) },
  },
  docs: {
    example: {
      params,
      query: { hours: '24' },
      answer: {
        data: {
          from: '2026-11-14T08:30:00.000Z',
          to: '2026-11-15T08:30:00.000Z',
          cellSeconds: 900,
          everySeconds: 300,
          cells: [
            {
              from: '2026-11-15T08:15:00.000Z',
              state: 'critical',
              value: 4.2,
              average: 2.1,
              good: 2_930,
              total: 3_000,
              slots: 3,
              revised: 0,
            },
          ],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const suggestKpiAlert = {
  method: 'GET',
  url: '/api/v1/kpis/:id/alert',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Suggest an alert rule for a KPI',
    description:
      'A rule over the index `_kpi`, to be changed and sent to `POST /api/v1/alert-rules`. `secondsToFire` is how long ' +
      'it takes at most from an event to the alert; slots of 60 seconds with 30 seconds of delay keep it under two minutes.',
    params: Params,
    response: {
      200: dataOf(
        Type.Object({ rule: AlertRuleDraft, secondsToFire: Type.Integer() }, { title: 'KpiAlert' }),
      ),
    },
  },
  docs: {
    example: {
      params,
      answer: {
        data: {
          rule: {
            name: 'checkout: Error rate is critical',
            query: `index=_kpi kind=slot kpi_id="${params.id}" state=critical`,
            window: 300,
            interval: 60,
            condition: { kind: 'threshold', op: '>', value: 0 },
          },
          secondsToFire: 480,
        },
      },
    },
  },
} as const satisfies Endpoint;
