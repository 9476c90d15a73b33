/** Organizations, their settings, plan and usage, as the API shows them. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { PLAN_NAMES, PLAN_RESOURCES, PLANS } from '../spec/plans.ts';
import { ROLES } from '../spec/roles.ts';
import { perProvider } from '../spec/sign-in.ts';
import { STATES } from '../spec/states.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, nameOf, pageOf, SHORT_LIST_QUERY, named } from './schema.ts';

const Name = nameOf(LIMITS.organizations.nameCharactersMax);
const Plan = Type.Enum([...PLAN_NAMES]);

export const Organization = named(
  'Organization',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan: Plan,
    timezone: Type.String({ description: 'IANA name; dashboards and scheduled reports use it.' }),
    retentionDays: Type.Integer({ description: 'For every index that sets none of its own.' }),
    oauthProviders: Type.Object(
      perProvider(() => Type.Boolean()),
      { description: 'Whether members may sign in with it.' },
    ),
    allowedNetworks: Type.Array(Type.String(), { description: 'CIDR; empty = from everywhere.' }),
    isAuditOpen: Type.Boolean({
      description: 'Every member reads the audit log, not only Owners and Admins.',
    }),
    createdAt: Type.String(),
  }),
);
export type Organization = Static<typeof Organization>;

export const OrganizationChange = named(
  'OrganizationChange',
  fields(
    {
      name: Type.Optional(Name),
      timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      retentionDays: Type.Optional(
        Type.Integer({ minimum: 1, maximum: LIMITS.indexes.retentionDaysMax }),
      ),
      oauthProviders: Type.Optional(fields(perProvider(() => Type.Optional(Type.Boolean())))),
      allowedNetworks: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), {
          maxItems: LIMITS.organizations.allowedNetworksMax,
        }),
      ),
      isAuditOpen: Type.Optional(
        Type.Boolean({ description: 'Lets every member read the audit log.' }),
      ),
    },
    { minProperties: 1 },
  ),
);
export type OrganizationChange = Static<typeof OrganizationChange>;

export const OwnOrganization = named(
  'OwnOrganization',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan: Plan,
    role: Type.Enum([...ROLES]),
    isActive: Type.Boolean({ description: 'Chosen in this session.' }),
  }),
);
export type OwnOrganization = Static<typeof OwnOrganization>;

const Amount = Type.Union([Type.Integer(), Type.Null()]);
const Resources = Type.Record(Type.Enum([...PLAN_RESOURCES]), Amount);

const PlanFacts = named(
  'PlanFacts',
  Type.Object({
    dailyBytes: Amount,
    monthlyCredits: Amount,
    overage: Type.Enum(['pause_until_next_day', 'hold']),
    resources: Resources,
  }),
);

export const Billing = named(
  'Billing',
  Type.Object({
    plan: Plan,
    dailyBytes: Amount,
    monthlyCredits: Amount,
    resources: Resources,
    plans: Type.Record(Plan, PlanFacts, {
      description:
        'What each plan includes on this installation; null means unlimited or as agreed.',
    }),
    warnings: Type.Array(Type.String(), {
      description: 'What is over the plan after a downgrade: it stays, and nothing can be added.',
    }),
  }),
);
export type Billing = Static<typeof Billing>;

const DayUsage = named(
  'DayUsage',
  Type.Object({
    day: Type.String({ description: 'In UTC.' }),
    events: Type.Integer(),
    bytes: Type.Integer({ description: 'Of the events’ JSON as it was sent.' }),
    discardedEvents: Type.Integer({
      description: 'Held over the daily quota for too long and thrown away; not among `events`.',
    }),
    discardedBytes: Type.Integer({ description: 'Theirs.' }),
  }),
);

export const Usage = named(
  'Usage',
  Type.Object({
    plan: Plan,
    resources: Type.Array(
      Type.Object({
        resource: Type.Enum([...PLAN_RESOURCES]),
        used: Type.Integer(),
        limit: Type.Union([Type.Integer(), Type.Null()]),
        isOverLimit: Type.Boolean({ description: 'They keep working, but none can be added.' }),
      }),
    ),
    warnings: Type.Array(Type.String(), { description: 'What is over the plan, for people.' }),
    today: DayUsage,
    days: Type.Array(DayUsage, { description: 'The last 30 days that had any, oldest first.' }),
    quota: Type.Object({
      dailyBytes: Type.Union([Type.Integer(), Type.Null()]),
      state: Type.Enum([...STATES.dailyQuota]),
      resetsAt: Type.String({ description: 'When the day turns, at midnight UTC.' }),
    }),
    credits: Type.Object({
      limit: Type.Union([Type.Integer(), Type.Null()]),
      used: Type.Number(),
      held: Type.Number({ description: 'Set aside by runs that have not ended.' }),
      runs: Type.Integer({ description: 'Evaluations of this month, failed ones included.' }),
      failedRuns: Type.Integer({ description: 'Those without a verdict; they cost nothing.' }),
      resetsAt: Type.String({ description: 'The first of the next month, UTC.' }),
    }),
  }),
);
export type Usage = Static<typeof Usage>;

const example = {
  id: 'org_4Kc9dWsQz8TbNfHxJ2LmPv',
  name: 'Acme',
  plan: 'free',
  timezone: 'Europe/Berlin',
  retentionDays: 30,
  oauthProviders: perProvider(() => true),
  allowedNetworks: [],
  isAuditOpen: false,
  createdAt: '2026-11-15T08:30:00.000Z',
};
const own = { id: example.id, name: 'Acme', plan: 'free', role: 'owner', isActive: true };
const billing = {
  plan: 'pro',
  dailyBytes: 10_737_418_240,
  monthlyCredits: 2_500,
  resources: PLANS.pro.resources,
  plans: PLANS,
  warnings: [],
};

const usedToday = {
  day: '2026-11-15',
  events: 1_200,
  bytes: 401_772,
  discardedEvents: 0,
  discardedBytes: 0,
};

export const getOrganization = {
  method: 'GET',
  url: '/api/v1/organization',
  config: { permission: 'organization:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Organization'],
    summary: 'Read the organization',
    description: 'The organization the caller acts in.',
    response: { 200: dataOf(Organization) },
  },
  docs: { example: { answer: { data: example } } },
} as const satisfies Endpoint;

export const changeOrganization = {
  method: 'PATCH',
  url: '/api/v1/organization',
  config: { permission: 'organization:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Organization'],
    summary: 'Change settings',
    description: 'An allowlist that leaves out the address you call from is refused.',
    body: OrganizationChange,
    response: { 200: dataOf(Organization) },
  },
  docs: {
    example: {
      body: { timezone: 'Europe/Berlin', retentionDays: 30 },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const deleteOrganization = {
  method: 'DELETE',
  url: '/api/v1/organization',
  config: { permission: 'organization:delete', rate: 'management', body: 'none' },
  schema: {
    tags: ['Organization'],
    summary: 'Delete the organization with all its logs',
    description: 'There is no way back. `confirm` must be the name of the organization.',
    querystring: fields({
      confirm: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The name of the organization, so that it is not deleted by mistake.',
      }),
    }),
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { query: { confirm: 'Acme' }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const listOrganizations = {
  method: 'GET',
  url: '/api/v1/organizations',
  config: { permission: 'session', rate: 'management', body: 'none', isForConfined: true },
  schema: {
    tags: ['Organization'],
    summary: 'List the organizations you belong to',
    description: 'The organizations of the person who is signed in.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(OwnOrganization) },
  },
  docs: { example: { answer: { data: [own], nextCursor: null } } },
} as const satisfies Endpoint;

export const createOrganization = {
  method: 'POST',
  url: '/api/v1/organizations',
  config: { permission: 'session', rate: 'management', body: 'management' },
  schema: {
    tags: ['Organization'],
    summary: 'Create an organization',
    description: 'Whoever makes it owns it, and works in it from now on.',
    body: fields({ name: Name }),
    response: { 201: dataOf(Organization) },
  },
  docs: {
    errors: ['PLAN_LIMIT_REACHED'],
    example: { body: { name: 'Acme' }, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const activateOrganization = {
  method: 'POST',
  url: '/api/v1/organizations/:id/activate',
  config: { permission: 'session', rate: 'management', body: 'none', isForConfined: true },
  schema: {
    tags: ['Organization'],
    summary: 'Choose the organization this session works in',
    description: 'The session works in this organization from now on.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: { 200: dataOf(OwnOrganization) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: own } } },
} as const satisfies Endpoint;

export const getBilling = {
  method: 'GET',
  url: '/api/v1/organization/billing',
  config: { permission: 'billing:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Organization'],
    summary: 'Read the plan and what it includes',
    description: 'The plan, what it includes, and the plans to choose from.',
    response: { 200: dataOf(Billing) },
  },
  docs: { example: { answer: { data: billing } } },
} as const satisfies Endpoint;

export const changeBilling = {
  method: 'PATCH',
  url: '/api/v1/organization/billing',
  config: { permission: 'billing:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Organization'],
    summary: 'Change the plan',
    description: 'A smaller plan keeps what exists; beyond its limits nothing can be added.',
    body: fields({ plan: Plan }),
    response: { 200: dataOf(Billing) },
  },
  docs: { example: { body: { plan: 'pro' }, answer: { data: billing } } },
} as const satisfies Endpoint;

export const getUsage = {
  method: 'GET',
  url: '/api/v1/organization/usage',
  config: { permission: 'organization:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Organization'],
    summary: 'Read what is used of the plan',
    description: 'What the organization uses of its plan, day by day.',
    response: { 200: dataOf(Usage) },
  },
  docs: {
    example: {
      answer: {
        data: {
          plan: 'free',
          resources: [{ resource: 'apiKeys', used: 2, limit: 5, isOverLimit: false }],
          warnings: [],
          today: usedToday,
          days: [usedToday],
          quota: {
            dailyBytes: 1_073_741_824,
            state: 'normal',
            resetsAt: '2026-11-16T00:00:00.000Z',
          },
          credits: {
            limit: 100,
            used: 2.4135,
            held: 0,
            runs: 12,
            failedRuns: 1,
            resetsAt: '2026-12-01T00:00:00.000Z',
          },
        },
      },
    },
  },
} as const satisfies Endpoint;
