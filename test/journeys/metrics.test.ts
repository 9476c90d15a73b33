/** What a node tells of itself, beside the page that says what there is. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../src/spec/limits.ts';
import { readMetrics } from '../../tools/metrics-page.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

/** There once backups are set up. */
const WHEN_SET = new Set(['xplain_backup_age_seconds', 'xplain_drill_seconds']);

test('the page of metrics names all of them, and they count what happens', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  const made = await ada.create<{ value: string }>('/api/v1/api-keys', {
    name: 'all',
    scope: 'full-access',
  });
  const headers = { authorization: `Bearer ${made.value}`, 'content-type': 'application/json' };
  const sent = JSON.stringify([{ message: 'one' }, { message: 'two' }]);
  const accepted = await fetch(`${app.url}/api/v1/logs`, { method: 'POST', headers, body: sent });
  assert.equal(accepted.status, 202, await accepted.text());
  const search = (query: string) =>
    fetch(`${app.url}/api/v1/search?earliest=-1h&query=${encodeURIComponent(query)}`, { headers });
  assert.equal((await search('one')).status, 200);
  assert.equal((await search('* | stats count by')).status, 400);

  const isFound = async (): Promise<boolean> =>
    (await (await search('one')).text()).includes('"matched":1');
  for (let tries = 0; tries < 600 && !(await isFound()); tries += 1) await sleep(50);
  let text = '';
  const valueOf = (start: string): number | undefined => {
    const line = text.split('\n').find((each) => each.startsWith(`${start} `));
    return line === undefined ? undefined : Number(line.slice(start.length + 1));
  };
  for (let tries = 0; tries < 600 && valueOf('xplain_dead_letters') === undefined; tries += 1) {
    text = await (await fetch(`${app.url}/metrics`)).text();
    await sleep(50);
  }

  const reported = [...text.matchAll(/^# TYPE (xplain_\w+) (\w+)$/gm)].map(([, name, kind]) => [
    name,
    kind,
  ]);
  assert.deepEqual(
    reported.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    readMetrics()
      .filter(({ name }) => !WHEN_SET.has(name))
      .map(({ name, kind }) => [name, kind]),
  );
  assert.equal(valueOf('xplain_ingest_events_total'), 2);
  assert.equal(valueOf('xplain_ingest_bytes_total'), sent.length);
  assert.equal(valueOf('xplain_http_errors_total{code="QUERY_SYNTAX_ERROR"}'), 1);
  assert.ok((valueOf('xplain_search_seconds_count{kind="query"}') ?? 0) >= 1);
  assert.equal(valueOf('xplain_search_running{kind="query"}'), 0);
  assert.ok((valueOf('xplain_search_simple_seconds_count') ?? 0) >= 2);
  assert.equal(valueOf('xplain_ingest_to_queryable_seconds_count'), 1);
  assert.equal(valueOf('xplain_dead_letters'), 0);
  assert.equal(valueOf('xplain_disk_reserve_bytes'), 512 * 1024 * 1024);
  assert.ok((valueOf('xplain_disk_free_bytes') ?? 0) > 0);
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  assert.match(text, new RegExp(`^xplain_build_info\\{version="${version}",node="v\\d`, 'm'));
  const page = readFileSync(new URL('../../docs/operating/metrics.md', import.meta.url), 'utf8');
  const used = new Set([...page.matchAll(/\bxplain_\w+/g)].map(([name]) => name));
  const known = new Set([...reported.map(([name]) => name), ...WHEN_SET]);
  for (const name of used) {
    assert.ok(known.has(name.replace(/_(?:bucket|count|sum)$/, '')), `${name} is no metric`);
  }
  assert.match(text, /Waiting dead letters/);
  assert.ok(text.includes(String(LIMITS.queue.deadLettersCountedMax)));
});
