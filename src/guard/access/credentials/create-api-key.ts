import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { ApiKey, ApiKeyDraft } from '../../../contract/credentials.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { KEY_PREFIXES, type KeyScope, roleHolds } from '../../../spec/roles.ts';
import { requireRoom } from '../../limits/index.ts';
import { actorName, recordAudit } from '../../audit/index.ts';
import { standingRole } from '../members/standing-role.ts';
import { permissionsOfKey } from '../permissions.ts';
import { countActiveKeys, insertApiKey, showApiKey } from './api-keys-table.ts';
import { type CredentialNeeds, readExpiry } from './credential-needs.ts';
import { hashCredential, lastFour, newCredentialValue } from './credential-value.ts';

/** Only the response contains the value; the hash is stored. */
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
    created_by: actorName(actor),
    created_at: now,
    expires_at: readExpiry(draft.expiresAt, now),
    revoked_at: null,
    first_used_at: null,
    last_used_at: null,
  };
  await needs.metadata.transaction(async (unit) => {
    await requireStanding(unit, actor, draft.scope);
    await requireRoom(unit, needs.plans, actor.organization, 'apiKeys', () =>
      countActiveKeys(unit, actor.organization, now),
    );
    await insertApiKey(unit, row);
    const details = { name: row.name, scope: row.scope, environment };
    await recordAudit(unit, actor, { action: 'api_key.created', resource: row.id, details }, now);
  });
  return { ...showApiKey(row, now), value };
}

/** A key outlives a role that is lent: what it may do, its maker must be able to do for good. */
async function requireStanding(unit: Unit, actor: Actor, scope: KeyScope): Promise<void> {
  const role = await standingRole(unit, actor);
  const beyond = [...permissionsOfKey(scope)].filter((permission) => !roleHolds(role, permission));
  if (beyond.length === 0) return;
  const message = `Your role is temporary, and this key would outlast it: your permanent role ${role} doesn't include ${beyond.slice(0, 3).join(', ')}.`;
  throw new AppError('FORBIDDEN', message);
}
