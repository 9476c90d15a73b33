import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AUDIT_FIELDS } from '../../src/spec/audit.ts';
import { onBothEngines } from '../support/search/on-both-engines.ts';
import { runCommand } from '../support/programs/run-command.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

interface Chain {
  readonly verified: {
    readonly from: number;
    readonly to: number;
    readonly problem: string | null;
  } | null;
}

const COLUMNS = [...AUDIT_FIELDS, 'seq', 'hash', 'previous_hash'];

onBothEngines((engine) => {
  test('the audit log comes out as CSV and as JSON lines, with all eight fields and its chain', async (t) => {
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
    assert.deepEqual(Object.keys(created ?? {}), COLUMNS);
    assert.equal(created?.['actor'], ADMIN.email);
    assert.equal(created['resource'], key.id);
    assert.partialDeepStrictEqual(created['details'], { name: 'a "quoted", name' });
    const found = await read('format=jsonl&query=index%3D_audit+api_key.created', 'logs');
    assert.partialDeepStrictEqual(linesOf(found), [
      { attributes: { details: { name: 'a "quoted", name' } } },
    ]);
    const csv = await read('');
    assert.equal(csv.split('\n', 1)[0]?.replaceAll('"', ''), COLUMNS.join(','));
    assert.ok(csv.includes(key.id));
    const { seq, hash } = lines.at(-1) ?? {};
    assert.equal(seq, lines.length);
    const folder = mkdtempSync(join(tmpdir(), 'audit-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'audit.csv'), csv);
    writeFileSync(join(folder, 'audit.jsonl'), await read('format=jsonl'));
    for (const name of ['audit.csv', 'audit.jsonl']) {
      const { code, printed, complained } = await runCommand([
        'audit',
        'verify',
        join(folder, name),
      ]);
      assert.deepEqual([code, complained], [0, '']);
      assert.match(printed, /^Entries 1 to \d+, last hash [0-9a-f]{64}\nComplete and unchanged$/);
    }
    const chain = await ada.create<Chain>('/api/v1/audit/verify', undefined);
    assert.deepEqual([chain.verified?.from, chain.verified?.problem], [1, null]);
    assert.ok(Number(chain.verified?.to) >= Number(seq) && typeof hash === 'string');
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
