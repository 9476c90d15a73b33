/** Second factors, recovery codes, wrong guesses, and the steps that wait for a factor. */
import { createHash } from 'node:crypto';
import { organizationId, randomBase62, userId, type UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { FactorStepRow, SecondFactorRow } from '../../../engines/metadata/tables/accounts.ts';
import type { KeptSecret, SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import type { SecretPlace } from '../../../engines/secrets/secrets.ts';
import type { FactorPurpose } from '../../../spec/second-factor.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Where the secret of an authenticator app is kept: with the person instead of an organization. */
export function totpPlace(user: UserId, row: string): SecretPlace {
  return { organization: organizationId(user), purpose: 'second-factor', row };
}

export async function readFactors({ db }: Reader, user: UserId): Promise<SecondFactorRow[]> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function hasFactor({ db }: Reader, user: UserId): Promise<boolean> {
  const query = db.selectFrom('second_factors').select('id').where('user_id', '=', user).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** False when this very passkey is somebody's already. */
export async function insertFactor({ db }: Unit, row: SecondFactorRow): Promise<boolean> {
  const query = db.insertInto('second_factors').values(row);
  const added = await query
    .onConflict((same) => same.column('credential').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function noteFactorUse(
  { db }: Unit,
  user: UserId,
  id: string,
  set: Pick<SecondFactorRow, 'counter' | 'used_at'>,
): Promise<void> {
  const query = db.updateTable('second_factors').set(set);
  await query.where('user_id', '=', user).where('id', '=', id).execute();
}

export async function deleteFactors({ db }: Unit, user: UserId, id?: string): Promise<number> {
  let query = db.deleteFrom('second_factors').where('user_id', '=', user);
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.returning('id').execute()).length;
}

export async function countRecoveryCodes({ db }: Reader, user: UserId): Promise<number> {
  const query = db.selectFrom('recovery_codes').select('hash').where('user_id', '=', user);
  return (await query.execute()).length;
}

/** In place of those before. */
export async function setRecoveryCodes(
  { db }: Unit,
  user: UserId,
  codes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user).execute();
  if (codes.length === 0) return;
  const rows = codes.map((code) => ({ hash: hashOfCode(user, code), user_id: user }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

/** Uses a code up: of two at the same time one alone succeeds. */
export async function takeRecoveryCode({ db }: Unit, user: UserId, code: string): Promise<boolean> {
  const query = db.deleteFrom('recovery_codes').where('user_id', '=', user);
  const taken = await query
    .where('hash', '=', hashOfCode(user, code))
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Times of wrong codes since then, oldest first. */
export async function readGuesses({ db }: Reader, user: UserId, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('second_factor_guesses')
    .select('guessed_at')
    .where('user_id', '=', user)
    .where('guessed_at', '>', since)
    .orderBy('guessed_at')
    .execute();
  return rows.map(({ guessed_at: at }) => at);
}

export async function insertGuess({ db }: Unit, user: UserId, now: number): Promise<void> {
  const row = { id: randomBase62(24), user_id: user, guessed_at: now };
  await db.insertInto('second_factor_guesses').values(row).execute();
}

export async function forgetGuesses({ db }: Unit, user: UserId): Promise<void> {
  await db.deleteFrom('second_factor_guesses').where('user_id', '=', user).execute();
}

/** Answers the token, of which only the hash is kept. */
export async function insertStep({ db }: Unit, step: Omit<FactorStepRow, 'hash'>): Promise<string> {
  const token = randomBase62(43);
  const values = { ...step, hash: hashOfToken(token) };
  await db.insertInto('second_factor_steps').values(values).execute();
  return token;
}

/** While it is valid; looking does not use it up. */
export async function readStep(
  { db }: Reader,
  token: string,
  purpose: FactorPurpose,
  now: number,
): Promise<FactorStepRow | undefined> {
  return db
    .selectFrom('second_factor_steps')
    .selectAll()
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Of two at the same time one alone gets true. */
export async function takeStep({ db }: Unit, hash: string): Promise<boolean> {
  const query = db.deleteFrom('second_factor_steps').where('hash', '=', hash).returning('hash');
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whoever was on the way begins again. */
export async function dropSteps({ db }: Unit, user: UserId): Promise<void> {
  await db.deleteFrom('second_factor_steps').where('user_id', '=', user).execute();
}

export async function forgetOldSteps({ db }: Reader, now: number, oldest: number): Promise<void> {
  await db.deleteFrom('second_factor_steps').where('expires_at', '<=', now).execute();
  await db.deleteFrom('second_factor_guesses').where('guessed_at', '<=', oldest).execute();
}

/** The session has proved a factor from now on; null: sessions of the person have not. */
export async function markSessions(
  { db }: Unit,
  user: UserId,
  proof: 'totp' | 'passkey' | null,
  session?: string,
): Promise<void> {
  let query = db.updateTable('sessions').set({ second_factor: proof }).where('user_id', '=', user);
  if (session !== undefined) query = query.where('id', '=', session);
  await query.execute();
}

/** For renewing the secrets of authenticator apps under another key. */
export function totpSecretKeeper({ db }: Pick<Metadata, 'db'>): SecretKeeper {
  return {
    async readStale(prefix, after, max): Promise<KeptSecret[]> {
      const rows = await db
        .selectFrom('second_factors')
        .select(['id', 'user_id', 'secret'])
        .where('kind', '=', 'totp')
        .where('secret', 'not like', `${prefix}%`)
        .where('id', '>', after?.row ?? '')
        .orderBy('id')
        .limit(max)
        .execute();
      return rows.map(({ id, user_id, secret }) => ({
        place: totpPlace(userId(user_id), id),
        kept: secret,
      }));
    },
    async replace({ place, kept }, renewed) {
      await db
        .updateTable('second_factors')
        .set({ secret: renewed })
        .where('id', '=', place.row)
        .where('secret', '=', kept)
        .execute();
    },
  };
}

function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function hashOfCode(user: UserId, code: string): string {
  return createHash('sha256').update(`${user} ${code}`).digest('hex');
}
