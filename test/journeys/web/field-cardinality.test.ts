/** Who looks after indexes sees which fields have too many values, and what to do; a search by one of them says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { signIn } from '../../support/programs/visitor.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

const SOURCES = 140;

test('a field with too many values is named under Indexes, and where a search groups by it', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const { url } = web.app;
  const owner = await signIn(url, web.person);
  const { value } = await owner.create<{ value: string }>('/api/v1/api-keys', {
    name: 'many',
    scope: 'full-access',
  });
  const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json' };
  const events = Array.from({ length: SOURCES }, (_, i) => ({ event: 'many', source: `job-${i}` }));
  const body = JSON.stringify(events);
  const sent = await fetch(`${url}/api/v1/logs`, { method: 'POST', headers, body });
  assert.equal(sent.status, 202);
  const isFound = async (): Promise<boolean> => {
    const query = encodeURIComponent('many | stats count');
    const found = await fetch(`${url}/api/v1/search?earliest=-1h&query=${query}`, { headers });
    return (await found.text()).includes(`"count":${SOURCES}`);
  };
  for (let tries = 0; tries < 600 && !(await isFound()); tries += 1) await sleep(50);

  const page = await web.visitAsOwner('/settings/indexes');
  const table = page.getByRole('region', { name: 'High-cardinality fields' });
  const row = table.getByRole('row', { name: /^source/ });
  await row.getByText('up to 100').waitFor();
  const [, distinct = ''] = (await row.innerText()).split(/\s+/);
  assert.ok(Number(distinct) > 100 && Number(distinct) < 200, `an estimate of 140: ${distinct}`);
  await row.getByText(/Send names of programs here/).waitFor();
  await page.getByText(/Estimated from 140 events in the last 7 days/).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  const query = encodeURIComponent('many | stats count by source');
  await page.goto(`${url}/search?q=${query}`);
  await page
    .getByText(/has about \d+ distinct values \(estimated\)\. At most 100 are recommended/)
    .waitFor();
});
