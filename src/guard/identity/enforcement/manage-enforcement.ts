/** Requiring a connection: only with a proved way in, and a proved way round it. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import type { UserId } from '../../../base/ids.ts';
import type { Enforcement, EnforcementChange } from '../../../contract/enforcement.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { FactorRule } from '../../../spec/second-factor.ts';
import {
  changeAccess,
  factorRules,
  findMemberOf,
  hasSignedIn,
  insertBreakGlass,
  insertRequired,
  isPasswordSession,
  readBreakGlass,
  readNetwork,
  readRequired,
  removeBreakGlass,
  removeRequired,
} from '../../access/index.ts';
import { hasPassword } from '../../accounts/index.ts';
import { actorName, recordAudit } from '../../audit/index.ts';
import { findConnection, readConnections } from '../connections/connections-table.ts';
import type { ScimNeeds } from '../identity-needs.ts';

/** The requesting user and session. */
export interface Asking {
  readonly id: UserId;
  readonly sessionId: string;
}

type Reader = Pick<Metadata, 'db'> | Unit;

export async function readEnforcement(
  { metadata, clock }: ScimNeeds,
  { organization }: Actor,
  { id }: Asking,
): Promise<Enforcement> {
  const now = clock.now();
  const owners = await readBreakGlass(metadata, organization);
  const proved: string[] = [];
  for (const connection of await readConnections(metadata, organization)) {
    if (await isConnectionProved(metadata, id, connection.id, now)) proved.push(connection.id);
  }
  return {
    connections: await readRequired(metadata, organization),
    breakGlass: owners.map(({ user_id: userId, email, networks, used_at: usedAt }) => ({
      userId,
      email,
      networks: JSON.parse(networks) as string[],
      usedAt: usedAt === null ? null : isoTime(usedAt),
    })),
    secondFactor: await factorRules.read(metadata, organization),
    proofs: {
      connections: proved,
      breakGlass: await isWayRoundProved(metadata, owners, now),
    },
  };
}

export async function changeEnforcement(
  needs: ScimNeeds,
  actor: Actor,
  asking: Asking,
  change: EnforcementChange,
): Promise<Enforcement> {
  const { organization } = actor;
  const now = needs.clock.now();
  await changeAccess(needs.access, organization, async (unit) => {
    await unit.lockRow('organizations', { id: organization });
    if (!(await isPasswordSession(unit, asking.id, asking.sessionId))) {
      throw new AppError('FORBIDDEN', 'Sign in with your password to change required sign-in.');
    }
    if (change.breakGlass !== undefined) await setBreakGlass(unit, actor, change.breakGlass, now);
    if (change.connections !== undefined) {
      await setRequired(unit, actor, asking, change.connections, now);
    }
    if (change.secondFactor !== undefined) {
      await setFactorRule(unit, actor, asking, change.secondFactor, now);
    }
    const isLockedIn = (await readRequired(unit, organization)).length > 0;
    if (isLockedIn && (await readBreakGlass(unit, organization)).length === 0) {
      throw new AppError('CONFLICT', 'Name at least one break-glass Owner.');
    }
  });
  return readEnforcement(needs, actor, asking);
}

async function setBreakGlass(
  unit: Unit,
  actor: Actor,
  named: NonNullable<EnforcementChange['breakGlass']>,
  now: number,
): Promise<void> {
  const { organization } = actor;
  const known = await readBreakGlass(unit, organization);
  const kept = new Set<string>();
  for (const [position, { userId, networks = [] }] of named.entries()) {
    const path = `breakGlass.${position}`;
    const member = await findMemberOf(unit, organization, userId);
    if (member?.role !== 'owner') throw invalid(`${path}.userId`, 'This member isn’t an Owner.');
    if (kept.has(member.id)) throw invalid(`${path}.userId`, 'This Owner is listed twice.');
    if (!(await hasPassword(unit, userId))) {
      throw invalid(`${path}.userId`, 'This Owner has no password.');
    }
    const wrong = networks.findIndex((network) => readNetwork(network) === undefined);
    if (wrong !== -1) {
      throw invalid(`${path}.networks.${wrong}`, 'Use a value such as 10.0.0.0/8.');
    }
    kept.add(member.id);
    const before = known.find(({ member_id: id }) => id === member.id);
    await removeBreakGlass(unit, organization, { member_id: member.id });
    await insertBreakGlass(unit, {
      member_id: member.id,
      organization_id: organization,
      user_id: userId,
      networks: JSON.stringify(networks),
      named_by: actorName(actor),
      named_at: before?.named_at ?? now,
      used_at: before?.used_at ?? null,
      reminded_at: before?.reminded_at ?? null,
    });
  }
  for (const { member_id: id } of known) {
    if (!kept.has(id)) await removeBreakGlass(unit, organization, { member_id: id });
  }
  const owners = await readBreakGlass(unit, organization);
  const details = { owners: owners.map(({ email }) => email).join(', ') };
  const event = { action: 'break_glass.changed', resource: organization, details } as const;
  await recordAudit(unit, actor, event, now);
}

async function setRequired(
  unit: Unit,
  actor: Actor,
  asking: Asking,
  wanted: readonly string[],
  now: number,
): Promise<void> {
  const { organization } = actor;
  const before = await readRequired(unit, organization);
  for (const id of new Set([...before, ...wanted])) {
    const isRequired = wanted.includes(id);
    if (isRequired === before.includes(id)) continue;
    const connection = await findConnection(unit, organization, id);
    if (connection === undefined) throw notFound('connection');
    if (isRequired) {
      await requireProofs(unit, actor, asking, id, now);
      const set = { set_by: actorName(actor), set_at: now };
      await insertRequired(unit, { connection_id: id, organization_id: organization, ...set });
    } else {
      await removeRequired(unit, organization, { connection_id: id });
    }
    const details = { name: connection.name, required: isRequired };
    await recordAudit(unit, actor, { action: 'connection.enforced', resource: id, details }, now);
  }
}

/** Whoever asks it of others has one, so that nobody locks themselves out. */
async function setFactorRule(
  unit: Unit,
  actor: Actor,
  asking: Asking,
  rule: FactorRule,
  now: number,
): Promise<void> {
  const { organization } = actor;
  const before = await factorRules.read(unit, organization);
  if (rule === before) return;
  if (rule !== 'optional' && !(await factorRules.hasProved(unit, asking.id, asking.sessionId))) {
    throw new AppError('CONFLICT', 'Set up a second factor for your own account first.');
  }
  await factorRules.update(unit, organization, rule);
  const details = { secondFactor: rule, before };
  const action = 'organization.settings_updated';
  await recordAudit(unit, actor, { action, resource: organization, details }, now);
}

async function requireProofs(
  unit: Unit,
  { organization }: Actor,
  { id }: Asking,
  connection: string,
  now: number,
): Promise<void> {
  if (!(await isConnectionProved(unit, id, connection, now))) {
    throw new AppError(
      'SSO_NOT_PROVED',
      'First sign in through the connection in another browser. The sign-in must be less than an hour old.',
    );
  }
  if (await isWayRoundProved(unit, await readBreakGlass(unit, organization), now)) return;
  throw new AppError(
    'SSO_NOT_PROVED',
    'Name a break-glass Owner who has signed in with the password within the last 24 hours.',
  );
}

async function isConnectionProved(
  reader: Reader,
  user: UserId,
  connection: string,
  now: number,
): Promise<boolean> {
  const since = now - LIMITS.identity.connectionProofMs;
  return hasSignedIn(reader, [user], { connection }, since);
}

async function isWayRoundProved(
  reader: Reader,
  owners: readonly { readonly user_id: string }[],
  now: number,
): Promise<boolean> {
  const users = owners.map(({ user_id: user }) => user);
  return hasSignedIn(reader, users, 'password', now - LIMITS.identity.breakGlassProofMs);
}
