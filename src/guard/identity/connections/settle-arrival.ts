import { AppError, notFound } from '../../../base/errors.ts';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import { isUniqueViolation, type Unit } from '../../../engines/metadata/metadata.ts';
import { changeAccess, insertMember, requireSeat, setMemberRole } from '../../access/index.ts';
import { admitPerson, forgetAccess, type Visit } from '../../accounts/index.ts';
import { type AuditSubject, recordAuditFor } from '../../audit/index.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { insertIdentity } from './identities-table.ts';
import type { Arrival } from './read-arrival.ts';
import type { ReadConnection } from './read-connection.ts';
import { type Arriving, whoArrives } from './who-arrives.ts';

export interface Settled {
  readonly user: UserId;
  readonly arriving: Arriving;
}

/** Makes the person a member, or updates their role to the provider's decision, in one transaction. */
export async function settleArrival(
  needs: ConnectionNeeds,
  connection: ReadConnection,
  arrival: Arrival,
  visit: Visit,
): Promise<Settled> {
  try {
    return await settleOnce(needs, connection, arrival, visit);
  } catch (error) {
    // Another request took the address or signed in for the first time between the lookup and the insert.
    if (!isUniqueViolation(error)) throw error;
    return settleOnce(needs, connection, arrival, visit);
  }
}

async function settleOnce(
  needs: ConnectionNeeds,
  connection: ReadConnection,
  arrival: Arrival,
  visit: Visit,
): Promise<Settled> {
  const { organization } = connection;
  const { admitted, ...settled } = await changeAccess(
    needs.access,
    organization,
    async (unit, touch) => {
      // Locks the organization first, then its rows: the lock order of all team operations.
      await unit.lockRow('organizations', { id: organization });
      await requireUnchanged(unit, connection);
      const arriving = await whoArrives(unit, connection, arrival);
      const told = { unit, connection, visit, now: needs.clock.now() };
      if (arriving.member !== undefined) {
        await settleMemberRole(told, arriving, arriving.member);
        const { id, user: known } = arriving.member;
        if (!arriving.isLinked) await linkSubject(told, arrival, id, known);
        return { user: arriving.member.user, arriving, admitted: undefined };
      }
      await requireSeat(needs.access, unit, organization);
      const found = await admitPerson(unit, { ...arrival, email: arriving.email }, visit, told.now);
      const { id: user } = found.user;
      touch(user);
      const member = await addMember(told, arriving, user);
      await linkSubject(told, arrival, member, user);
      return { user, arriving, admitted: found };
    },
  );
  if (admitted !== undefined) forgetAccess(needs.access.cache, admitted.user.id, admitted.ended);
  return settled;
}

interface Told {
  readonly unit: Unit;
  readonly connection: ReadConnection;
  readonly visit: Visit;
  readonly now: number;
}

/** The connection may have been changed or removed while the person was at the provider. */
async function requireUnchanged(
  unit: Unit,
  { id, organization, version }: ReadConnection,
): Promise<void> {
  const key = { id, organization_id: organization, version };
  if (!(await unit.lockRow('connections', key))) throw notFound('connection');
}

async function settleMemberRole(
  { unit, connection, visit, now }: Told,
  { decision, email }: Arriving,
  member: NonNullable<Arriving['member']>,
): Promise<void> {
  const { organization, id: connectionId } = connection;
  const { role = member.role, isManaged } = decision;
  const managedBy = isManaged === undefined ? member.managedBy : isManaged ? connectionId : null;
  if (role === member.role && managedBy === member.managedBy) return;
  await setMemberRole(unit, organization, member.id, role, managedBy);
  if (role === member.role) return;
  const details = { email, from: member.role, to: role, connection: connectionId };
  const change = { before: { role: member.role }, after: { role } };
  const event = { action: 'member.role_changed', resource: member.id, details, change } as const;
  await recordAuditFor(unit, subjectOf(organization, email, visit), event, now);
}

async function addMember(
  { unit, connection, visit, now }: Told,
  { decision, email }: Arriving,
  user: UserId,
): Promise<string> {
  const { organization, id: connectionId } = connection;
  const { role, isManaged } = decision;
  if (role === undefined) throw new Error('a member is added without a role');
  const managedBy = isManaged === true ? connectionId : null;
  const member = await insertMember(unit, { organization, user, role, managedBy }, now);
  if (member === undefined) {
    throw new AppError('CONFLICT', 'You are already a member. Sign in again.');
  }
  const details = { email, role, connection: connectionId };
  const event = { action: 'member.provisioned', resource: member, details } as const;
  await recordAuditFor(unit, subjectOf(organization, email, visit), event, now);
  return member;
}

async function linkSubject(
  { unit, connection, now }: Told,
  { subject }: Arrival,
  member: string,
  user: UserId,
): Promise<void> {
  const { organization, issuer } = connection;
  await insertIdentity(unit, {
    organization_id: organization,
    issuer,
    subject,
    member_id: member,
    user_id: user,
    created_at: now,
  });
}

function subjectOf(organization: OrganizationId, email: string, visit: Visit): AuditSubject {
  const { ipAddress, userAgent } = visit;
  return { organization, actorName: email, ipAddress, userAgent };
}
