/** The first alert rule in the browser: what is offered, and what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { sendErrors } from '../../support/browser/send-errors.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

test('where nothing watches, rules are offered, filled from one’s own events', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  await sendErrors(web);
  const page = await web.visitAsOwner('/alerts');
  await page.getByRole('heading', { name: 'No alert rules yet' }).waitFor();
  await page.getByRole('link', { name: 'Create your first rule' }).click();
  await page.getByRole('article', { name: 'A host stops sending' }).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  await page.getByRole('link', { name: 'Use this rule: A host stops sending' }).click();
  await page.getByText('Fires when a known host sends no events for 10 minutes').waitFor();
  await page.getByRole('button', { name: 'Create rule' }).click();

  const row = page.getByRole('row', { name: /A host stops sending/ });
  await row.getByText('no channel').waitFor();
  await page.getByRole('link', { name: 'Incidents', exact: true }).click();
  await page.getByRole('heading', { name: 'No firing incidents' }).waitFor();
  await page.getByText(/^1 rule, (checked \d+ s ago|not checked yet)\.$/).waitFor();
});

test('an Owner is offered a rule on the audit log, which can be evaluated', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/alerts/rules');
  const name = 'API key created outside working hours';
  await page.getByRole('link', { name: `Use this rule: ${name}` }).click();
  await page.getByRole('button', { name: 'Create rule' }).click();

  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByText('no channel').waitFor();
  assert.equal(await row.getByText('failing').count(), 0);
});

test('a rule that cannot be is refused beside the field that is wrong', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/alerts/rules/new?q=level%3Derror&name=Late&value=5');
  await page.getByText('Description, runbook and notification text').click();

  await page.getByLabel('Notification body').fill('{{secret}}');
  await page.getByRole('button', { name: 'Create rule' }).click();

  const body = page.getByLabel('Notification body');
  await page.getByText(/Unknown placeholder \{\{secret\}\}/).waitFor();
  assert.equal(await body.getAttribute('aria-invalid'), 'true');
  await body.fill('{{value}} errors');
  await page.getByLabel('Check interval').fill('soon');
  await page.getByText('Enter a duration, such as 5m or 1h30m.').waitFor();
});
