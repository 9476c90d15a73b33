/** Organizations, their settings, plan and usage, as the API shows them. */
import { type Static, Type } from 'typebox';
import { AGENT_MODES } from '../spec/agents.ts';
import { LIMITS } from '../spec/limits.ts';
import { PLAN_NAMES, PLAN_RESOURCES, PLANS } from '../spec/plans.ts';
import { ROLES } from '../spec/roles.ts';
import { perProvider } from '../spec/sign-in.ts';
import { STATES } from '../spec/states.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, nameOf, pageOf, SHORT_LIST_QUERY, named } from './schema.ts';

const Name = nameOf(LIMITS.organizations.nameCharactersMax);
const Plan = Type.Enum([...PLAN_NAMES]);

export const Organization = named(
  'Organization',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan: Plan,
    timezone: Type.String({ description: 'IANA time zone of dashboards and scheduled reports.' }),
    retentionDays: Type.Integer({
      description: 'Default retention in days, for indexes without their own.',
    }),
    oauthProviders: Type.Object(
      perProvider(() => Type.Boolean()),
      { description: 'Whether members may sign in with it.' },
    ),
    allowedNetworks: Type.Array(Type.String(), {
      description: 'Allowed IP ranges (CIDR). Empty: all.',
    }),
    isAuditOpen: Type.Boolean({
      description: 'Whether every member can read the audit log, not only Owners and Admins.',
    }),
    agents: Type.Enum([...AGENT_MODES], {
      description: 'What agents may do through `POST /mcp`.',
    }),
    mask: Type.Boolean({ description: 'Secrets are masked in what agents read.' }),
    createdAt: Type.String(),
  }),
);
export type Organization = Static<typeof Organization>;

export const OrganizationChange = named(
  'OrganizationChange',
  fields(
    {
      name: Type.Optional(Name),
      timezone: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Default time zone for searches and reports, an IANA name.',
        }),
      ),
      retentionDays: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LIMITS.indexes.retentionDaysMax,
          description: 'Default retention of new indexes in days.',
        }),
      ),
      oauthProviders: Type.Optional(
        fields(
          perProvider(() => Type.Optional(Type.Boolean())),
          { description: 'Which OAuth providers members may sign in with.' },
        ),
      ),
      allowedNetworks: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), {
          maxItems: LIMITS.organizations.allowedNetworksMax,
          description: 'IP networks (CIDR) that may access the organization. Empty: all.',
        }),
      ),
      isAuditOpen: Type.Optional(
        Type.Boolean({ description: 'Lets every member read the audit log.' }),
      ),
      agents: Type.Optional(
        Type.Enum([...AGENT_MODES], {
          description:
            '`off`: `POST /mcp` is refused. `read`: agents only read. `write`: tokens with `agent:write` may use the write tools.',
        }),
      ),
      mask: Type.Optional(
        Type.Boolean({
          description: 'Masks tokens, keys and passwords in what agents read. Default: true.',
        }),
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
    isActive: Type.Boolean({ description: 'Whether this session uses the organization.' }),
  }),
);
export type OwnOrganization = Static<typeof OwnOrganization>;

const Amount = Type.Union([Type.Integer(), Type.Null()]);
const Resources = Type.Record(Type.Enum([...PLAN_RESOURCES]), Amount);

const PlanFacts = named(
  'PlanFacts',
  Type.Object({
    dailyBytes: described(Amount, 'Daily ingest quota in bytes. Null: unlimited.'),
    monthlyCredits: described(Amount, 'AI credits per month. Null: unlimited.'),
    overage: Type.Enum(['pause_until_next_day', 'hold'], {
      description: 'What happens to events over the daily quota.',
    }),
    resources: described(Resources, 'Maximum number of each resource. Null: unlimited.'),
  }),
);

export const Billing = named(
  'Billing',
  Type.Object({
    plan: Plan,
    dailyBytes: described(Amount, 'Daily ingest quota in bytes. Null: unlimited.'),
    monthlyCredits: described(Amount, 'AI credits per month. Null: unlimited.'),
    resources: described(Resources, 'Maximum number of each resource. Null: unlimited.'),
    plans: Type.Record(Plan, PlanFacts, {
      description:
        'What each plan includes on this installation; null means unlimited or as agreed.',
    }),
    warnings: Type.Array(Type.String(), {
      description:
        'Resources above the plan after a downgrade. They keep working, but you can’t add more.',
    }),
  }),
);
export type Billing = Static<typeof Billing>;

const DayUsage = named(
  'DayUsage',
  Type.Object({
    day: Type.String({ description: 'In UTC.' }),
    events: Type.Integer({ description: 'Number of ingested events.' }),
    bytes: Type.Integer({ description: 'Size of the events as JSON, as sent.' }),
    discardedEvents: Type.Integer({
      description:
        'Events over the daily quota that were held too long and discarded. Not included in `events`.',
    }),
    discardedBytes: Type.Integer({ description: 'Size of the discarded events.' }),
  }),
);

export const Usage = named(
  'Usage',
  Type.Object({
    plan: Plan,
    resources: Type.Array(
      Type.Object({
        resource: Type.Enum([...PLAN_RESOURCES], { description: 'Kind of resource.' }),
        used: Type.Integer({ description: 'Current number.' }),
        limit: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Maximum number. Null: unlimited.',
        }),
        isOverLimit: Type.Boolean({
          description: 'Above the limit: existing ones keep working, but you can’t add more.',
        }),
      }),
      { description: 'Usage of each limited resource.' },
    ),
    warnings: Type.Array(Type.String(), { description: 'Resources above the plan, as text.' }),
    today: DayUsage,
    days: Type.Array(DayUsage, { description: 'Last 30 days with usage, oldest first.' }),
    quota: Type.Object(
      {
        dailyBytes: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Quota in bytes. Null: unlimited.',
        }),
        state: Type.Enum([...STATES.dailyQuota], {
          description: 'Whether ingest is within the quota.',
        }),
        resetsAt: Type.String({ description: 'Next midnight UTC.' }),
      },
      { description: 'Daily ingest quota.' },
    ),
    credits: Type.Object(
      {
        limit: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Credits per month. Null: unlimited.',
        }),
        used: Type.Number({ description: 'Credits spent this month.' }),
        held: Type.Number({ description: 'Credits reserved by running evaluations.' }),
        runs: Type.Integer({ description: 'Evaluations this month, including failed ones.' }),
        failedRuns: Type.Integer({ description: 'Evaluations that failed. They cost nothing.' }),
        resetsAt: Type.String({ description: 'Start of the next month, UTC.' }),
      },
      { description: 'AI credits of this month.' },
    ),
    rates: Type.Array(
      Type.Object({
        covers: Type.String({ description: 'Requests that share the limit.' }),
        scope: Type.Enum(['organization', 'caller', 'address'], {
          description: 'Whose requests are counted together.',
        }),
        perMinute: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Requests per minute. Null: unlimited.',
        }),
      }),
      { description: 'Rate limits as this installation applies them.' },
    ),
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
  agents: 'read',
  mask: true,
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
    summary: 'Get the organization',
    description: 'The organization of your session or credential.',
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
    summary: 'Change organization settings',
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
    description: 'You can’t undo this. `confirm` must be the name of the organization.',
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
    summary: 'List your organizations',
    description: 'Organizations you are a member of.',
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
    description: 'You become its owner, and your session switches to it.',
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
    summary: 'Switch the organization of this session',
    description: 'Later requests of the session use this organization.',
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
    summary: 'Get the plan and its limits',
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
    description:
      'After a downgrade, existing resources stay. Above the new limits you can’t add more.',
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
    summary: 'Get usage',
    description: 'Usage of the plan, by day.',
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
          rates: [{ covers: 'GET /api/v1/logs', scope: 'organization', perMinute: 100 }],
        },
      },
    },
  },
} as const satisfies Endpoint;
