import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../src/base/actor.ts';
import {
  newId,
  organizationId,
  userId,
  type OrganizationId,
  type UserId,
} from '../../src/base/ids.ts';
import { openMemoryCounters } from '../../src/engines/counters/memory/open-memory-counters.ts';
import type { Mail } from '../../src/engines/mail/mail.ts';
import type { Metadata } from '../../src/engines/metadata/metadata.ts';
import type { AuditRow } from '../../src/engines/metadata/tables/audit.ts';
import { openAccessCache, type AccessCache } from '../../src/guard/access/access-cache.ts';
import type { AccessNeeds } from '../../src/guard/access/access-needs.ts';
import { createAccessToken } from '../../src/guard/access/credentials/access-tokens.ts';
import { countActiveKeys } from '../../src/guard/access/credentials/api-keys-table.ts';
import { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
import { createVouchers } from '../../src/guard/access/invitations/vouchers.ts';
import { countMembers } from '../../src/guard/access/members/members-table.ts';
import { permissionsOfRole } from '../../src/guard/access/permissions.ts';
import { LIMITS, USUAL_RATES } from './limits.ts';
import { PLANS, type PlanName } from '../../src/spec/plans.ts';
import type { KeyScope, Role } from '../../src/spec/roles.ts';
import { fakeClock, type FakeClock } from './fake-clock.ts';
import { openTestMetadata, openTestPostgres } from './open-test-metadata.ts';

export const PUBLIC_ORIGIN = 'https://logs.example.com';

export interface Person {
  readonly id: UserId;
  readonly email: string;
  /** Of their signed-in browser. */
  readonly sessionId: string;
}

/** The access room on a real metadata store, with a clock that stands still. */
export interface AccessUnderTest {
  readonly metadata: Metadata;
  readonly cache: AccessCache;
  readonly clock: FakeClock;
  readonly needs: AccessNeeds;
  /** What was enqueued, in the transactions that have committed or not. */
  readonly mails: Mail[];
  newPerson(email?: string): Promise<Person>;
  /** With its Owner, and a membership for every further role that is named. */
  newOrganization(plan?: PlanName, name?: string): Promise<TestOrganization>;
  join(organization: OrganizationId, role: Role, person?: Person): Promise<Member>;
  auditOf(organization: OrganizationId): Promise<AuditRow[]>;
  /** The values of a key, read-only unless said otherwise, and of a token that may search. */
  newKey(member: Member, scope?: KeyScope): Promise<string>;
  newToken(member: Member): Promise<string>;
}

export interface TestOrganization {
  readonly id: OrganizationId;
  readonly owner: Member;
}

export interface Member extends Person {
  readonly memberId: string;
  readonly actor: Actor;
}

/** Runs a test on both stores. Without PostgreSQL on this machine that half is skipped, loudly. */
export function onBothStores(
  name: string,
  run: (t: TestContext, access: AccessUnderTest) => Promise<void>,
): void {
  test(`${name} (SQLite)`, async (t) => run(t, await openAccess(t)));
  test(`${name} (PostgreSQL)`, async (t) => {
    const metadata = await openTestPostgres(t);
    if (metadata !== undefined) await run(t, await accessOn(t, metadata));
  });
}

/** On SQLite, closed and removed after the test. */
export async function openAccess(t: TestContext): Promise<AccessUnderTest> {
  return accessOn(t, await openTestMetadata(t));
}

/** A node on a store that is open already. */
export async function accessOn(t: TestContext, metadata: Metadata): Promise<AccessUnderTest> {
  const clock = fakeClock();
  const cache = await openAccessCache({ metadata, clock });
  t.after(() => cache[Symbol.asyncDispose]());
  const mails: Mail[] = [];
  const needs: AccessNeeds = {
    metadata,
    cache,
    clock,
    plans: PLANS,
    rates: USUAL_RATES,
    defaultPlan: 'free',
    planChanges: 'operator',
    signUp: 'open',
    quotaWarnRatio: LIMITS.ingest.quotaWarnRatio,
    limits: LIMITS.organizations,
    counts: { members: (reader, id) => countMembers(reader, id), apiKeys: countActiveKeys },
    publicOrigin: () => PUBLIC_ORIGIN,
    isMailSent: true,
    hasModel: true,
    vouchers: createVouchers('test'),
    counters: openMemoryCounters({ clock, limits: LIMITS.counters }),
    mailLimits: LIMITS.accountMails,
    // A row of the transaction, so that a roll-back takes the mail with it.
    enqueueMail: async ({ db }, mail) => {
      await db
        .insertInto('settings')
        .values({ key: `mail:${newId('mail')}`, value: JSON.stringify(mail), changed_at: 0 })
        .execute();
      mails.push(mail);
    },
  };
  const newPerson = (email?: string): Promise<Person> => insertPerson(metadata, clock, email);
  return {
    metadata,
    cache,
    clock,
    needs,
    mails,
    newPerson,
    newOrganization: async (plan = 'business', name = 'Acme') => {
      const owner = await newPerson();
      const id = await insertOrganization(metadata, clock, { plan, name, owner });
      return { id, owner: await insertMember(metadata, clock, id, 'owner', owner) };
    },
    join: async (organization, role, person) =>
      insertMember(metadata, clock, organization, role, person ?? (await newPerson())),
    auditOf: (organization) =>
      metadata.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('organization_id', '=', organization)
        .orderBy('recorded_at')
        .execute(),
    newKey: async ({ actor }, scope = 'read-only') =>
      (await createApiKey(needs, actor, { name: 'k', scope })).value,
    newToken: async ({ actor }) =>
      (await createAccessToken(needs, actor, { name: 't', scopes: ['search:read'] })).value,
  };
}

async function insertPerson({ db }: Metadata, clock: FakeClock, given?: string): Promise<Person> {
  const id = userId(newId('user'));
  const email = given ?? `${id.toLowerCase()}@example.com`;
  const now = clock.now();
  const times = { created_at: now, updated_at: now };
  await db
    .insertInto('users')
    .values({ id, name: 'Ada', email, email_verified: 1, image: null, ...times })
    .execute();
  const sessionId = newId('request');
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      token: createHash('sha256').update(sessionId).digest('hex'),
      expires_at: now + LIMITS.sessions.durationMs,
      ...times,
      ip_address: null,
      user_agent: null,
      active_organization_id: null,
      signed_in_with: 'password',
    })
    .execute();
  return { id, email, sessionId };
}

async function insertOrganization(
  { db }: Metadata,
  clock: FakeClock,
  { plan, name, owner }: { plan: PlanName; name: string; owner: Person },
): Promise<OrganizationId> {
  const id = organizationId(newId('organization'));
  await db
    .insertInto('organizations')
    .values({
      id,
      name,
      plan,
      timezone: 'UTC',
      retention_days: LIMITS.indexes.retentionDaysDefault,
      closed_providers: '[]',
      allowed_networks: '[]',
      audit_open: 0,
      agents: 'read',
      agents_masked: 1,
      second_factor: 'optional',
      custom_daily_bytes: null,
      custom_monthly_credits: null,
      created_by: owner.id,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute();
  return id;
}

async function insertMember(
  { db }: Metadata,
  clock: FakeClock,
  organization: OrganizationId,
  role: Role,
  person: Person,
): Promise<Member> {
  const memberId = newId('member');
  await db
    .insertInto('members')
    .values({
      id: memberId,
      organization_id: organization,
      user_id: person.id,
      role,
      created_at: clock.now(),
    })
    .execute();
  await db
    .updateTable('sessions')
    .set({ active_organization_id: organization })
    .where('id', '=', person.sessionId)
    .execute();
  return { ...person, memberId, actor: actorOf(organization, role, person) };
}

export function actorOf(organization: OrganizationId, role: Role, person: Person): Actor {
  return {
    organization,
    who: { kind: 'user', id: person.id, email: person.email, role },
    permissions: permissionsOfRole(role),
    ipAddress: '192.0.2.1',
    userAgent: 'test/1.0',
  };
}

/** The outcomes of requests that run side by side: what worked, and the codes of what did not. */
export async function raced<T>(
  count: number,
  run: (position: number) => Promise<T>,
): Promise<{ done: T[]; codes: unknown[] }> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, at) => askUntilFree(() => run(at))),
  );
  const done = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const codes = outcomes.flatMap((each) =>
    each.status === 'rejected' ? [codeOf(each.reason)] : [],
  );
  return { done, codes };
}

const TRIES_MAX = 10;

/** On a machine that stands still now and then, many at once may hear that the store is busy: they ask again, as people do. */
async function askUntilFree<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (codeOf(error) !== 'STORAGE_UNAVAILABLE' || tries === TRIES_MAX) throw error;
    }
    await sleep(tries * 100);
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
}
