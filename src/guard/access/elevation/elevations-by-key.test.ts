import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { createApiKey } from '../credentials/create-api-key.ts';

test('a full-access key looks after lent roles as an Admin does, and borrows none itself', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const member = await access.join(id, 'member');
  const { call } = startAccess(t, access);
  const draft = { name: 'automation', scope: 'full-access' } as const;
  const key = await createApiKey(access.needs, owner.actor, draft);
  const request = (role: string, as: typeof member | string = member) =>
    call('POST /api/v1/elevations', { as, body: { role, minutes: 60, reason: 'Incident 42' } });
  const idOf = ({ body }: { body: { data?: unknown } }) => (body.data as { id: string }).id;
  const decide = (elevation: string) =>
    call(`POST /api/v1/elevations/${elevation}/decide`, { as: key.value, body: { approve: true } });

  const asked = idOf(await request('admin'));
  const listed = await call('GET /api/v1/elevations', { as: key.value });
  const approved = await decide(asked);
  const ended = await call(`DELETE /api/v1/elevations/${asked}`, { as: key.value });
  const tooHigh = await decide(idOf(await request('owner')));
  const borrowed = await request('admin', key.value);

  assert.deepEqual(
    [listed.status, idOf({ body: { data: (listed.body.data as unknown[])[0] } })],
    [200, asked],
  );
  const { state, decidedBy } = approved.body.data as Record<string, string>;
  assert.deepEqual([approved.status, state, decidedBy], [200, 'approved', key.id]);
  assert.equal(ended.status, 200);
  assert.deepEqual([tooHigh.status, tooHigh.body.code], [403, 'FORBIDDEN']);
  assert.deepEqual([borrowed.status, borrowed.body.code], [403, 'INSUFFICIENT_SCOPE']);
});
