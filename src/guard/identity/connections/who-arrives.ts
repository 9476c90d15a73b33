import { userId, type UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { Role } from '../../../spec/roles.ts';
import { findMemberOf, findSuspended } from '../../access/index.ts';
import { findUserByEmail } from '../../accounts/index.ts';
import { findProved } from '../domains/domains-table.ts';
import { hasDirectoryGroups } from '../scim/directory-table.ts';
import { findIdentity, findSubject } from './identities-table.ts';
import { type Arrival, isOfCompany } from './read-arrival.ts';
import type { ReadConnection } from './read-connection.ts';
import { type RoleDecision, roleOf } from './role-of.ts';
import { SsoRefusal } from './sso-refusal.ts';

/** Whom a connection may vouch for, as far as its own organization is concerned. */
export interface Arriving {
  /** Undefined if the person is not a member yet. */
  readonly member: ArrivingMember | undefined;
  /** The provider's name for the person is known already. */
  readonly isLinked: boolean;
  /** The address that a new member is known by. */
  readonly email: string;
  readonly decision: RoleDecision;
}

interface ArrivingMember {
  readonly id: string;
  readonly user: UserId;
  readonly role: NonNullable<RoleDecision['role']>;
  readonly managedBy: string | null;
}

type Reader = Pick<Metadata, 'db'> | Unit;

/** Changes nothing, so that a test sees what a sign-in would do. Throws an `SsoRefusal`. */
export async function whoArrives(
  reader: Reader,
  connection: ReadConnection,
  arrival: Arrival,
): Promise<Arriving> {
  const { organization, issuer, jit } = connection;
  const identity = await findIdentity(reader, organization, issuer, arrival.subject);
  const linked = identity && (await memberOf(reader, connection, identity.user_id));
  if (linked !== undefined) {
    const decision = requireRole(await decideRole(reader, connection, arrival, linked.role));
    return { member: linked, isLinked: true, email: linked.email, decision };
  }
  const email = await requireOwnAddress(reader, connection, arrival);
  const user = await findUserByEmail(reader, email);
  // Somebody else may have created an account with the address and never confirmed it.
  const known = user?.isVerified ? await memberOf(reader, connection, user.id) : undefined;
  if (known !== undefined) {
    const subject = await findSubject(reader, organization, issuer, known.id);
    if (subject !== undefined) {
      throw new SsoRefusal('SSO_SUBJECT', `${email} is linked to another subject of the provider.`);
    }
  } else if (!jit) {
    throw new SsoRefusal(
      'SSO_NOT_MEMBER',
      `${email} is no member, and the connection adds nobody.`,
    );
  }
  if (user !== undefined && (await findSuspended(reader, organization, user.id)) !== undefined) {
    throw new SsoRefusal('SSO_NOT_MEMBER', `The directory has suspended ${email}.`);
  }
  const decision = requireRole(await decideRole(reader, connection, arrival, known?.role));
  return { member: known, isLinked: false, email, decision };
}

async function memberOf(reader: Reader, { organization }: ReadConnection, user: string) {
  const member = await findMemberOf(reader, organization, user);
  if (member === undefined) return undefined;
  const { id, role, email, role_connection_id: managedBy } = member;
  return { id, user: userId(user), role, email, managedBy };
}

/** A provider can claim any address. The claim counts only if the organization has proved that it owns the domain. */
async function requireOwnAddress(
  reader: Reader,
  connection: ReadConnection,
  arrival: Arrival,
): Promise<string> {
  const { email, isUnconfirmed } = arrival;
  if (email === undefined) {
    const { email: claim } = connection.attributes;
    throw new SsoRefusal('SSO_EMAIL', `The claim ${claim} has no valid email address.`);
  }
  if (isUnconfirmed) {
    throw new SsoRefusal('SSO_EMAIL', `The provider reports that ${email} is not verified.`);
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const proved = await findProved(reader, domain);
  if (proved?.organization_id !== connection.organization) {
    throw new SsoRefusal('SSO_DOMAIN', `The organization has not verified ${domain}.`);
  }
  if (!isOfCompany(connection, arrival)) {
    throw new SsoRefusal('SSO_DOMAIN', `${email} is a personal Google account.`);
  }
  return email;
}

/** Once a directory sends groups, it is the only source of groups. */
async function decideRole(
  reader: Reader,
  connection: ReadConnection,
  arrival: Arrival,
  present: Role | undefined,
): Promise<RoleDecision> {
  const hasGroups = await hasDirectoryGroups(reader, connection.organization);
  if (!hasGroups) return roleOf(connection, arrival, present);
  const decision = roleOf(
    { ...connection, onMissingGroups: 'keep' },
    { groups: undefined },
    present,
  );
  return { ...decision, why: ['Groups come from the directory.', ...decision.why] };
}

function requireRole(decision: RoleDecision): RoleDecision {
  if (decision.role !== undefined) return decision;
  throw new SsoRefusal('SSO_NO_ROLE', decision.why.join(' '));
}
