/** Services: what people run, which events are theirs, whose they are, and what they depend on. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { SERVICE_STATES } from '../spec/services.ts';
import type { Endpoint } from './endpoint.ts';
import {
  described,
  dataOf,
  fields,
  nameOf,
  PAGE_QUERY,
  pageOf,
  named,
  SHORT_LIST_QUERY,
} from './schema.ts';

const limits = LIMITS.services;
const TAGS = ['Services'];

export const ServiceParams = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';

export const Selector = Type.String({
  minLength: 1,
  maxLength: limits.selectorCharactersMax,
  pattern: KEEPABLE,
  description:
    'Search that selects the events of the service, e.g. `index=app service=checkout`. No pipe, time range or subsearch.',
});
const Owner = Type.Union([nameOf(limits.ownerCharactersMax), Type.Null()], {
  description: 'Team or person responsible: the email address of a member, or any text.',
});
const Tier = Type.Integer({
  minimum: 1,
  maximum: limits.tierMax,
  description: 'Importance: 1 is the highest.',
});
export const ServiceLink = named(
  'ServiceLink',
  fields({
    name: nameOf(limits.nameCharactersMax),
    url: Type.String({
      maxLength: limits.linkCharactersMax,
      pattern: '^https?://[^\\s\\u0000-\\u001f]+$',
    }),
  }),
);
const Links = Type.Array(ServiceLink, { maxItems: limits.linksMax });
const Tags = Type.Array(nameOf(limits.tagCharactersMax), {
  maxItems: limits.tagsMax,
  uniqueItems: true,
});
const DependsOn = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: limits.dependenciesMax,
  uniqueItems: true,
  description:
    'IDs of services that this one depends on. Cycles are allowed. Deleted services are removed.',
});

export const Service = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Integer({
      description: 'Increases with every change. Send it back when you change it.',
    }),
    selector: Type.String({ description: 'Search that selects the events of the service.' }),
    owner: Type.Union([Type.String(), Type.Null()], {
      description: 'Team or person responsible. Null: none.',
    }),
    tier: Type.Integer({ description: 'Importance: 1 is the highest.' }),
    links: Type.Array(Type.Object({ name: Type.String(), url: Type.String() }), {
      description: 'Links to dashboards, runbooks and repositories.',
    }),
    tags: Type.Array(Type.String()),
    dependsOn: Type.Array(Type.String(), {
      description: 'IDs of services that this one depends on.',
    }),
    kpis: Type.Integer({ description: 'Number of KPIs.' }),
    state: Type.Enum(SERVICE_STATES, { description: 'Health of the service.' }),
    score: Type.Union([Type.Number(), Type.Null()], {
      description: 'Health score from 0 to 100. Null: nothing measured yet.',
    }),
    since: Type.Union([Type.String(), Type.Null()], {
      description: 'When the service entered this state.',
    }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'Service' },
);
export type Service = Static<typeof Service>;

export const ServiceDraft = named(
  'ServiceDraft',
  fields({
    name: nameOf(limits.nameCharactersMax),
    selector: Selector,
    owner: Type.Optional(Owner),
    tier: Type.Optional(Type.Integer({ ...Tier, default: 3 })),
    links: Type.Optional(described(Links, 'Links to dashboards, runbooks and repositories.')),
    tags: Type.Optional(Tags),
    dependsOn: Type.Optional(DependsOn),
  }),
);
export type ServiceDraft = Static<typeof ServiceDraft>;

export const ServiceChange = named(
  'ServiceChange',
  fields(
    {
      version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
      name: Type.Optional(nameOf(limits.nameCharactersMax)),
      selector: Type.Optional(Selector),
      owner: Type.Optional(Owner),
      tier: Type.Optional(Tier),
      links: Type.Optional(described(Links, 'Links to dashboards, runbooks and repositories.')),
      tags: Type.Optional(Tags),
      dependsOn: Type.Optional(DependsOn),
    },
    { minProperties: 2 },
  ),
);
export type ServiceChange = Static<typeof ServiceChange>;

const params = { id: 'svc_5Kd2wPzNq8RtXmBcE4HvLa' };
export const serviceExample = {
  id: params.id,
  name: 'checkout',
  version: 1,
  selector: 'index=app service=checkout',
  owner: 'Cards team',
  tier: 1,
  links: [{ name: 'Runbook', url: 'https://wiki.example.com/checkout' }],
  tags: ['shop'],
  dependsOn: ['svc_7Hq4mTzLk2WsYnDgF6JxPb'],
  kpis: 5,
  state: 'degraded',
  score: 58,
  since: '2026-11-15T08:25:00.000Z',
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};
const draftExample = {
  name: serviceExample.name,
  selector: serviceExample.selector,
  owner: serviceExample.owner,
  tier: serviceExample.tier,
  dependsOn: serviceExample.dependsOn,
};

export const listServices = {
  method: 'GET',
  url: '/api/v1/services',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List services',
    description: 'Newest first. `GET /api/v1/services/overview` sorts by health.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Service) },
  },
  docs: { example: { answer: { data: [serviceExample], nextCursor: null } } },
} as const satisfies Endpoint;

export const readService = {
  method: 'GET',
  url: '/api/v1/services/:id',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get a service',
    description: 'The service with its links and dependencies.',
    params: ServiceParams,
    response: { 200: dataOf(Service) },
  },
  docs: { example: { params, answer: { data: serviceExample } } },
} as const satisfies Endpoint;

export const ServiceVersion = named(
  'ServiceVersion',
  Type.Object({
    name: Type.String(),
    selector: Service.properties.selector,
    owner: Service.properties.owner,
    tier: Service.properties.tier,
    links: Service.properties.links,
    tags: Service.properties.tags,
    dependsOn: Service.properties.dependsOn,
    version: Type.Integer({ description: 'Version of the service that had these settings.' }),
    savedBy: Type.String(),
    savedAt: Type.String(),
  }),
);
export type ServiceVersion = Static<typeof ServiceVersion>;

export const listServiceVersions = {
  method: 'GET',
  url: '/api/v1/services/:id/versions',
  config: { permission: 'services:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List the versions of a service',
    description: `Newest first, up to ${limits.versionsMax}. To restore a version, update the service with its settings.`,
    params: ServiceParams,
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(ServiceVersion) },
  },
  docs: {
    example: {
      params,
      answer: {
        data: [
          {
            ...draftExample,
            links: serviceExample.links,
            tags: serviceExample.tags,
            version: 1,
            savedBy: serviceExample.createdBy,
            savedAt: serviceExample.createdAt,
          },
        ],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;

export const createService = {
  method: 'POST',
  url: '/api/v1/services',
  config: { permission: 'services:write', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Create a service',
    description:
      'A service is a search that selects its events, with an owner, links and dependencies.',
    body: ServiceDraft,
    response: { 201: dataOf(Service) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR'],
    example: {
      body: draftExample,
      answer: {
        data: { ...serviceExample, kpis: 0, state: 'unknown', score: null, since: null },
      },
    },
  },
} as const satisfies Endpoint;

export const changeService = {
  method: 'PATCH',
  url: '/api/v1/services/:id',
  config: { permission: 'services:write', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Change a service',
    description:
      'If someone changed it in the meantime, you get 409 with the current `version`. A new selector applies to new measurements. Past ones stay.',
    params: ServiceParams,
    body: ServiceChange,
    response: { 200: dataOf(Service) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: {
      params,
      body: { version: 1, tier: 2 },
      answer: { data: { ...serviceExample, version: 2, tier: 2 } },
    },
  },
} as const satisfies Endpoint;

export const deleteService = {
  method: 'DELETE',
  url: '/api/v1/services/:id',
  config: { permission: 'services:delete', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Delete a service',
    description:
      'Also deletes its KPIs and removes it from the dependencies of other services. Its measurements stay in the index `_kpi`.',
    params: ServiceParams,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
