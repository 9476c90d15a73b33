import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { newId, type UserId } from '../../../base/ids.ts';
import type { AccessToken, AccessTokenDraft } from '../../../contract/credentials.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { TOKEN_PREFIX } from '../../../spec/roles.ts';
import { changeAccess } from '../change-access.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  countActiveTokens,
  findAccessToken,
  insertAccessToken,
  readAccessTokens,
  revokeToken,
  showAccessToken,
} from './access-tokens-table.ts';
import { type CredentialNeeds, readExpiry } from './credential-needs.ts';
import { hashCredential, lastFour, newCredentialValue } from './credential-value.ts';

export async function listAccessTokens(
  needs: CredentialNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: AccessToken[]; nextCursor: string | null }> {
  const now = needs.clock.now();
  const rows = await readAccessTokens(needs.metadata, actor.organization, ownerOf(actor), page);
  return pageAnswer(
    rows,
    page.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => showAccessToken(row, now),
  );
}

/** Only the response contains the value; the hash is stored. */
export async function createAccessToken(
  needs: CredentialNeeds,
  actor: Actor,
  draft: AccessTokenDraft,
): Promise<AccessToken & { value: string }> {
  const now = needs.clock.now();
  const value = newCredentialValue(TOKEN_PREFIX);
  const row = {
    id: newId('accessToken'),
    organization_id: actor.organization,
    user_id: ownerOf(actor),
    name: draft.name.trim(),
    scopes: draft.scopes.join(' '),
    hash: hashCredential(value),
    last_four: lastFour(value),
    created_at: now,
    expires_at: readExpiry(draft.expiresAt, now),
    revoked_at: null,
    last_used_at: null,
  };
  await needs.metadata.transaction(async (unit) => {
    await requireFewTokens(unit, actor, now);
    await insertAccessToken(unit, row);
    const details = { name: row.name, scopes: draft.scopes };
    await recordAudit(
      unit,
      actor,
      { action: 'access_token.created', resource: row.id, details },
      now,
    );
  });
  return { ...showAccessToken(row, now), value };
}

/** For good. Only the owner sees and revokes a token. */
export async function revokeAccessToken(
  needs: CredentialNeeds,
  actor: Actor,
  id: string,
): Promise<AccessToken> {
  const now = needs.clock.now();
  const row = await changeAccess(needs, actor.organization, async (unit) => {
    const mine = await findAccessToken(unit, actor.organization, ownerOf(actor), id);
    if (mine === undefined) throw notFound('access token');
    if (mine.revoked_at !== null) return mine;
    await revokeToken(unit, actor.organization, id, now);
    const client = mine.client_id ?? undefined;
    const event =
      client === undefined
        ? ({ action: 'access_token.revoked', details: { name: mine.name } } as const)
        : ({ action: 'oauth_client.revoked', details: { name: mine.name, client } } as const);
    await recordAudit(unit, actor, { ...event, resource: id }, now);
    return { ...mine, revoked_at: now };
  });
  return showAccessToken(row, now);
}

/** Plans don't limit tokens, but there is an upper bound. Locks the organization's row, like other counts. */
export async function requireFewTokens(unit: Unit, actor: Actor, now: number): Promise<void> {
  const max = LIMITS.credentials.tokensPerMemberMax;
  await unit.lockRow('organizations', { id: actor.organization });
  if ((await countActiveTokens(unit, actor.organization, ownerOf(actor), now)) < max) return;
  throw new AppError('CONFLICT', `You already have ${max} active access tokens. Revoke one first.`);
}

export function ownerOf(actor: Actor): UserId {
  if (actor.who.kind === 'user') return actor.who.id;
  throw new AppError('FORBIDDEN', 'Access tokens belong to users. Sign in to manage yours.');
}
