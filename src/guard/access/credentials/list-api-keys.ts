import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import type { ApiKey } from '../../../contract/credentials.ts';
import { readApiKeys, showApiKey } from './api-keys-table.ts';
import type { CredentialNeeds } from './credential-needs.ts';

export async function listApiKeys(
  needs: CredentialNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: ApiKey[]; nextCursor: string | null }> {
  const now = needs.clock.now();
  const rows = await readApiKeys(needs.metadata, actor.organization, page);
  return pageAnswer(
    rows,
    page.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => showApiKey(row, now),
  );
}
