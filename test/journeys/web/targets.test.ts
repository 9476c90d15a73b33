/** Operators see what is promised beside what was measured; nobody else does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { signIn } from '../../support/programs/visitor.ts';
import { OWNER, startWebApp } from '../../support/browser/web-people.ts';

test('an operator reads each target with what was measured, and what to do where nothing was', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const { url } = web.app;
  const owner = await signIn(url, OWNER);
  const { value } = await owner.create<{ value: string }>('/api/v1/api-keys', {
    name: 'targets',
    scope: 'full-access',
  });
  const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json' };
  const body = JSON.stringify([{ message: 'measured' }]);
  const sent = await fetch(`${url}/api/v1/logs`, { method: 'POST', headers, body });
  assert.equal(sent.status, 202);
  const isFound = async (): Promise<boolean> => {
    const found = await fetch(`${url}/api/v1/search?earliest=-1h&query=measured`, { headers });
    return (await found.text()).includes('"matched":1');
  };
  for (let tries = 0; tries < 600 && !(await isFound()); tries += 1) await sleep(50);

  const page = await web.visitAsOwner('/settings/targets');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

  await row('Uptime at least 99.9% no data No data').getByText('XPLAIN_STATUS_URL').waitFor();
  await row('Ingest latency p99 under 3 s at most').getByText('1 request on 1 node').waitFor();
  await row('Ingest latency p99')
    .getByText('Not enough data: needs at least 100 requests.')
    .waitFor();
  await row('Query latency p95 under 200 ms at most').waitFor();
  await row('Backup RPO under 1 h no data').getByText('XPLAIN_BACKUP_TO').waitFor();
  await row('Backup RTO under 4 h no data').waitFor();
  await row('Alert latency under 2 min no data').waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  const key = await fetch(`${url}/api/v1/operator/targets`, { headers });
  assert.equal(key.status, 403, 'a key runs no installation');
});

test('somebody who does not run the installation is not told', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const other = await signIn(web.app.url, web.person);
  assert.equal(await other.refusal('GET', '/api/v1/operator/targets'), 'FORBIDDEN');
  const page = await web.visitAsOwner('/settings/targets');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});
