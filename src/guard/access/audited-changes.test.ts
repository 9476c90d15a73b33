import assert from 'node:assert/strict';
import { onBothStores } from '../../../test/support/open-access.ts';
import { createApiKey } from './credentials/create-api-key.ts';
import { changeMemberRole } from './members/manage-members.ts';

onBothStores('a change and its entry are written together or not at all', async (_, access) => {
  const { id, owner } = await access.newOrganization();
  const viewer = await access.join(id, 'viewer');
  const { metadata } = access;
  const failing = {
    ...access.needs,
    metadata: {
      db: metadata.db,
      transaction: <T>(work: Parameters<typeof metadata.transaction<T>>[0]) =>
        metadata.transaction<T>(async (unit) => {
          await work(unit);
          throw new Error('the power failed');
        }),
    },
  };

  await assert.rejects(
    createApiKey(failing, owner.actor, { name: 'k', scope: 'read-only' }),
    /power/,
  );
  await assert.rejects(changeMemberRole(failing, owner.actor, viewer.memberId, 'admin'), /power/);

  const keys = await metadata.db.selectFrom('api_keys').selectAll().execute();
  assert.deepEqual([keys, await access.auditOf(id)], [[], []]);
});
