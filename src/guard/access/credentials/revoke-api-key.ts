import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import type { ApiKey } from '../../../contract/credentials.ts';
import { changeAccess } from '../change-access.ts';
import { recordAudit } from '../../audit/index.ts';
import { findApiKey, revokeKey, showApiKey } from './api-keys-table.ts';
import type { CredentialNeeds } from './credential-needs.ts';

/** For good: a revoked key never opens anything again. Revoking it twice changes nothing. */
export async function revokeApiKey(
  needs: CredentialNeeds,
  actor: Actor,
  id: string,
): Promise<ApiKey> {
  const now = needs.clock.now();
  const row = await changeAccess(needs, actor.organization, async (unit) => {
    const revoked = await revokeKey(unit, actor.organization, id, now);
    if (revoked === undefined) return undefined;
    const details = { name: revoked.name };
    await recordAudit(unit, actor, { action: 'api_key.revoked', resource: id, details }, now);
    return revoked;
  });
  return showApiKey(row ?? (await readRevoked(needs, actor, id)), now);
}

async function readRevoked(needs: CredentialNeeds, actor: Actor, id: string) {
  const row = await findApiKey(needs.metadata, actor.organization, id);
  if (row === undefined) throw notFound('API key');
  return row;
}
