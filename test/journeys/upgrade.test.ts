/** Data folders of earlier releases, opened by this one: see `tools/release-fixture.ts`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FixtureFacts } from '../../tools/release-fixture.ts';
import { ENVIRONMENT, untilDrained } from '../crash/numbered-events.ts';
import { newDataFolder, startApp } from '../support/start-app.ts';
import { signIn } from '../support/visitor.ts';

const FOLDER = fileURLToPath(new URL('../fixtures', import.meta.url));
const DRAIN_MS_MAX = 60_000;
const releases = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
assert.ok(releases.length > 0);

for (const file of releases) {
  const facts = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as FixtureFacts;

  test(`everything that release ${facts.release} has left is there`, async (t) => {
    const data = await newDataFolder(t);
    execFileSync('tar', ['-C', data, '-xzf', join(FOLDER, file.replace(/json$/, 'tgz'))]);

    const app = await startApp(t, { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: 'duckdb' }, data);

    await untilDrained(app.url, DRAIN_MS_MAX);
    assert.deepEqual(await eventsOf(app.url, facts), [
      ...names('stored', facts.stored),
      ...names('waiting', facts.waiting),
    ]);
    const ada = await signIn(app.url, { email: facts.email, password: facts.password });
    const searches = await ada.read<{ name: string }[]>('/api/v1/saved-searches');
    assert.deepEqual(
      searches.map(({ name }) => name),
      [facts.savedSearch],
    );
    const table = await fetch(`${app.url}/api/v1/lookups/teams/export`, { headers: ada.headers });
    assert.equal(await table.text(), facts.lookup);
    assert.equal(await app.stop(), 0);
  });
}

/** With the key of that release; sorted as `names` are. */
async function eventsOf(url: string, { key, index }: FixtureFacts): Promise<string[]> {
  const query = encodeURIComponent(`index=${index} earliest=-3650d`);
  const answer = await fetch(`${url}/api/v1/logs/export?query=${query}&format=jsonl`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  const lines = text.split('\n').filter((line) => line !== '');
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
  return events.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function names(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${word} ${i}`);
}
