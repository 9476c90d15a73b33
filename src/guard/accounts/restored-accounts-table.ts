/** Accounts of a restored store that are older than what was decided since. */
import type { Ledger, LedgerWays } from '../../engines/metadata/tables/ledger.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AfterRestore } from '../../room.ts';

/** Everybody who was signed in, or has a mailed link, must start over. */
export const settleAccounts: AfterRestore = async (unit, { ledger }) => {
  await unit.db.deleteFrom('verifications').execute();
  await unit.db.deleteFrom('second_factor_steps').execute();
  const sessions = await unit.db.deleteFrom('sessions').returning('id').execute();
  const sessionsEnded = sessions.length;
  if (ledger === undefined) return { sessionsEnded };
  let revoked = await removeOtherUsers(unit, ledger.users);
  for (const [account, hash] of ledger.passwords) revoked += await setHash(unit, account, hash);
  if (ledger.ways !== undefined) {
    revoked += await removeOtherClients(unit, ledger.ways.oauthClients);
    revoked += await setFactors(unit, ledger.ways);
  }
  return { sessionsEnded, revoked };
};

async function removeOtherUsers({ db }: Unit, kept: Ledger['users']): Promise<number> {
  const known = new Set(kept);
  const rows = await db.selectFrom('users').select('id').execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) await db.deleteFrom('users').where('id', '=', id).execute();
  return gone.length;
}

async function setHash({ db }: Unit, account: string, hash: string): Promise<number> {
  const changed = await db
    .updateTable('accounts')
    .set({ password: hash })
    .where('id', '=', account)
    .where('password', '!=', hash)
    .returning('id')
    .execute();
  return changed.length;
}

/** A factor that was removed since, or a code that was used, must not work again; one that was added must be asked for. */
async function setFactors({ db }: Unit, ways: LedgerWays): Promise<number> {
  const { factors, recoveryCodes } = ways;
  if (factors === undefined || recoveryCodes === undefined) return 0;
  const former = await db.deleteFrom('second_factors').returning('id').execute();
  await db.deleteFrom('recovery_codes').execute();
  const users = new Set((await db.selectFrom('users').select('id').execute()).map(({ id }) => id));
  for (const row of factors) {
    if (users.has(row.user_id)) await db.insertInto('second_factors').values(row).execute();
  }
  for (const row of recoveryCodes) {
    if (users.has(row.user_id)) await db.insertInto('recovery_codes').values(row).execute();
  }
  const kept = new Set(factors.map(({ id }) => id));
  return former.filter(({ id }) => !kept.has(id)).length;
}

/** One that was replaced since is another one; its secret is not known here, so it is entered again. */
async function removeOtherClients({ db }: Unit, kept: LedgerWays['oauthClients']): Promise<number> {
  const known = new Set(kept.map((client) => JSON.stringify(client)));
  const rows = await db
    .selectFrom('oauth_clients')
    .select(['organization_id', 'provider', 'client_id', 'secret_set_at'])
    .execute();
  const gone = rows.filter(
    (row) =>
      !known.has(
        JSON.stringify([row.organization_id, row.provider, row.client_id, row.secret_set_at]),
      ),
  );
  for (const { organization_id: organization, provider } of gone) {
    await db
      .deleteFrom('oauth_clients')
      .where('organization_id', '=', organization)
      .where('provider', '=', provider)
      .execute();
  }
  return gone.length;
}
