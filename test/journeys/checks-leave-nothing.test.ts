/** What checks leave behind with the history on: outcomes, and no text of a row in any file but those of the logs. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';

const ADMIN = { email: 'ada@example.com', password: 'Correct-Horse-42-Battery' };
const CANARY = 'Quetzalcoatl7Kx9';
const RUNS = 1_000;
const AT_ONCE = 20;

test('1,000 runs with the history on leave no word of their rows in any file', async (t) => {
  const app = await startApp(t, {
    XPLAIN_ADMIN_EMAIL: ADMIN.email,
    XPLAIN_ADMIN_PASSWORD: ADMIN.password,
    XPLAIN_RATE_EVALUATION: '0',
    XPLAIN_LOG_LEVEL: 'debug',
  });
  const visitor = await signIn(app.url, ADMIN);
  const history = await fetch(`${app.url}/api/v1/checks/history`, {
    method: 'PUT',
    headers: { ...visitor.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ enabled: true }),
  });
  assert.equal(history.status, 200, await history.text());
  const { id } = await visitor.create<{ id: string }>('/api/v1/checks', {
    name: 'deploy',
    criteria: 'The deployment went through',
    expectedItems: [{ id: 'migrated', description: 'The schema was migrated' }],
  });
  const { value: token } = await visitor.create<{ value: string }>('/api/v1/access-tokens', {
    name: 'gate',
    scopes: ['evaluations:run'],
  });
  const post = async (what: string, body: object): Promise<void> => {
    const answer = await fetch(`${app.url}/api/v1/checks/${id}/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
  };
  const rowsOf = (number: number) => [
    `INFO ${CANARY} ${number}: the schema was migrated`,
    { message: CANARY },
  ];
  const run = (number: number): Promise<void> => post('run', { rows: rowsOf(number) });

  for (let done = 0; done < RUNS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => run(done + i)));
  }
  // Keeps not even outcomes.
  const halves = { before: { rows: rowsOf(1) }, after: { rows: [`ERROR ${CANARY}`] } };
  await post('compare', halves);

  let kept = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await fetch(`${app.url}/api/v1/checks/${id}/history?limit=200${more}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await page.text();
    assert.ok(!text.includes(CANARY));
    const { data, nextCursor } = JSON.parse(text) as { data: unknown[]; nextCursor: string | null };
    kept += data.length;
    cursor = nextCursor;
  }
  assert.equal(kept, RUNS);
  assert.equal(await app.stop(), 0);
  assert.ok(!app.output().includes(CANARY), 'in the log');
  assert.deepEqual(await filesWith(app.data, CANARY), []);
  // What is kept is found this way.
  assert.notDeepEqual(await filesWith(app.data, ADMIN.email), []);
});

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (bytes.includes(text)) found.push(relative(folder, path));
  }
  return found;
}
