/** How services are doing, why, and since when. */
import { type Static, Type } from 'typebox';
import { KPI_STATES, SERVICE_STATES, STRIP_CELLS } from '../spec/services.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, named } from './schema.ts';
import { ServiceParams } from './services.ts';

const TAGS = ['Services'];
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const State = Type.Enum(SERVICE_STATES);
const Score = Type.Union([Type.Number(), Type.Null()], {
  description: 'From 0 to 100; null while nothing is measured.',
});

export const HealthReason = Type.Object(
  {
    kpiId: Type.String(),
    kpi: Type.String(),
    state: Type.Enum(KPI_STATES),
    value: NumberOrNull,
    unit: Type.String(),
    limit: Type.Union([Type.Number(), Type.Null()], {
      description: 'The one that it is beyond; null for what is not measured.',
    }),
    lost: Type.Number({
      description:
        'Points that the score lacks for it. Those of all reasons make 100 minus the score.',
    }),
    detail: Type.String({ description: 'Why there is no value; empty when there is one.' }),
    since: TextOrNull,
  },
  { title: 'HealthReason' },
);
export type HealthReason = Static<typeof HealthReason>;

const StripCell = named('StripCell', Type.Object({ from: Type.String(), state: State }));

const BurnSignal = named(
  'BurnSignal',
  Type.Object({
    long: Type.String(),
    short: Type.String(),
    threshold: Type.Number({ description: 'Burn beyond which both windows make a signal.' }),
    longBurn: NumberOrNull,
    shortBurn: NumberOrNull,
    isBurning: Type.Boolean(),
  }),
);
export const SloStanding = Type.Object(
  {
    kpiId: Type.String(),
    kpi: Type.String(),
    kind: Type.String(),
    target: Type.Number(),
    windowDays: Type.Integer(),
    attained: Type.Union([Type.Number(), Type.Null()], {
      description: 'Per cent that were good; null while nothing is measured.',
    }),
    coverage: Type.Number({
      description: 'Share of the slots that were measured, from the first one in the window on.',
    }),
    isEnough: Type.Boolean({ description: 'False while less than 90 % is measured.' }),
    budgetLeft: Type.Union([Type.Number(), Type.Null()], {
      description: 'Share of the error budget: 1 untouched, 0 spent, negative overspent.',
    }),
    burn: Type.Object(
      { '1h': NumberOrNull, '6h': NumberOrNull, '3d': NumberOrNull },
      { description: '1 spends exactly the budget in the whole window.' },
    ),
    signals: Type.Array(BurnSignal),
  },
  { title: 'SloStanding' },
);
export type SloStanding = Static<typeof SloStanding>;

export const ServiceHealth = Type.Object(
  {
    state: State,
    score: Score,
    coverage: Type.Union([Type.Number(), Type.Null()], {
      description: 'Share of the slots of the last 24 hours that were measured.',
    }),
    since: TextOrNull,
    reasons: Type.Array(HealthReason, { description: 'The most lost points first.' }),
    likelyCauses: Type.Array(
      Type.Object({
        serviceId: Type.String(),
        service: Type.String(),
        state: State,
        since: TextOrNull,
      }),
      { description: 'Services it depends on that turned bad before it did, the first one first.' },
    ),
    history: Type.Array(StripCell, {
      description:
        `The last 24 hours in ${STRIP_CELLS} cells, each as bad as its worst slots; ` +
        'fewer where the service was not there yet.',
    }),
    slos: Type.Array(SloStanding),
    asOf: Type.String(),
  },
  { title: 'ServiceHealth' },
);
export type ServiceHealth = Static<typeof ServiceHealth>;

const OverviewEntry = named(
  'OverviewEntry',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    tier: Type.Integer(),
    owner: TextOrNull,
    tags: Type.Array(Type.String()),
    kpis: Type.Integer(),
    state: State,
    score: Score,
    since: TextOrNull,
    reason: Type.Union([HealthReason, Type.Null()], { description: 'The one that costs most.' }),
    history: Type.Array(StripCell),
  }),
);
export const ServicesOverview = Type.Object(
  {
    services: Type.Array(OverviewEntry),
    isCut: Type.Boolean({ description: 'There are more than an overview shows.' }),
    historyProblem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why there is no history, when the store of events is away.',
    }),
    asOf: Type.String(),
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
        tier: Type.Integer(),
        state: State,
        score: Score,
        since: TextOrNull,
        isInCircle: Type.Boolean({ description: 'It depends on itself by way of others.' }),
      }),
    ),
    edges: Type.Array(
      Type.Object({
        from: Type.String({ description: 'Who depends.' }),
        to: Type.String({ description: 'On whom.' }),
      }),
    ),
    isCut: Type.Boolean(),
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
    summary: 'Show how a service is doing',
    description:
      'State and score with the reasons for every lost point, likely causes, the last 24 hours, and what is left of error budgets.',
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
    summary: 'Show all services, the worst first',
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
    summary: 'Show which services depend on which',
    description: 'Which services call which, by what is seen of them.',
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
