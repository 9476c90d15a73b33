/** How services are doing, why, and since when. */
import { type Static, Type } from 'typebox';
import { KPI_STATES, SERVICE_STATES, STRIP_CELLS } from '../spec/services.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, named } from './schema.ts';
import { ServiceParams } from './services.ts';

const TAGS = ['Services'];
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const State = Type.Enum(SERVICE_STATES);
const Score = Type.Union([Type.Number(), Type.Null()], {
  description: 'Health score from 0 to 100. Null: nothing measured yet.',
});

export const HealthReason = Type.Object(
  {
    kpiId: Type.String({ description: 'ID of the KPI.' }),
    kpi: Type.String({ description: 'Name of the KPI.' }),
    state: Type.Enum(KPI_STATES),
    value: described(NumberOrNull, 'Measured value. Null: not measurable.'),
    unit: Type.String({ description: 'Unit of the value.' }),
    limit: Type.Union([Type.Number(), Type.Null()], {
      description: 'Threshold that is exceeded. Null: not measured.',
    }),
    lost: Type.Number({
      description:
        'Points that this KPI takes off the score. All reasons add up to 100 minus the score.',
    }),
    detail: Type.String({ description: 'Why there is no value. Empty if there is one.' }),
    since: described(TextOrNull, 'When the KPI entered this state. Null: unknown.'),
  },
  { title: 'HealthReason' },
);
export type HealthReason = Static<typeof HealthReason>;

const StripCell = named('StripCell', Type.Object({ from: Type.String(), state: State }));

const BurnSignal = named(
  'BurnSignal',
  Type.Object({
    long: Type.String({ description: 'Long window, such as `1h`.' }),
    short: Type.String({ description: 'Short window, such as `5m`.' }),
    threshold: Type.Number({ description: 'Burn rate that both windows must exceed.' }),
    longBurn: described(NumberOrNull, 'Burn rate over the long window. Null: not measured.'),
    shortBurn: described(NumberOrNull, 'Burn rate over the short window. Null: not measured.'),
    isBurning: Type.Boolean({ description: 'Whether both windows exceed the threshold.' }),
  }),
);
export const SloStanding = Type.Object(
  {
    kpiId: Type.String({ description: 'ID of the KPI.' }),
    kpi: Type.String({ description: 'Name of the KPI.' }),
    kind: Type.String(),
    target: Type.Number({ description: 'Target in percent.' }),
    windowDays: Type.Integer({ description: 'SLO window in days.' }),
    attained: Type.Union([Type.Number(), Type.Null()], {
      description: 'Good share in percent. Null: nothing measured yet.',
    }),
    coverage: Type.Number({
      description: 'Measured share of the SLO window, from 0 to 1.',
    }),
    isEnough: Type.Boolean({ description: 'Whether at least 90% of the window is measured.' }),
    budgetLeft: Type.Union([Type.Number(), Type.Null()], {
      description: 'Share of the error budget: 1 untouched, 0 spent, negative overspent.',
    }),
    burn: Type.Object(
      { '1h': NumberOrNull, '6h': NumberOrNull, '3d': NumberOrNull },
      {
        description:
          'Burn rate by window. 1 uses up the error budget exactly at the end of the SLO window.',
      },
    ),
    signals: Type.Array(BurnSignal, { description: 'Multi-window burn-rate alerts.' }),
  },
  { title: 'SloStanding' },
);
export type SloStanding = Static<typeof SloStanding>;

export const ServiceHealth = Type.Object(
  {
    state: State,
    score: Score,
    coverage: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Measured share of all intervals of the last 24 hours, from 0 to 1. Null: no KPI is enabled.',
    }),
    since: described(TextOrNull, 'When the service entered this state. Null: unknown.'),
    reasons: Type.Array(HealthReason, {
      description: 'KPIs that lower the score, largest impact first.',
    }),
    likelyCauses: Type.Array(
      Type.Object({
        serviceId: Type.String(),
        service: Type.String(),
        state: State,
        since: described(TextOrNull, 'When the dependency entered this state. Null: unknown.'),
      }),
      { description: 'Dependencies that degraded before this service, earliest first.' },
    ),
    history: Type.Array(StripCell, {
      description:
        `The last 24 hours in ${STRIP_CELLS} cells, each with the state of its worst intervals; ` +
        'fewer if the service is newer.',
    }),
    slos: Type.Array(SloStanding, { description: 'SLOs of the service.' }),
    asOf: Type.String({ description: 'Time of the evaluation.' }),
  },
  { title: 'ServiceHealth' },
);
export type ServiceHealth = Static<typeof ServiceHealth>;

const OverviewEntry = named(
  'OverviewEntry',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    tier: Type.Integer({ description: 'Importance: 1 is the highest.' }),
    owner: described(TextOrNull, 'Team or person responsible. Null: none.'),
    tags: Type.Array(Type.String()),
    kpis: Type.Integer({ description: 'Number of KPIs.' }),
    state: State,
    score: Score,
    since: described(TextOrNull, 'When the service entered this state. Null: unknown.'),
    reason: Type.Union([HealthReason, Type.Null()], {
      description: 'KPI with the largest impact. Null: none.',
    }),
    history: Type.Array(StripCell, { description: 'States of the last 24 hours, oldest first.' }),
  }),
);
export const ServicesOverview = Type.Object(
  {
    services: Type.Array(OverviewEntry),
    isCut: Type.Boolean({ description: 'There are more services than shown.' }),
    historyProblem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the history is missing, if the log store is unavailable. Null: it is not.',
    }),
    asOf: Type.String({ description: 'Time of the evaluation.' }),
  },
  { title: 'ServicesOverview' },
);
export type ServicesOverview = Static<typeof ServicesOverview>;

export const ServiceMap = Type.Object(
  {
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        tier: Type.Integer({ description: 'Importance: 1 is the highest.' }),
        state: State,
        score: Score,
        since: described(TextOrNull, 'When the service entered this state. Null: unknown.'),
        isInCircle: Type.Boolean({ description: 'Part of a dependency cycle.' }),
      }),
    ),
    edges: Type.Array(
      Type.Object({
        from: Type.String({ description: 'Service that depends on the other.' }),
        to: Type.String({ description: 'Service it depends on.' }),
      }),
      { description: 'Dependencies between the services.' },
    ),
    isCut: Type.Boolean({ description: 'There are more services than the map shows.' }),
  },
  { title: 'ServiceMap' },
);
export type ServiceMap = Static<typeof ServiceMap>;

const at = '2026-11-15T08:30:00.000Z';
const since = '2026-11-15T08:25:00.000Z';
const params = { id: 'svc_5Kd2wPzNq8RtXmBcE4HvLa' };
const reason = {
  kpiId: 'kpi_8Ws3nVyMp4TqRkCdG2ZxHb',
  kpi: 'Error rate',
  state: 'critical',
  value: 4.2,
  unit: '%',
  limit: 2,
  lost: 42,
  detail: '',
  since,
};
const healthExample = {
  state: 'degraded',
  score: 58,
  coverage: 0.99,
  since,
  reasons: [reason],
  likelyCauses: [
    {
      serviceId: 'svc_7Hq4mTzLk2WsYnDgF6JxPb',
      service: 'payments',
      state: 'critical',
      since: '2026-11-15T08:20:00.000Z',
    },
  ],
  history: [{ from: '2026-11-15T08:15:00.000Z', state: 'healthy' }],
  slos: [
    {
      kpiId: reason.kpiId,
      kpi: 'Error rate',
      kind: 'occurrences',
      target: 99.5,
      windowDays: 30,
      attained: 99.1,
      coverage: 0.98,
      isEnough: true,
      budgetLeft: -0.8,
      burn: { '1h': 16.2, '6h': 5.1, '3d': 1.4 },
      signals: [
        {
          long: '1h',
          short: '5m',
          threshold: 14.4,
          longBurn: 16.2,
          shortBurn: 15,
          isBurning: true,
        },
      ],
    },
  ],
  asOf: at,
};
const entry = {
  id: params.id,
  name: 'checkout',
  tier: 1,
  owner: 'Cards team',
  tags: ['shop'],
  kpis: 5,
  state: 'degraded',
  score: 58,
  since,
  reason,
  history: healthExample.history,
};

export const readServiceHealth = {
  method: 'GET',
  url: '/api/v1/services/:id/health',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the health of a service',
    description:
      'State and score with reasons, likely causes, the last 24 hours and remaining error budgets.',
    params: ServiceParams,
    response: { 200: dataOf(ServiceHealth) },
  },
  docs: { example: { params, answer: { data: healthExample } } },
} as const satisfies Endpoint;

export const readServicesOverview = {
  method: 'GET',
  url: '/api/v1/services/overview',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the service overview',
    description: 'All services with their health and key figures.',
    response: { 200: dataOf(ServicesOverview) },
  },
  docs: {
    example: {
      answer: { data: { services: [entry], isCut: false, historyProblem: null, asOf: at } },
    },
  },
} as const satisfies Endpoint;

export const readServiceMap = {
  method: 'GET',
  url: '/api/v1/services/map',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the service map',
    description: 'Dependencies between services.',
    response: { 200: dataOf(ServiceMap) },
  },
  docs: {
    example: {
      answer: {
        data: {
          nodes: [
            {
              id: params.id,
              name: 'checkout',
              tier: 1,
              state: 'degraded',
              score: 58,
              since,
              isInCircle: false,
            },
          ],
          edges: [{ from: params.id, to: 'svc_7Hq4mTzLk2WsYnDgF6JxPb' }],
          isCut: false,
        },
      },
    },
  },
} as const satisfies Endpoint;
