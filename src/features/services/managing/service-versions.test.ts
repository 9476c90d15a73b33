import assert from 'node:assert/strict';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { SERVICES, startManaging } from '../../../../test/support/services/start-services.ts';
import type { ServiceVersion } from '../../../contract/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { changeService } from './manage-services.ts';

onBothStores('a service keeps its versions, and one of them is restored', async (t, access) => {
  const { needs, call, addService } = startManaging(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');
  const stranger = await access.newOrganization();
  const payments = await addService(owner, { name: 'payments' });
  const { id } = await addService(owner, { tier: 1, dependsOn: [payments.id] });
  const at = `${SERVICES}/${id}`;
  const versionsOf = async () => {
    const answer = await call(`GET ${at}/versions`, { as: viewer });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as ServiceVersion[];
  };
  await call(`PATCH ${at}`, { as: owner, body: { version: 1, tier: 4, dependsOn: [] } });
  const [newest, first] = await versionsOf();
  const { version: _version, savedAt: _savedAt, savedBy, ...settings } = first ?? newest ?? {};
  const restored = await call(`PATCH ${at}`, { as: owner, body: { ...settings, version: 2 } });
  const foreign = await call(`GET ${at}/versions`, { as: stranger.owner });
  for (let version = 3; version < LIMITS.services.versionsMax + 1; version += 1) {
    await changeService(needs, owner.actor, id, { version, tier: (version % 4) + 1 });
  }
  const many = await versionsOf();
  await call(`DELETE ${at}`, { as: owner });
  const left = await access.metadata.db
    .selectFrom('knowledge_versions')
    .select('object_id')
    .where('object_id', '=', id)
    .execute();

  assert.deepEqual([newest?.tier, first?.tier, savedBy], [4, 1, owner.email]);
  assert.deepEqual([newest?.dependsOn, first?.dependsOn], [[], [payments.id]]);
  assert.equal(restored.status, 200, restored.text);
  const { tier, dependsOn } = restored.body.data as ServiceVersion;
  assert.deepEqual([tier, dependsOn], [1, [payments.id]]);
  assert.equal(foreign.status, 404);
  assert.deepEqual(
    [many.length, many.at(-1)?.version],
    [LIMITS.services.versionsMax, 2],
    'the oldest goes',
  );
  assert.deepEqual(left, []);
});
