/** KPIs: figures of services that are measured again and again. */
import { type Static, Type } from 'typebox';
import { KPI_STATES } from '../spec/services.ts';
import type { Endpoint } from './endpoint.ts';
import { KpiChange, KpiDraft, KpiSettings } from './kpi-settings.ts';
import { described, dataOf, fields, PAGE_QUERY, pageOf } from './schema.ts';

const TAGS = ['Services'];
export const KpiParams = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const Kpi = Type.Object(
  {
    id: Type.String(),
    serviceId: Type.String({ description: 'Service that the KPI belongs to.' }),
    name: Type.String(),
    version: Type.Integer({
      description: 'Increases with every change. Send it back when you change it.',
    }),
    isEnabled: Type.Boolean({ description: 'Whether the KPI is measured.' }),
    ...KpiSettings.properties,
    state: Type.Enum(KPI_STATES),
    detail: Type.String({ description: 'Why the KPI is not measured. Empty when it is.' }),
    value: Type.Union([Type.Number(), Type.Null()], {
      description: 'Value of the last interval. Null: not measured.',
    }),
    good: described(NumberOrNull, 'Good events in the last interval, for ratios.'),
    total: Type.Union([Type.Number(), Type.Null()], {
      description: 'Events in the last interval. Null: not measured.',
    }),
    since: Type.Union([Type.String(), Type.Null()], {
      description: 'When the KPI entered this state.',
    }),
    slot: Type.Union([Type.String(), Type.Null()], {
      description: 'Start of the last measured interval.',
    }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'Kpi' },
);
export type Kpi = Static<typeof Kpi>;

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
  detail: 'Not measured yet.',
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
    description: 'Newest first, each with its last value.',
    querystring: fields({
      ...PAGE_QUERY,
      serviceId: Type.Optional(
        Type.String({ maxLength: 64, description: 'Only KPIs of this service.' }),
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
  schema: {
    tags: TAGS,
    summary: 'Get a KPI',
    description: 'Settings and current state.',
    params: KpiParams,
    response: { 200: dataOf(Kpi) },
  },
  docs: { example: { params, answer: { data: kpiExample } } },
} as const satisfies Endpoint;

export const createKpi = {
  method: 'POST',
  url: '/api/v1/kpis',
  config: { permission: 'services:write', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Create a KPI',
    description: 'Backfills the last seven days where the measure allows it.',
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
      'If someone changed it in the meantime, you get 409 with the current `version`. Past measurements stay. New ones use the new settings.',
    params: KpiParams,
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
    description: 'Its measurements stay in the index `_kpi`.',
    params: KpiParams,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
