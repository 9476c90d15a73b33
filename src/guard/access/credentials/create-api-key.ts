import type { Actor } from '../../../base/actor.ts';
import { newId } from '../../../base/ids.ts';
import type { ApiKey, ApiKeyDraft } from '../../../contract/credentials.ts';
import { KEY_PREFIXES } from '../../../spec/roles.ts';
import { requireRoom } from '../../limits/index.ts';
import { auditSubject, recordAudit } from '../audit/record-audit.ts';
import { requireGrantable } from '../members/standing-role.ts';
import { countActiveKeys, showApiKey } from './api-keys-table.ts';
import { type CredentialNeeds, readExpiry } from './credential-needs.ts';
import { hashCredential, lastFour, newCredentialValue } from './credential-value.ts';

/** The answer alone holds the value; what stays is its hash. */
export async function createApiKey(
  needs: CredentialNeeds,
  actor: Actor,
  draft: ApiKeyDraft,
): Promise<ApiKey & { value: string }> {
  const now = needs.clock.now();
  const environment = draft.environment ?? 'live';
  const value = newCredentialValue(KEY_PREFIXES[environment]);
  const row = {
    id: newId('apiKey'),
    organization_id: actor.organization,
    name: draft.name.trim(),
    scope: draft.scope,
    environment,
    hash: hashCredential(value),
    last_four: lastFour(value),
    created_by: auditSubject(actor).actorName,
    created_at: now,
    expires_at: readExpiry(draft.expiresAt, now),
    revoked_at: null,
    first_used_at: null,
    last_used_at: null,
  };
  await needs.metadata.transaction(async (unit) => {
    // Such a key acts as an Admin, and would outlive a role that is lent.
    if (draft.scope === 'full-access') await requireGrantable(unit, actor, 'admin');
    await requireRoom(unit, needs.plans, actor.organization, 'apiKeys', () =>
      countActiveKeys(unit, actor.organization, now),
    );
    await unit.db.insertInto('api_keys').values(row).execute();
    const details = { name: row.name, scope: row.scope, environment };
    await recordAudit(unit, actor, { action: 'api_key.created', resource: row.id, details }, now);
  });
  return { ...showApiKey(row, now), value };
}
