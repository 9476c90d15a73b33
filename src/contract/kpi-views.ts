/** What a KPI would have been, what it was, and the alert rule that fits it. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { KPI_STATES } from '../spec/services.ts';
import { AlertRuleDraft } from './alert-rule-settings.ts';
import type { Endpoint } from './endpoint.ts';
import { KpiDraft, Measure } from './kpi-settings.ts';
import { kpiExample, KpiParams } from './kpis.ts';
import { dataOf, fields, named } from './schema.ts';
import { Selector } from './services.ts';

const limits = LIMITS.services;
const TAGS = ['Services'];
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const KpiPreview = named(
  'KpiPreviewDraft',
  fields({
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
  }),
);
export type KpiPreview = Static<typeof KpiPreview>;

const PreviewSlot = named(
  'PreviewSlot',
  Type.Object({
    from: Type.String(),
    state: Type.Enum(KPI_STATES),
    value: NumberOrNull,
    good: NumberOrNull,
    total: NumberOrNull,
  }),
);
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

const HistoryCell = named(
  'HistoryCell',
  Type.Object({
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
  }),
);
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

const params = { id: kpiExample.id };

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
        measure: kpiExample.measure,
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
    params: KpiParams,
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
    params: KpiParams,
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
