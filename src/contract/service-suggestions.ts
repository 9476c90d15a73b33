/** Services that the logs already name, and KPIs that fit what they hold. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { KPI_TEMPLATES, SERVICE_FIELDS } from '../spec/services.ts';
import type { Endpoint } from './endpoint.ts';
import { KpiDraft } from './kpi-settings.ts';
import { kpiExample } from './kpis.ts';
import { dataOf, fields, nameOf, named } from './schema.ts';
import { Service, serviceExample, ServiceParams } from './services.ts';

const limits = LIMITS.services;
const TAGS = ['Services'];

export const ServiceSuggestion = Type.Object(
  {
    field: Type.Enum(SERVICE_FIELDS, { description: 'Field that contains the name.' }),
    value: Type.String({ description: 'Value of the field.' }),
    name: Type.String({ description: 'Suggested name of the service.' }),
    selector: Type.String({ description: 'Search that selects the events of the service.' }),
    events: Type.Integer({
      description: 'Number of events in the last 24 hours, or in the last hour.',
    }),
    hours: Type.Integer({ description: 'Number of hours that were counted.' }),
    errorShare: Type.Number({ description: 'Percentage of events with an error level.' }),
    templates: Type.Array(Type.Enum(KPI_TEMPLATES), { description: 'KPIs that fit.' }),
  },
  { title: 'ServiceSuggestion' },
);
export type ServiceSuggestion = Static<typeof ServiceSuggestion>;

export const ServicePicks = named(
  'ServicePicks',
  fields({
    services: Type.Array(
      fields({
        field: Type.Enum(SERVICE_FIELDS, { description: 'Field that identifies the service.' }),
        value: Type.String({
          minLength: 1,
          maxLength: limits.nameCharactersMax,
          description: 'Value of the field for this service.',
        }),
        name: Type.Optional(nameOf(limits.nameCharactersMax)),
        templates: Type.Optional(
          Type.Array(Type.Enum(KPI_TEMPLATES), {
            uniqueItems: true,
            description: 'KPIs to create. Default: all that fit.',
          }),
        ),
      }),
      {
        minItems: 1,
        maxItems: limits.suggestionsCreatedMax,
        description: 'Suggestions to create.',
      },
    ),
  }),
);
export type ServicePicks = Static<typeof ServicePicks>;

const { serviceId: _none, ...TEMPLATE_FIELDS } = KpiDraft.properties;
export const KpiTemplate = Type.Object(
  {
    template: Type.Enum(KPI_TEMPLATES, { description: 'Template that the KPI is based on.' }),
    reason: Type.String({ description: 'Why it was suggested.' }),
    draft: Type.Object(TEMPLATE_FIELDS, {
      description:
        'Thresholds are based on the last seven days. Add `serviceId` and send it to `POST /api/v1/kpis`.',
    }),
  },
  { title: 'KpiTemplate' },
);
export type KpiTemplate = Static<typeof KpiTemplate>;

const suggestion = {
  field: 'service',
  value: 'checkout',
  name: 'checkout',
  selector: 'service="checkout"',
  events: 18_204,
  hours: 24,
  errorShare: 0.8,
  templates: ['errors', 'throughput', 'latency', 'freshness'],
};
const template = {
  template: 'errors',
  reason: '0.8% of the events are errors.',
  draft: {
    name: 'Error rate',
    measure: { kind: 'ratio', bad: 'level IN (error, critical, fatal)' },
    unit: '%',
    better: 'lower',
    warning: 2,
    critical: 5,
    importance: 8,
  },
};

export const readServiceSuggestions = {
  method: 'GET',
  url: '/api/v1/services/suggestions',
  config: { permission: 'services:read', rate: 'search', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Suggest services',
    description:
      'Values of `service` (last 24 hours) or `service.name` (last hour) that no service covers yet, most events first.',
    response: {
      200: dataOf(
        Type.Object({
          suggestions: Type.Array(ServiceSuggestion, {
            description: 'Services found in your events, largest first.',
          }),
          isCut: Type.Boolean({ description: 'There are more suggestions than these.' }),
        }),
      ),
    },
  },
  docs: { example: { answer: { data: { suggestions: [suggestion], isCut: false } } } },
} as const satisfies Endpoint;

export const createSuggestedServices = {
  method: 'POST',
  url: '/api/v1/services/from-suggestions',
  config: { permission: 'services:write', rate: 'search', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Create suggested services',
    description:
      'Creates all or none. Thresholds are based on the last seven days, which are backfilled.',
    body: ServicePicks,
    response: { 201: dataOf(Type.Object({ services: Type.Array(Service) })) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
    example: {
      body: { services: [{ field: 'service', value: 'checkout' }] },
      answer: {
        data: {
          services: [{ ...serviceExample, kpis: 4, state: 'unknown', score: null, since: null }],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const readKpiTemplates = {
  method: 'GET',
  url: '/api/v1/services/:id/templates',
  config: { permission: 'services:read', rate: 'search', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Suggest KPIs for a service',
    description: 'KPIs that fit the events of the service and that it does not have yet.',
    params: ServiceParams,
    response: {
      200: dataOf(
        Type.Object({
          templates: Type.Array(KpiTemplate, {
            description: 'KPIs that fit the events of the service.',
          }),
        }),
      ),
    },
  },
  docs: {
    example: {
      params: { id: kpiExample.serviceId },
      answer: { data: { templates: [template] } },
    },
  },
} as const satisfies Endpoint;
