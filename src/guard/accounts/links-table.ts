import { createHash } from 'node:crypto';
import { randomBase62, userId, type UserId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';

/** What a link in a mail is good for; the note about an account that exists has none, but is as rare. */
export type LinkKind = 'verify-email' | 'reset-password' | 'existing-account';

interface LinkRules {
  readonly kind: LinkKind;
  readonly lifetimeMs: number;
  /** A link of the kind that is younger than this is not replaced. */
  readonly everyMs: number;
}

/**
 * A secret that goes into a mail; only its hash stays here. It replaces the links of its kind before it.
 * Undefined when there is one already that has just been sent.
 */
export async function createLink(
  unit: Unit,
  user: UserId,
  { kind, lifetimeMs, everyMs }: LinkRules,
  now: number,
): Promise<string | undefined> {
  await unit.lockRow('users', { id: user });
  await unit.db.deleteFrom('verifications').where('expires_at', '<=', now).execute();
  const former = await unit.db
    .selectFrom('verifications')
    .select(['id', 'created_at'])
    .where('value', '=', user)
    .where('identifier', 'like', `${kind}:%`)
    .execute();
  if (former.some(({ created_at }) => created_at > now - everyMs)) return undefined;
  for (const { id } of former) {
    await unit.db.deleteFrom('verifications').where('id', '=', id).execute();
  }
  const token = randomBase62(43);
  await unit.db
    .insertInto('verifications')
    .values({
      id: randomBase62(24),
      identifier: identifierOf(kind, token),
      value: user,
      expires_at: now + lifetimeMs,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return token;
}

/** Invalidates every link sent to the user before. */
export async function dropLinks({ db }: Unit, user: UserId): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', user).execute();
}

/** Whose link it is, while it is valid; looking does not use it up. */
export async function readLink(
  { db }: Pick<Metadata, 'db'>,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifierOf(kind, token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? undefined : userId(row.value);
}

/** Consumes the link: of several concurrent calls only one gets the user. */
export async function takeLink(
  { db }: Unit,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<UserId | undefined> {
  const row = await db
    .deleteFrom('verifications')
    .where('identifier', '=', identifierOf(kind, token))
    .returning(['value', 'expires_at'])
    .executeTakeFirst();
  return row === undefined || row.expires_at <= now ? undefined : userId(row.value);
}

function identifierOf(kind: LinkKind, token: string): string {
  return `${kind}:${createHash('sha256').update(token).digest('hex')}`;
}
