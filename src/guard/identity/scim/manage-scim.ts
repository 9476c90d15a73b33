/** Manages SCIM tokens and the recent requests of directories. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { ScimOverview, ScimToken, ScimTokenDraft } from '../../../contract/scim-tokens.ts';
import type { ScimTokenRow } from '../../../engines/metadata/tables/access.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SCIM_TOKEN_PREFIX } from '../../../spec/roles.ts';
import {
  changeAccess,
  credentialState,
  hashCredential,
  lastFour,
  newCredentialValue,
  readExpiry,
  scimTokens,
} from '../../access/index.ts';
import { actorName, recordAudit } from '../../audit/index.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import {
  countDirectoryGroups,
  countDirectoryUsers,
  forgetScimRequests,
  insertScimRequest,
  readScimRequests,
} from './directory-table.ts';
import { scimUrl } from './show-directory.ts';

export async function readScim(needs: ScimNeeds, { organization }: Actor): Promise<ScimOverview> {
  const { metadata, clock, access } = needs;
  const now = clock.now();
  const requests = await readScimRequests(metadata, organization, LIMITS.identity.scimRequestsKept);
  const tokens = await scimTokens.read(metadata, organization);
  return {
    url: scimUrl(access, ''),
    users: await countDirectoryUsers(metadata, organization),
    groups: await countDirectoryGroups(metadata, organization),
    tokens: tokens.map((row) => showToken(row, now)),
    requests: requests.map(({ created_at: at, token_id: token, method, path, status, detail }) => ({
      at: isoTime(at),
      token,
      method,
      path,
      status,
      detail,
    })),
  };
}

/** Only this response contains the token value; only its hash is stored. */
export async function createScimToken(
  needs: ScimNeeds,
  actor: Actor,
  draft: ScimTokenDraft,
): Promise<ScimToken & { value: string }> {
  const { organization } = actor;
  const now = needs.clock.now();
  const expiresAt = readExpiry(draft.expiresAt, now);
  const { scimTokenMsMax, scimTokensMax } = LIMITS.identity;
  if (expiresAt === null || expiresAt - now > scimTokenMsMax) {
    throw invalid('expiresAt', 'A SCIM token can be valid for at most 365 days.');
  }
  const value = newCredentialValue(SCIM_TOKEN_PREFIX);
  const row: ScimTokenRow = {
    id: newId('scimToken'),
    organization_id: organization,
    name: draft.name.trim(),
    hash: hashCredential(value),
    last_four: lastFour(value),
    created_by: actorName(actor),
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    first_used_at: null,
    last_used_at: null,
    warned_days: null,
  };
  await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('organizations', { id: organization });
    if ((await scimTokens.countActive(unit, organization, now)) >= scimTokensMax) {
      throw new AppError(
        'PLAN_LIMIT_REACHED',
        `An organization can have at most ${scimTokensMax} active SCIM tokens. Revoke one first.`,
        { fields: { limit: scimTokensMax, resource: 'scimTokens' } },
      );
    }
    await scimTokens.insert(unit, row);
    const details = { name: row.name, expiresAt: isoTime(expiresAt) };
    await recordAudit(
      unit,
      actor,
      { action: 'scim_token.created', resource: row.id, details },
      now,
    );
  });
  return { ...showToken(row, now), value };
}

/** For good, on every node before the answer. */
export async function revokeScimToken(
  needs: ScimNeeds,
  actor: Actor,
  id: string,
): Promise<ScimToken> {
  const { organization } = actor;
  const now = needs.clock.now();
  const row = await changeAccess(needs.access, organization, async (unit) => {
    const known = await scimTokens.find(unit, organization, id);
    if (known === undefined) throw notFound('SCIM token');
    if (known.revoked_at !== null) return known;
    await scimTokens.update(unit, organization, id, { revoked_at: now });
    const details = { name: known.name };
    await recordAudit(unit, actor, { action: 'scim_token.revoked', resource: id, details }, now);
    return { ...known, revoked_at: now };
  });
  return showToken(row, now);
}

export interface ScimAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly detail: string | null;
}

const PATH_CHARACTERS_MAX = 300;

/** Recorded to help the person who sets up the directory. */
export async function noteScimRequest(
  needs: ScimNeeds,
  actor: Actor,
  { method, path, status, detail }: ScimAnswer,
): Promise<void> {
  const { organization, who } = actor;
  const token = who.kind === 'system' ? who.job : '';
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    await insertScimRequest(unit, {
      id: newId('scimRequest'),
      organization_id: organization,
      created_at: now,
      token_id: token,
      method,
      path: path.slice(0, PATH_CHARACTERS_MAX),
      status,
      detail: detail === null ? null : detail.slice(0, PATH_CHARACTERS_MAX),
    });
    await forgetScimRequests(unit, organization, LIMITS.identity.scimRequestsKept);
    if (!(await scimTokens.noteUse(unit, organization, token, now))) return;
    await recordAudit(unit, actor, { action: 'scim_token.used', resource: token }, now);
  });
}

function showToken(row: ScimTokenRow, now: number): ScimToken {
  const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
  return {
    id: row.id,
    name: row.name,
    hint: `${SCIM_TOKEN_PREFIX}…${row.last_four}`,
    state: credentialState(row, now),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
    revokedAt: time(row.revoked_at),
    lastUsedAt: time(row.last_used_at),
  };
}
