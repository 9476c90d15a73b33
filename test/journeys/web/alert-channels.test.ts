/** Where alerts go, in the browser: channels, their secrets, what does not arrive, and silences. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { linkInMail, startWebApp } from '../../support/browser/web-people.ts';

test('a channel shows its secret once, and says why a test message failed', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/alerts/channels');
  await page.getByRole('heading', { name: 'Owners are notified by email' }).waitFor();

  await page.getByRole('button', { name: 'New channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('ops');
  await dialog.getByLabel('Type').selectOption('webhook');
  await dialog.getByLabel(/^URL/).fill('https://127.0.0.1:1/hook');
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  // What the server refuses stands beside its field.
  await dialog.getByText('This resolves to an address that is not public.').waitFor();
  assert.equal(await dialog.getByLabel(/^URL/).getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await judgeBothThemes(page), []);
  await dialog.getByLabel(/^URL/).fill('https://hooks.example.invalid/hook');
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await dialog.getByText("It's shown only once").waitFor();
  const secret = await dialog.getByRole('region', { name: 'signing secret' }).innerText();
  assert.match(secret, /^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });

  const row = page.getByRole('row', { name: /^ops/ });
  await row.getByText('hooks.example.invalid').waitFor();
  assert.equal((await page.content()).includes(secret.trim()), false, 'the secret is gone');
  await row.getByRole('button', { name: 'Test ops' }).click();
  await row.getByRole('alert').waitFor();
  assert.match(await row.getByRole('alert').innerText(), /Test notification failed: \S+/);
  assert.deepEqual(await judgeBothThemes(page), []);

  await row.getByRole('button', { name: 'Rotate secret of ops' }).click();
  await dialog.getByRole('button', { name: 'Rotate secret', exact: true }).click();
  await dialog.getByText("It's shown only once").waitFor();
  const next = await dialog.getByRole('region', { name: 'signing secret' }).innerText();
  assert.notEqual(next, secret);
  await dialog.getByRole('button', { name: 'Done' }).click();

  // A secret stays with its host: elsewhere a webhook gets a new one, and a service its key again.
  await row.getByRole('button', { name: 'Edit ops' }).click();
  await dialog.getByLabel(/^URL/).fill('https://other.example.invalid/hook');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText("It's shown only once").waitFor();
  const moved = await dialog.getByRole('region', { name: 'signing secret' }).innerText();
  assert.match(moved, /^whsec_/);
  assert.notEqual(moved, next);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'New channel' }).click();
  await dialog.getByLabel(/^Name/).fill('pager');
  await dialog.getByLabel('Type').selectOption('pagerduty');
  await dialog.getByLabel(/^Integration key/).fill('k'.repeat(32));
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await page.getByRole('button', { name: 'Edit pager' }).click();
  await dialog.getByLabel(/^URL/).fill('https://other.example.invalid/hook');
  await dialog.getByText('The stored key is only sent to events.pagerduty.com.').waitFor();
  assert.equal(await dialog.getByLabel(/^Integration key/).getAttribute('required'), '');
});

test('an address gets alerts once somebody has clicked, not when its link is opened', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/alerts/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('on call');
  await dialog.getByLabel('Additional email addresses').fill('oncall@example.net');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  const row = page.getByRole('row', { name: /^on call/ });
  await row.getByText('oncall@example.net (not confirmed)').waitFor();

  const link = await linkInMail(web.app, 'oncall@example.net', /\/alerts\/confirm\?token=[\w-]+/);
  const stranger = await web.visit(link);
  await stranger.getByRole('button', { name: 'Confirm' }).waitFor();
  await page.reload();
  await row.getByText('oncall@example.net (not confirmed)').waitFor();
  await stranger.getByRole('button', { name: 'Confirm' }).click();
  await stranger.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  await page.reload();
  await row.getByText('oncall@example.net', { exact: true }).waitFor();
});

test('a silence every week is made, holds or waits, and ends', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/alerts/silences');
  await page.getByRole('heading', { name: 'No silences' }).waitFor();

  await page.getByRole('button', { name: 'Create silence' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('Restart');
  await dialog.getByText('Weekly').click();
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await dialog.getByText(day).click();
  await dialog.getByLabel(/^From/).fill('00:00');
  await dialog.getByLabel(/^To/).fill('00:00');
  await dialog.getByLabel('Group values').fill('host=web-*');
  await page.keyboard.press('Enter');
  assert.deepEqual(await judgeBothThemes(page), []);
  await dialog.getByRole('button', { name: 'Create silence' }).click();

  const row = page.getByRole('row', { name: /Restart/ });
  await row.getByText('active').waitFor();
  await row.getByText('host=web-*').waitFor();
  await row.getByText(/^every day from 00:00 to 00:00 the next day/).waitFor();
  await row.getByRole('button', { name: 'End Restart' }).click();
  await dialog.getByRole('button', { name: 'End silence' }).click();
  await page.getByRole('heading', { name: 'No silences' }).waitFor();
});
