/** Who runs the installation, and what they decide: plans and limits of every organization. */
import { type Static, Type } from 'typebox';
import { OPERATOR_ACTIONS } from '../spec/audit.ts';
import { LIMITS } from '../spec/limits.ts';
import { PLAN_CHANGES, PLAN_NAMES } from '../spec/plans.ts';
import { SIGN_UP_MODES } from '../spec/sign-up.ts';
import type { Endpoint } from './endpoint.ts';
import { Usage } from './organizations.ts';
import {
  described,
  dataOf,
  fields,
  PAGE_QUERY,
  pageOf,
  SHORT_LIST_QUERY,
  named,
} from './schema.ts';

const Plan = Type.Enum([...PLAN_NAMES]);
const Limit = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
    description,
  });
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const Installation = named(
  'Installation',
  Type.Object({
    isOperator: Type.Boolean({ description: 'Whether you are an operator of this installation.' }),
    planChanges: Type.Enum([...PLAN_CHANGES], {
      description: 'Who can upgrade the plan: an operator, or every Owner (`self`).',
    }),
    signUp: Type.Enum([...SIGN_UP_MODES], { description: 'Who can sign up.' }),
    defaultPlan: described(Plan, 'Plan of new organizations.'),
    isMailSent: Type.Boolean({
      description:
        'False without an SMTP server. Emails are then written to the folder `outbox` on the server.',
    }),
    hasModel: Type.Boolean({
      description: 'False without a language model. The built-in evaluator then answers.',
    }),
  }),
);
export type Installation = Static<typeof Installation>;

const Custom = Type.Object({
  dailyBytes: Limit('Daily ingest quota in bytes. Null: the one of the plan.'),
  monthlyCredits: Limit('AI credits per month. Null: the ones of the plan.'),
});

export const RunOrganization = named(
  'RunOrganization',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan: Plan,
    limits: described(Custom, 'Limits that override the plan.'),
    owners: Type.Array(Type.String(), { description: 'Email addresses of the owners.' }),
    members: Type.Integer({ description: 'Number of members.' }),
    createdAt: Type.String(),
    usage: Type.Object(
      {
        today: Usage.properties.today,
        quota: Usage.properties.quota,
        credits: Usage.properties.credits,
      },
      { description: 'Usage today and this month.' },
    ),
  }),
);
export type RunOrganization = Static<typeof RunOrganization>;

export const OrganizationTerms = named(
  'OrganizationTerms',
  fields(
    {
      plan: Type.Optional(Plan),
      limits: Type.Optional(
        fields(
          {
            dailyBytes: Type.Optional(
              Limit('Daily ingest quota in bytes. Null: the one of the plan.'),
            ),
            monthlyCredits: Type.Optional(
              Limit('AI credits per month. Null: the ones of the plan.'),
            ),
          },
          { minProperties: 1, description: 'Limits that override the plan.' },
        ),
      ),
    },
    { minProperties: 1 },
  ),
);
export type OrganizationTerms = Static<typeof OrganizationTerms>;

export const Operator = named(
  'Operator',
  Type.Object({
    id: Type.String({ description: 'ID of the user.' }),
    name: Type.String(),
    email: Type.String(),
    namedBy: Type.String({
      description: 'Who added the operator. The first operator added themselves.',
    }),
    namedAt: Type.String({ description: 'When the person became an operator.' }),
  }),
);
export type Operator = Static<typeof Operator>;

export const OperatorEntry = named(
  'OperatorEntry',
  Type.Object({
    id: Type.String(),
    timestamp: Type.String(),
    actor: Type.String({ description: 'Operator who acted.' }),
    action: Type.Enum([...OPERATOR_ACTIONS], { description: 'What the operator did.' }),
    resource: Type.String({ description: 'Target of the action.' }),
    ipAddress: Type.String({ description: 'Client IP address.' }),
    userAgent: Type.String({ description: 'Browser or program, as it identified itself.' }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Details that depend on `action`.',
    }),
  }),
);
export type OperatorEntry = Static<typeof OperatorEntry>;

const tags = ['Installation'];
const organization = {
  id: 'org_4Kc9dWsQz8TbNfHxJ2LmPv',
  name: 'Acme',
  plan: 'enterprise',
  limits: { dailyBytes: 536_870_912_000, monthlyCredits: null },
  owners: ['ada@example.com'],
  members: 12,
  createdAt: '2026-11-15T08:30:00.000Z',
  usage: {
    today: {
      day: '2026-11-15',
      events: 1_200,
      bytes: 401_772,
      discardedEvents: 0,
      discardedBytes: 0,
    },
    quota: {
      dailyBytes: 536_870_912_000,
      state: 'normal',
      resetsAt: '2026-11-16T00:00:00.000Z',
    },
    credits: {
      limit: null,
      used: 2.4135,
      held: 0,
      runs: 12,
      failedRuns: 1,
      resetsAt: '2026-12-01T00:00:00.000Z',
    },
  },
};
const operator = {
  id: 'usr_4Kc9dWsQz8TbNfHxJ2LmPv',
  name: 'Ada',
  email: 'ada@example.com',
  namedBy: 'ada@example.com',
  namedAt: '2026-11-15T08:30:00.000Z',
};

export const getInstallation = {
  method: 'GET',
  url: '/api/v1/installation',
  config: { permission: 'session', rate: 'management', body: 'none', isForConfined: true },
  schema: {
    tags,
    summary: 'Get the installation settings',
    description: 'Settings that apply to all organizations.',
    response: { 200: dataOf(Installation) },
  },
  docs: {
    example: {
      answer: {
        data: {
          isOperator: true,
          planChanges: 'operator',
          signUp: 'open',
          defaultPlan: 'free',
          isMailSent: true,
          hasModel: true,
        },
      },
    },
  },
} as const satisfies Endpoint;

export const listAllOrganizations = {
  method: 'GET',
  url: '/api/v1/operator/organizations',
  config: { permission: 'installation', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List all organizations with their usage',
    description: 'Every organization of the installation with its plan and usage.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(RunOrganization) },
  },
  docs: { example: { answer: { data: [organization], nextCursor: null } } },
} as const satisfies Endpoint;

export const changeOrganizationTerms = {
  method: 'PATCH',
  url: '/api/v1/operator/organizations/:id',
  config: { permission: 'installation', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Change the plan or the limits of an organization',
    description:
      '`limits` override the plan for this organization until you set them to null. Changes are recorded in the audit logs of the organization and the operators.',
    params: Id,
    body: OrganizationTerms,
    response: { 200: dataOf(RunOrganization) },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: {
      params: { id: organization.id },
      body: { plan: 'enterprise', limits: { dailyBytes: 536_870_912_000 } },
      answer: { data: organization },
    },
  },
} as const satisfies Endpoint;

export const listOperators = {
  method: 'GET',
  url: '/api/v1/operator/operators',
  config: { permission: 'installation', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List the operators',
    description: 'People who operate the installation.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(Operator) },
  },
  docs: { example: { answer: { data: [operator], nextCursor: null } } },
} as const satisfies Endpoint;

export const nameOperator = {
  method: 'POST',
  url: '/api/v1/operator/operators',
  config: { permission: 'installation', rate: 'management', body: 'management' },
  schema: {
    tags,
    summary: 'Add an operator',
    description: 'The person needs an account with a confirmed email address.',
    body: fields({
      email: Type.String({ minLength: 3, maxLength: LIMITS.mail.addressCharactersMax }),
    }),
    response: { 201: dataOf(Operator) },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: { body: { email: 'ada@example.com' }, answer: { data: operator } },
  },
} as const satisfies Endpoint;

export const removeOperator = {
  method: 'DELETE',
  url: '/api/v1/operator/operators/:id',
  config: { permission: 'installation', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Remove an operator',
    description: 'You can’t remove the last operator.',
    params: Id,
    response: { 200: dataOf(Type.Object({ removed: Type.Literal(true) })) },
  },
  docs: {
    errors: ['NOT_FOUND', 'CONFLICT'],
    example: { params: { id: operator.id }, answer: { data: { removed: true } } },
  },
} as const satisfies Endpoint;

export const listOperatorEntries = {
  method: 'GET',
  url: '/api/v1/operator/audit',
  config: { permission: 'installation', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'List operator audit entries',
    description:
      'Plans and limits that operators changed, operators that were added, organizations that were deleted, and exports of their audit logs; newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(OperatorEntry) },
  },
  docs: {
    example: {
      answer: {
        data: [
          {
            id: 'ope_4Kc9dWsQz8TbNfHxJ2LmPv',
            timestamp: '2026-11-15T08:30:00.000Z',
            actor: 'ada@example.com',
            action: 'organization.deleted',
            resource: organization.id,
            ipAddress: '203.0.113.7',
            userAgent: 'Mozilla/5.0',
            details: { name: 'Acme', plan: 'pro' },
          },
        ],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;

export const exportDeletedAudit = {
  method: 'GET',
  url: '/api/v1/operator/organizations/:id/audit',
  config: { permission: 'installation', rate: 'logs', body: 'none' },
  schema: {
    tags,
    summary: 'Export the audit log of a deleted organization',
    description: `The eight fields and the id of every entry, oldest first, as one JSON object per line. Entries are kept for ${LIMITS.audit.retentionDays} days, also after the organization was deleted, and then only operators can read them. Each export is recorded in \`GET /api/v1/operator/audit\`. For an existing organization you get 404: only its Owners and Admins can read its audit log.`,
    params: Id,
    response: { 200: Type.String() },
  },
  docs: {
    produces: 'application/x-ndjson',
    errors: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
    example: {
      params: { id: organization.id },
      answer:
        '{"id":"aud_4Kc9dWsQz8TbNfHxJ2LmPv","timestamp":"2026-11-15T08:30:00.000Z","actor":"ada@example.com","action":"api_key.created","resource":"key_7Qm2tXzVb1LrEoUaY0KpWc","resource_type":"api_key","ip_address":"192.0.2.7","user_agent":"curl/8.7.1","details":{"name":"k"}}\n',
    },
  },
} as const satisfies Endpoint;
