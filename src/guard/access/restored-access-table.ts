/** Who may do what in a restored store that is older than what was decided since. */
import type { Ledger, LedgerWays } from '../../engines/metadata/tables/ledger.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AfterRestore } from '../../room.ts';
import type { Role } from '../../spec/roles.ts';
import { forgetAudit } from '../audit/index.ts';

export const settleAccess: AfterRestore = async (unit, { ledger, now }) => {
  if (ledger === undefined) return {};
  const rows = await unit.db.selectFrom('organizations').select('id').execute();
  const organizations = missing(rows, ledger.organizations);
  for (const id of organizations) await removeOrganization(unit, id, now);
  const settings = ledger.ways === undefined ? 0 : await setSettings(unit, ledger.ways.settings);
  const scim = await revokeOtherScimTokens(unit, ledger.ways?.scimTokens, now);
  const revoked = settings + scim + (await revokeAll(unit, ledger, now));
  return { organizationsErased: organizations.length, revoked };
};

async function revokeAll(unit: Unit, ledger: Ledger, now: number): Promise<number> {
  let revoked = await removeOtherOperators(unit, new Set(ledger.operators));
  revoked += await removeOtherMembers(unit, ledger);
  for (const [id, role] of ledger.members) revoked += await setRole(unit, id, role as Role);
  revoked += await revokeOtherKeys(unit, ledger.keys, now);
  revoked += await revokeOtherTokens(unit, ledger.tokens, now);
  // Codes and refresh tokens that were used since then would work again.
  await unit.db.deleteFrom('oauth_credentials').execute();
  revoked += await revokeOtherInvitations(unit, ledger.invitations, now);
  revoked += await endOtherElevations(unit, ledger.elevations, now);
  return revoked;
}

function missing(rows: readonly { readonly id: string }[], listed: readonly string[]): string[] {
  const known = new Set(listed);
  return rows.map(({ id }) => id).filter((id) => !known.has(id));
}

/** The next scheduler run erases its logs and files; nobody can read them any more. */
async function removeOrganization(unit: Unit, id: string, now: number): Promise<void> {
  await unit.db
    .insertInto('organization_erasures')
    .values({ organization_id: id, requested_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  await forgetAudit(unit, id);
  await unit.db.deleteFrom('organizations').where('id', '=', id).execute();
}

/** Allowlists, providers, who reads the audit log and what agents may do are what they were set to last. */
async function setSettings({ db }: Unit, settings: LedgerWays['settings']): Promise<number> {
  let changed = 0;
  for (const [id, networks, providers, auditOpen, agents = 'read', masked = 1, rule] of settings) {
    const set = {
      allowed_networks: networks,
      closed_providers: providers,
      audit_open: auditOpen,
      agents,
      agents_masked: masked,
      ...(rule === undefined ? {} : { second_factor: rule }),
    };
    const rows = await db
      .updateTable('organizations')
      .set(set)
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('allowed_networks', '!=', networks),
          eb('closed_providers', '!=', providers),
          eb('audit_open', '!=', auditOpen),
          eb('agents', '!=', agents),
          eb('agents_masked', '!=', masked),
          ...(rule === undefined ? [] : [eb('second_factor', '!=', rule)]),
        ]),
      )
      .returning('id')
      .execute();
    changed += rows.length;
  }
  return changed;
}

async function removeOtherOperators({ db }: Unit, kept: ReadonlySet<string>): Promise<number> {
  const rows = await db.selectFrom('operators').select('user_id').execute();
  const gone = rows.filter(({ user_id: id }) => !kept.has(id));
  for (const { user_id: id } of gone) {
    await db.deleteFrom('operators').where('user_id', '=', id).execute();
  }
  return gone.length;
}

/** Memberships of deleted users are not counted separately. */
async function removeOtherMembers({ db }: Unit, { members, users }: Ledger): Promise<number> {
  const known = new Set(members.map(([id]) => id));
  const people = new Set(users);
  const rows = await db.selectFrom('members').select(['id', 'user_id']).execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) await db.deleteFrom('members').where('id', '=', id).execute();
  return gone.filter(({ user_id: user }) => people.has(user)).length;
}

async function setRole({ db }: Unit, member: string, role: Role): Promise<number> {
  const changed = await db
    .updateTable('members')
    .set({ role })
    .where('id', '=', member)
    .where('role', '!=', role)
    .returning('id')
    .execute();
  return changed.length;
}

async function revokeOtherKeys(
  { db }: Unit,
  kept: readonly string[],
  now: number,
): Promise<number> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .execute();
  const gone = missing(rows, kept);
  for (const id of gone) {
    await db.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', id).execute();
  }
  return gone.length;
}

async function revokeOtherTokens(
  { db }: Unit,
  kept: readonly string[],
  now: number,
): Promise<number> {
  const rows = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('revoked_at', 'is', null)
    .execute();
  const gone = missing(rows, kept);
  for (const id of gone) {
    await db.updateTable('access_tokens').set({ revoked_at: now }).where('id', '=', id).execute();
  }
  return gone.length;
}

async function revokeOtherInvitations(
  { db }: Unit,
  kept: readonly string[],
  now: number,
): Promise<number> {
  const rows = await db
    .selectFrom('invitations')
    .select('id')
    .where('state', '=', 'pending')
    .execute();
  const gone = missing(rows, kept);
  for (const id of gone) {
    await db
      .updateTable('invitations')
      .set({ state: 'revoked', ended_at: now })
      .where('id', '=', id)
      .execute();
  }
  return gone.length;
}

async function endOtherElevations(
  { db }: Unit,
  kept: readonly string[],
  now: number,
): Promise<number> {
  const rows = await db
    .selectFrom('elevations')
    .select('id')
    .where('state', '=', 'approved')
    .execute();
  const gone = missing(rows, kept);
  for (const id of gone) {
    await db
      .updateTable('elevations')
      .set({ state: 'ended', ends_at: now })
      .where('id', '=', id)
      .execute();
  }
  return gone.length;
}

async function revokeOtherScimTokens(
  { db }: Unit,
  kept: readonly string[] | undefined,
  now: number,
): Promise<number> {
  if (kept === undefined) return 0;
  const rows = await db
    .selectFrom('scim_tokens')
    .select('id')
    .where('revoked_at', 'is', null)
    .execute();
  const gone = missing(rows, kept);
  for (const id of gone) {
    await db.updateTable('scim_tokens').set({ revoked_at: now }).where('id', '=', id).execute();
  }
  return gone.length;
}
