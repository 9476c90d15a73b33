import assert from 'node:assert/strict';
import { createApiKey } from '../../../../test/support/guard/credentials.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { fakeSearch } from '../../../../test/support/search/fake-search.ts';
import { exportRoutes } from './export-routes.ts';

const PATH = 'POST /api/v1/logs/export/saved-rows';
const BODY = { query: 'level=error', earliest: '-1h', latest: 'now', format: 'csv', rows: 200 };

onBothStores(
  'rows that a browser saves are an export: asked for and audited',
  async (t, access) => {
    const { needs } = fakeSearch([], { now: access.clock.now() });
    const store = { ...needs.store, export: () => Promise.reject(new Error('nothing is read')) };
    const { call } = startAccess(t, access, {
      mount: (app) =>
        exportRoutes(app, { ...needs, store, limits: LIMITS, metadata: access.metadata }),
    });
    const { id, owner } = await access.newOrganization();
    const admin = await access.join(id, 'admin');

    for (const role of ['member', 'viewer'] as const) {
      const refused = await call(PATH, { as: await access.join(id, role), body: BODY });
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN']);
    }
    const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'read-only' });
    assert.equal((await call(PATH, { as: key.value, body: BODY })).status, 403);
    for (const body of [
      { ...BODY, rows: 0 },
      { ...BODY, format: 'xlsx' },
      { ...BODY, more: 1 },
    ]) {
      assert.equal((await call(PATH, { as: owner, body })).status, 400);
    }
    const audit = async () =>
      (await access.auditOf(id)).filter(({ action }) => action === 'log.exported');
    assert.deepEqual(await audit(), []);

    assert.equal((await call(PATH, { as: admin, body: BODY })).status, 200);
    assert.equal((await call(PATH, { as: owner, body: { ...BODY, query: ' ' } })).status, 200);

    const entries = (await audit()).map(({ actor, resource, details }) => [
      actor,
      resource,
      JSON.parse(details) as unknown,
    ]);
    assert.deepEqual(entries, [
      [admin.email, 'logs', BODY],
      [owner.email, 'logs', { ...BODY, query: '*' }],
    ]);
  },
);
