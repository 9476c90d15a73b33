/** What a KPI would have been, what it was, and the alert rule that fits it. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { KPI_STATES } from '../spec/services.ts';
import { AlertRuleDraft } from './alert-rule-settings.ts';
import type { Endpoint } from './endpoint.ts';
import { KpiDraft, Measure } from './kpi-settings.ts';
import { kpiExample, KpiParams } from './kpis.ts';
import { described, dataOf, fields, named } from './schema.ts';
import { Selector } from './services.ts';

const limits = LIMITS.services;
const TAGS = ['Services'];
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const KpiPreview = named(
  'KpiPreviewDraft',
  fields({
    serviceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Service whose events are measured.',
      }),
    ),
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
        description: 'How far back to test.',
      }),
    ),
  }),
);
export type KpiPreview = Static<typeof KpiPreview>;

const PreviewSlot = named(
  'PreviewSlot',
  Type.Object({
    from: Type.String({ description: 'Start of the interval.' }),
    state: Type.Enum(KPI_STATES),
    value: described(NumberOrNull, 'Measured value. Null: not measurable.'),
    good: described(NumberOrNull, 'Good events, for ratios.'),
    total: described(NumberOrNull, 'All events, for ratios.'),
  }),
);
export const KpiPreviewAnswer = Type.Object(
  {
    everySeconds: Type.Integer({ description: 'Measurement interval in seconds.' }),
    slots: Type.Array(PreviewSlot, { description: 'All intervals, oldest first.' }),
    suggested: Type.Object(
      {
        warning: described(NumberOrNull, 'Suggested warning threshold. Null: too little data.'),
        critical: described(NumberOrNull, 'Suggested critical threshold. Null: too little data.'),
      },
      { description: 'Thresholds that the last seven days would rarely have exceeded.' },
    ),
    isWhole: Type.Boolean({
      description: 'False if the query must run per interval. Then only a few intervals are shown.',
    }),
  },
  { title: 'KpiPreview' },
);
export type KpiPreviewAnswer = Static<typeof KpiPreviewAnswer>;

const HistoryCell = named(
  'HistoryCell',
  Type.Object({
    from: Type.String({ description: 'Start of the cell.' }),
    state: Type.Enum(KPI_STATES, { description: 'Worst state in the cell.' }),
    value: Type.Union([Type.Number(), Type.Null()], {
      description: 'Worst value in the cell.',
    }),
    average: described(NumberOrNull, 'Average over the intervals of the cell.'),
    good: described(NumberOrNull, 'Good events, for ratios.'),
    total: described(NumberOrNull, 'All events, for ratios.'),
    slots: Type.Integer({ description: 'Number of measured intervals.' }),
    revised: Type.Integer({
      description: 'Number of intervals recalculated after late events.',
    }),
  }),
);
export const KpiHistory = Type.Object(
  {
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    cellSeconds: Type.Integer({ description: 'Length of a cell in seconds.' }),
    everySeconds: Type.Integer({ description: 'Measurement interval in seconds.' }),
    cells: Type.Array(HistoryCell, { description: 'Values over time, oldest first.' }),
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
    summary: 'Preview a KPI',
    description:
      'Values that the KPI would have had, and suggested thresholds. Requires a service or a selector. Nothing is saved.',
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
    summary: 'Get the history of a KPI',
    description:
      'Values in cells of equal length. Intervals that were recalculated have their new value.',
    params: KpiParams,
    querystring: fields({
      hours: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: limits.historyDaysMax * 24,
          default: 24,
          description: 'How far back to test.',
        }),
      ),
      cells: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: limits.historyCellsMax,
          default: 96,
          description: 'Maximum number of cells. Longer ranges use longer cells.',
        }),
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
      'A rule over the index `_kpi`. Adapt it and send it to `POST /api/v1/alert-rules`. `secondsToFire` is the longest time ' +
      'from an event to the alert. With an interval of 60 seconds and a delay of 30 seconds it is under two minutes.',
    params: KpiParams,
    response: {
      200: dataOf(
        Type.Object(
          {
            rule: AlertRuleDraft,
            secondsToFire: Type.Integer({
              description: 'Longest time in seconds from the start of a problem to the alert.',
            }),
          },
          { title: 'KpiAlert' },
        ),
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
