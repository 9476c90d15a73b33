/** Which sign-in an organization requires, and who gets in without it. */
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const required = organizationRows('required_connections');
export const { insert: insertRequired, remove: removeRequired } = required;
const breakGlass = organizationRows('break_glass_owners');
export const {
  insert: insertBreakGlass,
  remove: removeBreakGlass,
  update: updateBreakGlass,
} = breakGlass;

/** Ids of connections. */
export async function readRequired(
  reader: Reader,
  organization: OrganizationId,
): Promise<string[]> {
  const rows = await required.list(reader, organization, {}, 'connection_id');
  return rows.map(({ connection_id: id }) => id);
}

/** Break-glass Owners who still are Owners. */
export async function readBreakGlass({ db }: Reader, organization: OrganizationId) {
  return db
    .selectFrom('break_glass_owners')
    .innerJoin('members', 'members.id', 'break_glass_owners.member_id')
    .innerJoin('users', 'users.id', 'break_glass_owners.user_id')
    .select(['break_glass_owners.member_id', 'break_glass_owners.user_id', 'users.email'])
    .select(['break_glass_owners.networks', 'break_glass_owners.named_at'])
    .select(['break_glass_owners.used_at', 'break_glass_owners.reminded_at'])
    .where('break_glass_owners.organization_id', '=', organization)
    .where('members.role', '=', 'owner')
    .orderBy('break_glass_owners.named_at')
    .orderBy('break_glass_owners.member_id')
    .execute();
}

/** Domains whose addresses must use the connection. */
export async function readProvedDomains(
  { db }: Reader,
  organization: OrganizationId,
): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('domain')
    .where('organization_id', '=', organization)
    .where('state', '=', 'proved')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Organizations that require another sign-in than the password with which this person gets in. */
export async function readBreakGlassOf({ db }: Reader, user: UserId) {
  return db
    .selectFrom('break_glass_owners')
    .innerJoin('members', 'members.id', 'break_glass_owners.member_id')
    .select(['break_glass_owners.organization_id', 'break_glass_owners.member_id'])
    .where('break_glass_owners.user_id', '=', user)
    .where('members.role', '=', 'owner')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('required_connections')
          .select('connection_id')
          .whereRef(
            'required_connections.organization_id',
            '=',
            'break_glass_owners.organization_id',
          ),
      ),
    )
    .execute();
}

/** Across organizations with required sign-in: break-glass access unused, and without a reminder, since then. */
export async function readUnusedBreakGlass({ db }: Reader, before: number) {
  return db
    .selectFrom('break_glass_owners')
    .innerJoin('users', 'users.id', 'break_glass_owners.user_id')
    .select(['break_glass_owners.organization_id', 'break_glass_owners.member_id', 'users.email'])
    .where('break_glass_owners.named_at', '<=', before)
    .where((eb) =>
      eb.or([
        eb('break_glass_owners.used_at', 'is', null),
        eb('break_glass_owners.used_at', '<=', before),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('break_glass_owners.reminded_at', 'is', null),
        eb('break_glass_owners.reminded_at', '<=', before),
      ]),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('required_connections')
          .select('connection_id')
          .whereRef(
            'required_connections.organization_id',
            '=',
            'break_glass_owners.organization_id',
          ),
      ),
    )
    .limit(REMINDED_MAX)
    .execute();
}

const REMINDED_MAX = 1_000;

/** Whether there was such a sign-in since then, with a session that was not ended. */
export async function hasSignedIn(
  { db }: Reader,
  users: readonly string[],
  way: { readonly connection: string } | 'password',
  since: number,
): Promise<boolean> {
  if (users.length === 0) return false;
  const query = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', 'in', users)
    .where('created_at', '>', since);
  const found =
    way === 'password'
      ? query.where('signed_in_with', '=', 'password')
      : query.where('connection_id', '=', way.connection);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether this very session began with the password. */
export async function isPasswordSession(
  { db }: Reader,
  user: UserId,
  session: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user)
    .where('id', '=', session)
    .where('signed_in_with', '=', 'password')
    .executeTakeFirst();
  return found !== undefined;
}
