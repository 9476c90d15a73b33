/** An evaluation in the browser: look at what would be read, then get a verdict with its rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../../support/programs/visitor.ts';
import { startWebApp, type WebApp } from '../../support/browser/web-people.ts';

test('a preview costs nothing, and every verdict shows the row it rests on', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/evaluate');
  await page.getByText('Paste', { exact: true }).click();
  await page
    .getByLabel('Events, one per line')
    .fill(
      [
        'step migrate: 3 migrations applied, schema at version 87',
        'step cache-warmup: skipped, flag WARM_CACHE is off',
        'step smoke-test: 1 of 6 checks failed: refund returned 504',
      ].join('\n'),
    );
  await page.getByRole('button', { name: 'Deployment succeeded' }).click();

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText('Events covered').waitFor();
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();

  const verdict = page.getByRole('region', { name: 'Result' });
  const smokeTest = verdict.getByRole('article', { name: 'Finding smoke-test' });
  await smokeTest.getByText('Failed', { exact: true }).waitFor();
  assert.match(await smokeTest.locator('mark').first().innerText(), /checks failed/);
  const marked = await page.evaluate(`['light', 'dark'].map((scheme) => {
    document.documentElement.dataset.mantineColorScheme = scheme;
    return getComputedStyle(document.querySelector('article mark')).backgroundColor;
  })`);
  assert.deepEqual(marked, ['rgb(255, 224, 102)', 'rgb(107, 82, 0)']);
  await smokeTest.getByText('Quote verified').first().waitFor();
  await verdict
    .getByRole('article', { name: 'Finding cache' })
    .getByText('Skipped')
    .first()
    .waitFor();
  await verdict.getByRole('article', { name: 'Finding rollout' }).getByText('Not found').waitFor();
  assert.equal(await spent(web), 0, 'no model was asked');
  // The browser evaluates with its session: nobody finds a token in the audit log that they have not created.
  const actions = await auditedUntil(web, 'evaluation.run');
  assert.ok(!actions.includes('access_token.created'), actions.join());
});

async function auditedUntil(web: WebApp, last: string): Promise<string[]> {
  const owner = await signIn(web.app.url, web.person);
  const path =
    '/api/v1/search?query=index%3D_audit%20%7C%20stats%20count%20by%20action&latest=%2B1m';
  for (;;) {
    const { rows } = await owner.read<{ rows: { action: string }[] }>(path);
    const actions = rows.map(({ action }) => action);
    if (actions.includes(last)) return actions;
    await sleep(SEARCH_AGAIN_MS);
  }
}

/** Ten searches a minute. */
const SEARCH_AGAIN_MS = 6_000;

async function spent(web: WebApp): Promise<number> {
  const owner = await signIn(web.app.url, web.person);
  const usage = await owner.read<{ credits: { used: number } }>('/api/v1/organization/usage');
  return usage.credits.used;
}
