import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import type { ApiKey } from '../../../contract/credentials.ts';
import { ACCESS_CHANNEL } from '../access-cache.ts';
import { recordAudit } from '../../audit/index.ts';
import { showApiKey } from './api-keys-table.ts';
import type { CredentialNeeds } from './credential-needs.ts';

/** For good: a revoked key never opens anything again. Revoking it twice changes nothing. */
export async function revokeApiKey(
  needs: CredentialNeeds,
  actor: Actor,
  id: string,
): Promise<ApiKey> {
  const now = needs.clock.now();
  const row = await needs.metadata.transaction(async (unit) => {
    const revoked = await unit.db
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('organization_id', '=', actor.organization)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (revoked === undefined) return undefined;
    const details = { name: revoked.name };
    await recordAudit(unit, actor, { action: 'api_key.revoked', resource: id, details }, now);
    await unit.notify(ACCESS_CHANNEL, actor.organization);
    return revoked;
  });
  // Before the answer: the next request on this node must not find it in memory.
  needs.cache.forget(actor.organization);
  return showApiKey(row ?? (await readRevoked(needs, actor, id)), now);
}

async function readRevoked(needs: CredentialNeeds, actor: Actor, id: string) {
  const row = await needs.metadata.db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', actor.organization)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound('API key');
  return row;
}
