import { plainText } from '../../base/plain-text.ts';
import { createAdapterFactory, type CustomAdapter } from 'better-auth/adapters';
import type { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, notFound } from '../../base/errors.ts';
import { userId, type OrganizationId, type UserId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import {
  ACCESS_CHANNEL,
  claimInstallation,
  createDefaultOrganization,
  hasInvitation,
  noteBreakGlass,
  readMemberships,
} from '../access/index.ts';
import { recordAuditFor } from '../audit/index.ts';
import {
  countRows,
  deleteRows,
  insertRow,
  selectRows,
  updateRows,
  type AccountTable,
  type Condition,
  type Row,
} from './account-rows-table.ts';
import type { ConnectionKind } from '../../spec/identity.ts';
import type { OAuthProvider, SignInWay } from '../../spec/sign-in.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { hasFactor } from './second-factor/second-factors-table.ts';
import { type Proved, SecondFactorNeeded } from './second-factor/sign-in-step.ts';
import { needsOwnOrganization } from './open-sign-up.ts';
import { type HashedTokens, hashTokens, withHashedToken } from './session-tokens.ts';
import { auditUser, findUser, type KnownUser } from './users-table.ts';

/** The request that better-auth is working for. */
export interface SigningIn extends Visit {
  readonly signedInWith: SignInWay;
  /** The session ends by an explicit sign-out. */
  readonly isSigningOut?: true;
  /** A sign-in in progress at a provider. It can only be completed in the flow in which it began. */
  readonly flow?: SignInFlow;
  /** The connection of an organization that vouches for the person. */
  readonly through?: SignInConnection;
  /** The person has given the password before, and proved a second factor now. */
  readonly proved?: Proved;
}

export interface SignInConnection {
  readonly id: string;
  readonly kind: ConnectionKind;
  readonly organization: OrganizationId;
  /** Version of the connection, which may change during the flow. */
  readonly version: number;
  readonly user: UserId;
  /** When the session ends, however often it is used. */
  readonly endsAt: number;
  /** For the audit log. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface SignInFlow {
  readonly provider: OAuthProvider;
  /** Whose own client it is; undefined: the installation's. */
  readonly organization: OrganizationId | undefined;
  /** The OAuth client, which may be replaced during the flow. */
  readonly clientId?: string;
}

type StoreTools = Pick<
  AccountTools,
  | 'metadata'
  | 'cache'
  | 'clock'
  | 'log'
  | 'limits'
  | 'defaultPlan'
  | 'ownOrganization'
  | 'enqueueMail'
>;

/**
 * The metadata store as better-auth sees it. Side effects that belong to a row happen here, in its transaction: the
 * organization of a new user, the audit entry of a sign-in, the notification of all nodes about an ended session.
 */
export function createAuthStore(tools: StoreTools, visits: AsyncLocalStorage<SigningIn>) {
  return createAdapterFactory({
    config: {
      adapterId: 'xplain',
      supportsBooleans: false,
      supportsNumericIds: false,
      // Times are integers here; better-auth has dates.
      customTransformInput: ({ data }: { data: unknown }): unknown =>
        data instanceof Date ? data.getTime() : data,
      customTransformOutput: ({ data, fieldAttributes }): unknown =>
        fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data,
    },
    adapter: () => createStatements(tools, visits),
  });
}

function createStatements(tools: StoreTools, visits: AsyncLocalStorage<SigningIn>): CustomAdapter {
  const { metadata } = tools;
  async function remove({ table, where, show }: AskedRows): Promise<Row[]> {
    const removed = await metadata.transaction(async (unit) => {
      const rows = await deleteRows(unit, table, where);
      if (table === 'sessions') await tellOfEnd(tools, unit, usersOf(rows), visits.getStore());
      return rows;
    });
    if (table === 'sessions') for (const user of usersOf(removed)) tools.cache.forget(user);
    return show(removed);
  }
  async function change({ table, where, show }: AskedRows, update: Row): Promise<Row[]> {
    return metadata.transaction(async (unit) => {
      if (table === 'sessions') return show(await refreshSessions(tools, unit, where, update));
      return updateRows(unit, table, where, keptOf(table, update));
    });
  }
  return {
    async create({ model, data }) {
      const table = tableOf(model);
      const row = data as Row;
      if (table === 'sessions') return (await createSession(tools, visits, row)) as never;
      const inserted = await metadata.transaction(async (unit) => {
        if (table === 'verifications') return insertState(unit, visits, row);
        const created = await insertRow(unit, table, keptOf(table, row));
        if (table === 'users') await beginOrganization(tools, unit, created, visits.getStore());
        return created;
      });
      return inserted as never;
    },
    async findOne(query) {
      const { table, where, show } = askedRows(visits, query);
      const [row] = show(await selectRows(metadata, table, where, { limit: 1 }));
      return (row ?? null) as never;
    },
    async findMany({ limit, offset, sortBy, ...query }) {
      const { table, where, show } = askedRows(visits, query);
      const sorting = sortBy && { ...sortBy, field: columnOf(sortBy.field) };
      const rows = await selectRows(metadata, table, where, { limit, offset, sortBy: sorting });
      return show(rows) as never;
    },
    async update({ update, ...query }) {
      const [row] = await change(askedRows(visits, query), update as Row);
      return (row ?? null) as never;
    },
    async updateMany({ update, ...query }) {
      return (await change(askedRows(visits, query), update as Row)).length;
    },
    async delete(query) {
      await remove(askedRows(visits, query));
    },
    async deleteMany(query) {
      return (await remove(askedRows(visits, query))).length;
    },
    async consumeOne(query) {
      const [row] = await remove(askedRows(visits, query));
      return (row ?? null) as never;
    },
    async count(query) {
      const { table, where } = askedRows(visits, query);
      return countRows(metadata, table, where);
    },
  };
}

interface AskedRows extends HashedTokens {
  readonly table: AccountTable;
}

/** Rows that better-auth asks for; sessions by the hash of their token, states only of the current flow. */
function askedRows(
  visits: AsyncLocalStorage<SigningIn>,
  query: { readonly model: string; readonly where?: readonly Condition[] | undefined },
): AskedRows {
  const table = tableOf(query.model);
  const where = query.where ?? [];
  if (table === 'sessions') return { table, ...hashTokens(where) };
  const isState = table === 'verifications';
  const asked = isState ? where.map((condition) => onFlow(visits, condition)) : where;
  return { table, where: asked, show: (rows) => [...rows] };
}

/** A session begins in an organization, and with an entry in the audit trail. */
async function createSession(
  tools: StoreTools,
  visits: AsyncLocalStorage<SigningIn>,
  row: Row,
): Promise<Row> {
  const visit = visits.getStore();
  if (visit === undefined) throw new Error('a session begins outside a request');
  const user = userId(String(row['user_id']));
  await healOrganization(tools, user);
  const now = tools.clock.now();
  return tools.metadata.transaction(async (unit) => {
    const known = await findUser(unit, user);
    if (known === undefined) throw new Error('a session begins without a user');
    await requireFactor(unit, user, visit);
    await requireClient(unit, visit.flow);
    await requireConnection(unit, visit.through);
    const confinedTo = visit.through?.organization ?? visit.flow?.organization ?? null;
    const [organization] = await readMemberships(unit, user);
    const session = await insertRow(unit, 'sessions', {
      ...withHashedToken(row),
      ip_address: visit.ipAddress,
      user_agent: plainText(visit.userAgent),
      active_organization_id: confinedTo ?? organization ?? null,
      signed_in_with: visit.signedInWith,
      confined_to: confinedTo,
      second_factor: visit.proved?.by ?? null,
      ...endOf(row, visit.through),
    });
    await auditSignIn(unit, known, visit, now);
    if (visit.signedInWith === 'password') await noteBreakGlass(tools, unit, known, visit, now);
    return { ...session, token: row['token'] ?? null };
  });
}

/**
 * No session begins with a password alone where there is a second factor. The row of the user is held, so that none
 * begins while the first factor is added.
 */
async function requireFactor(unit: Unit, user: UserId, visit: SigningIn): Promise<void> {
  if (visit.signedInWith !== 'password') return;
  await unit.lockRow('users', { id: user });
  if (visit.proved?.user === user) return;
  if (await hasFactor(unit, user)) throw new SecondFactorNeeded(user);
}

/** Notifies every node, and the organizations after a sign-out. */
async function tellOfEnd(
  tools: StoreTools,
  unit: Unit,
  users: ReadonlySet<UserId>,
  visit: SigningIn | undefined,
): Promise<void> {
  for (const user of users) {
    await unit.notify(ACCESS_CHANNEL, user);
    if (visit?.isSigningOut !== true) continue;
    const known = await findUser(unit, user);
    if (known === undefined) continue;
    await auditUser(unit, known, visit, { action: 'user.signed_out' }, tools.clock.now());
  }
}

/** Locked until the session exists, so that removing the client ends this session as well. */
async function requireClient(unit: Unit, flow: SignInFlow | undefined): Promise<void> {
  if (flow?.organization === undefined || flow.clientId === undefined) return;
  const { organization, provider, clientId } = flow;
  const key = { organization_id: organization, provider, client_id: clientId };
  if (!(await unit.lockRow('oauth_clients', key))) throw notFound('way to sign in');
}

/** The same for a connection: changing or removing it ends this session as well. */
async function requireConnection(unit: Unit, through: SignInConnection | undefined): Promise<void> {
  if (through === undefined) return;
  const { id, organization, version } = through;
  const key = { id, organization_id: organization, version };
  if (!(await unit.lockRow('connections', key))) throw notFound('connection');
}

function endOf(row: Row, through: SignInConnection | undefined): Row {
  if (through === undefined) return {};
  const { id, endsAt } = through;
  const expires = Math.min(Number(row['expires_at']), endsAt);
  return { connection_id: id, ends_at: endsAt, expires_at: expires };
}

/** A refreshed session still ends at a fixed age, or when its connection says so. */
async function refreshSessions(
  { limits }: StoreTools,
  unit: Unit,
  where: readonly Condition[],
  update: Row,
): Promise<Row[]> {
  const rows = await updateRows(unit, 'sessions', where, update);
  return Promise.all(
    rows.map(async (row) => {
      const oldest = Number(row['created_at']) + limits.sessions.absoluteMsMax;
      const expires_at = Math.min(oldest, Number(row['ends_at'] ?? oldest));
      if (Number(row['expires_at']) <= expires_at) return row;
      const itself = { field: 'id', operator: 'eq', value: row['id'], connector: undefined };
      const [capped] = await updateRows(unit, 'sessions', [itself], { expires_at });
      return capped ?? row;
    }),
  );
}

/**
 * A sign-in through a connection is recorded for its organization only; other sign-ins for all organizations of the
 * person.
 */
async function auditSignIn(
  unit: Unit,
  known: KnownUser,
  visit: SigningIn,
  now: number,
): Promise<void> {
  const { through, ipAddress, userAgent } = visit;
  if (through === undefined) return auditUser(unit, known, visit, signInEvent(visit), now);
  const { organization, details } = through;
  const subject = { organization, actorName: known.email, ipAddress, userAgent };
  const event = { action: 'user.sso_login_succeeded', resource: known.id, details } as const;
  await recordAuditFor(unit, subject, event, now);
}

function signInEvent({ signedInWith, flow, proved }: SigningIn) {
  if (signedInWith === 'password') {
    const details = proved === undefined ? {} : { secondFactor: proved.by };
    return { action: 'user.login_succeeded', details } as const;
  }
  const through = flow?.organization === undefined ? {} : { organization: flow.organization };
  const details = { provider: signedInWith, ...through };
  return { action: 'user.oauth_login_succeeded', details } as const;
}

/** A person without an organization gets a new one, unless an invitation is pending or their limit is reached. */
async function healOrganization(tools: StoreTools, user: UserId): Promise<void> {
  if ((await readMemberships(tools.metadata, user)).length > 0) return;
  try {
    await tools.metadata.transaction(async (unit) => {
      // Held, so that two sign-ins at the same time do not make two.
      await unit.lockRow('users', { id: user });
      if ((await readMemberships(unit, user)).length > 0) return;
      const known = await findUser(unit, user);
      const now = tools.clock.now();
      if (known === undefined || (await hasInvitation(unit, known.email, undefined, now))) return;
      await createDefaultOrganization(unit, known, tools.defaultPlan, now);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tools.log.warn({ user, code: error.code }, 'user signs in without an organization');
  }
}

/** A provider vouches for the address, so this may be the first person of the installation. */
async function beginOrganization(
  tools: StoreTools,
  unit: Unit,
  row: Row,
  visit: Visit = { ipAddress: '', userAgent: '' },
): Promise<void> {
  const now = tools.clock.now();
  const id = userId(String(row['id']));
  const user = { id, name: String(row['name']), email: String(row['email']) };
  if (await needsOwnOrganization(tools, unit, user.email)) {
    await createDefaultOrganization(unit, user, tools.defaultPlan, now);
  }
  if (row['email_verified'] !== 1) return;
  const { ipAddress, userAgent } = visit;
  await claimInstallation(unit, user, { ipAddress, userAgent }, now);
}

/** A state is stored under its flow, so that no other provider or organization finds it. */
async function insertState(
  unit: Unit,
  visits: AsyncLocalStorage<SigningIn>,
  row: Row,
): Promise<Row> {
  const identifier = flowName(visits) + String(row['identifier']);
  return insertRow(unit, 'verifications', { ...row, identifier });
}

function onFlow(visits: AsyncLocalStorage<SigningIn>, condition: Condition): Condition {
  if (condition.field !== 'identifier') return condition;
  return { ...condition, value: flowName(visits) + String(condition.value) };
}

function flowName(visits: AsyncLocalStorage<SigningIn>): string {
  const flow = visits.getStore()?.flow;
  return flow === undefined ? '' : `${flow.provider}:${flow.organization ?? ''}:`;
}

/** A provider's tokens have done their work once it is known who signed in. */
function keptOf(table: AccountTable, row: Row): Row {
  if (table !== 'accounts') return row;
  const kept = { ...row };
  for (const column of ['access_token', 'refresh_token', 'id_token', 'scope']) {
    if (column in kept) kept[column] = null;
  }
  return kept;
}

function usersOf(sessions: readonly Row[]): Set<UserId> {
  return new Set(sessions.map((session) => userId(String(session['user_id']))));
}

function tableOf(model: string): AccountTable {
  if (!isAccountTable(model)) throw new Error(`${model} is no table of accounts`);
  return model;
}

function isAccountTable(model: string): model is AccountTable {
  return ['users', 'sessions', 'accounts', 'verifications'].includes(model);
}

/** Sorting names the field as better-auth knows it. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
