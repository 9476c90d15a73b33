import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';

export interface CredentialName {
  readonly id: string;
  readonly name: string;
  /** The person of an access token; null for a key of the organization. */
  readonly owner: string | null;
  readonly isRevoked: boolean;
}

/** Names of the access tokens and keys with these IDs, for code that stores only IDs. */
export async function readCredentialNames(
  { db }: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CredentialName>> {
  if (ids.length === 0) return new Map();
  const [tokens, keys] = await Promise.all([
    db
      .selectFrom('access_tokens')
      .select(['id', 'name', 'user_id', 'revoked_at'])
      .where('organization_id', '=', organization)
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('api_keys')
      .select(['id', 'name', 'revoked_at'])
      .where('organization_id', '=', organization)
      .where('id', 'in', ids)
      .execute(),
  ]);
  const named = [
    ...tokens.map(({ user_id: owner, ...row }) => ({ ...row, owner })),
    ...keys.map((row) => ({ ...row, owner: null })),
  ];
  return new Map(
    named.map(({ id, name, owner, revoked_at: revokedAt }) => [
      id,
      { id, name, owner, isRevoked: revokedAt !== null },
    ]),
  );
}
