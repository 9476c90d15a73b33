import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AUDIT_FIELDS } from '../../src/spec/audit.ts';
import { onBothEngines } from '../support/search/on-both-engines.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

onBothEngines((engine) => {
  test('the audit log comes out as CSV and as JSON lines, with all eight fields', async (t) => {
    const app = await startApp(t, { ...ADMIN_ENVIRONMENT, XPLAIN_EMBEDDED_STORE: engine });
    const ada = await signIn(app.url, ADMIN);
    const key = await ada.create<{ id: string; value: string }>('/api/v1/api-keys', {
      name: 'a "quoted", name',
      scope: 'full-access',
    });
    const read = async (query: string, of = 'audit'): Promise<string> => {
      const answer = await fetch(`${app.url}/api/v1/${of}/export?${query}`, {
        headers: { authorization: `Bearer ${key.value}` },
      });
      assert.equal(answer.status, 200);
      return answer.text();
    };

    let lines: Record<string, unknown>[] = [];
    for (let i = 0; i < 600 && !lines.some(({ action }) => action === 'api_key.created'); i++) {
      lines = linesOf(await read('format=jsonl'));
      await sleep(100);
    }

    const created = lines.find(({ action }) => action === 'api_key.created');
    assert.deepEqual(Object.keys(created ?? {}), [...AUDIT_FIELDS]);
    assert.equal(created?.['actor'], ADMIN.email);
    assert.equal(created['resource'], key.id);
    assert.partialDeepStrictEqual(created['details'], { name: 'a "quoted", name' });
    const found = await read('format=jsonl&query=index%3D_audit+api_key.created', 'logs');
    assert.partialDeepStrictEqual(linesOf(found), [
      { attributes: { details: { name: 'a "quoted", name' } } },
    ]);
    const csv = await read('');
    assert.equal(csv.split('\n', 1)[0]?.replaceAll('"', ''), AUDIT_FIELDS.join(','));
    assert.ok(csv.includes(key.id));
    const before = await read('latest=2020-01-01T00:00:00Z&earliest=2019-01-01T00:00:00Z').catch(
      () => '',
    );
    assert.ok(!before.includes(key.id));
  });
});

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
