/** Domains of email addresses that an organization has verified: only their people can be added by an identity provider. */
import { type Static, Type } from 'typebox';
import { DOMAIN_PROBLEM_IDS, DOMAIN_STATES } from '../spec/identity.ts';
import { LIMITS } from '../spec/limits.ts';
import { DAY_MS } from '../spec/units.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, described, fields, named, PAGE_QUERY, pageOf } from './schema.ts';

const Params = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const DomainDraft = fields({
  domain: Type.String({
    minLength: 1,
    maxLength: LIMITS.identity.domainCharactersMax,
    description:
      'Domain of your email addresses, e.g. `acme.com`. Subdomains are separate domains.',
  }),
});
export type DomainDraft = Static<typeof DomainDraft>;

export const Domain = named(
  'Domain',
  Type.Object({
    id: Type.String(),
    domain: Type.String({ description: 'In lower case.' }),
    state: Type.Enum([...DOMAIN_STATES], {
      description: '`proved`: the domain is verified. `pending`: it has no effect yet.',
    }),
    record: Type.Object(
      { name: Type.String(), value: Type.String() },
      {
        description:
          'TXT record that verifies the domain. Keep it, because it is checked every day.',
      },
    ),
    problem: Type.Union([Type.Enum([...DOMAIN_PROBLEM_IDS]), Type.Null()], {
      description: 'Why the last check failed. Null: the record was found.',
    }),
    vouchedBy: described(TextOrNull, 'Operator who verified the domain without DNS.'),
    provedAt: described(TextOrNull, 'When the domain was verified.'),
    checkedAt: described(TextOrNull, 'Time of the last check.'),
    lostAt: described(
      TextOrNull,
      'While the record of a verified domain is missing: when the domain becomes `pending`.',
    ),
    createdBy: Type.String(),
    createdAt: Type.String(),
  }),
);
export type Domain = Static<typeof Domain>;

const tags = ['Organization'];
const permission = 'sign-in:manage';
const READ = { permission, rate: 'management', body: 'none', credentials: ['session'] } as const;
const example = {
  id: 'dom_3fXq9LmT2vRw8KsYb1NcZe',
  domain: 'acme.com',
  state: 'proved' as const,
  record: {
    name: '_xplain.acme.com',
    value: 'xplain-domain-verification=9sJk2LmQx7Vb4TzNfHc8RwYd1PgE5uAo',
  },
  problem: null,
  vouchedBy: null,
  provedAt: '2026-11-15T08:30:00.000Z',
  checkedAt: '2026-11-16T08:30:00.000Z',
  lostAt: null,
  createdBy: 'ada@acme.com',
  createdAt: '2026-11-15T08:00:00.000Z',
};
const pending = { ...example, state: 'pending' as const, provedAt: null, checkedAt: null };
const params = { id: example.id };

export const listDomains = {
  method: 'GET',
  url: '/api/v1/organization/domains',
  config: READ,
  schema: {
    tags,
    summary: 'List domains',
    description: 'Domains of the organization, verified or not, by name.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Domain) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const createDomain = {
  method: 'POST',
  url: '/api/v1/organization/domains',
  config: { ...READ, body: 'management', needsStandingRole: true },
  schema: {
    tags,
    summary: 'Add a domain',
    description:
      'Publish the returned TXT record, then check the domain. A domain that another organization has verified can be added, but not verified.',
    body: DomainDraft,
    response: { 201: dataOf(Domain) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
    example: { body: { domain: 'acme.com' }, answer: { data: pending } },
  },
} as const satisfies Endpoint;

export const checkDomain = {
  method: 'POST',
  url: '/api/v1/organization/domains/:id/check',
  config: { ...READ, needsStandingRole: true },
  schema: {
    tags,
    summary: 'Check a domain',
    description:
      'Looks up the TXT record. If it is there, the domain is verified; otherwise `problem` has the reason. Only one organization can verify a domain.',
    params: Params,
    response: { 200: dataOf(Domain) },
  },
  docs: { errors: ['DOMAIN_TAKEN', 'NOT_FOUND'], example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const deleteDomain = {
  method: 'DELETE',
  url: '/api/v1/organization/domains/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Delete a domain',
    description:
      'Identity providers of the organization can then no longer add members with an address of this domain. Existing members stay.',
    params: Params,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { errors: ['NOT_FOUND'], example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const vouchForDomain = {
  method: 'POST',
  url: '/api/v1/operator/domains/:id/vouch',
  config: { permission: 'installation', rate: 'management', body: 'none' },
  schema: {
    tags: ['Installation'],
    summary: 'Verify a domain without DNS',
    description: `Marks the domain of an organization as verified, without checking its TXT record. Recorded in the audit logs of the organization and the operators. Other domains become unverified when their record is missing for ${LIMITS.identity.domainGraceMs / DAY_MS} days.`,
    params: Params,
    querystring: fields({
      takeOver: Type.Optional(
        Type.Boolean({
          description: 'Take the domain from the organization that has verified it.',
        }),
      ),
    }),
    response: { 200: dataOf(Domain) },
  },
  docs: {
    errors: ['DOMAIN_TAKEN', 'NOT_FOUND'],
    example: { params, answer: { data: { ...example, vouchedBy: 'root@example.com' } } },
  },
} as const satisfies Endpoint;
