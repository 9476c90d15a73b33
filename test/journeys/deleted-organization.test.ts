import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../support/search/on-both-engines.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

interface Line {
  readonly action: string;
  readonly resource: string;
  readonly details: Record<string, unknown>;
}

onBothEngines((engine) => {
  test('the audit log of a deleted organization is left to the operators, and to nobody else', async (t) => {
    const app = await startApp(t, { ...ADMIN_ENVIRONMENT, XPLAIN_EMBEDDED_STORE: engine });
    const ada = await signIn(app.url, ADMIN);
    const { id } = await ada.create<{ id: string }>('/api/v1/organizations', { name: 'Gone' });
    await ada.create(`/api/v1/organizations/${id}/activate`, {});
    const draft = { name: 'ci', scope: 'full-access' };
    const key = await ada.create<{ id: string; value: string }>('/api/v1/api-keys', draft);
    const address = `/api/v1/operator/organizations/${id}/audit`;
    const read = async (headers: Record<string, string>) =>
      fetch(app.url + address, { headers, signal: AbortSignal.timeout(60_000) });

    assert.equal((await read(ada.headers)).status, 404, 'its own people read it while it exists');
    await ada.remove('/api/v1/organization?confirm=Gone');

    const answer = await read(ada.headers);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson');
    const lines = (await answer.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
    const created = lines.filter(({ action }) => action === 'api_key.created');
    assert.partialDeepStrictEqual(created, [{ resource: key.id, details: { name: 'ci' } }]);
    assert.equal(created.length, 1);
    assert.equal((await read({})).status, 401);
    assert.equal((await read({ authorization: `Bearer ${key.value}` })).status, 401);
    const reported = await ada.read<Line[]>('/api/v1/operator/audit');
    assert.deepEqual(
      reported.filter(({ resource }) => resource === id).map(({ action }) => action),
      ['organization.audit_exported', 'organization.deleted'],
    );
  });
});
