/** A lookup table from the file of a person to the rows of a query, and back into a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWebApp } from '../../support/browser/web-people.ts';

test('a table is uploaded, looked at, used in a query, written by one, and deleted', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/lookups');
  const upload = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'Upload table' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('dialog').getByRole('button', { name: /File/ }).click();
    const buffer = Buffer.from(text);
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
  };
  await page.getByRole('heading', { name: 'No lookup tables yet' }).waitFor();

  await upload('Teams.csv', 'service,team\ncheckout,payments\nauth\n');
  await page.getByText('Line 3: Expected 2 values, found 1.').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await upload('Teams.csv', 'service,team\ncheckout,payments\nauth,identity\n');
  await page.getByText('service, team').waitFor();
  await page.getByRole('button', { name: 'Preview teams' }).click();
  await page.getByRole('cell', { name: 'identity' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'teams', exact: true }).click();
  await page.getByRole('cell', { name: 'payments' }).waitFor();
  const writing = '| inputlookup teams WHERE team=identity | outputlookup few';
  await page.goto(`${web.app.url}/search?q=${encodeURIComponent(writing)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('would write to a lookup table').first().waitFor();
  await page.goto(`${web.app.url}/settings/lookups`);
  await page.getByRole('link', { name: 'teams', exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'few', exact: true }).count(), 0);
  await page.goto(`${web.app.url}/search?q=${encodeURIComponent(writing)}`);
  await page.getByRole('button', { name: 'Run and write' }).click();
  await page.getByRole('cell', { name: 'identity' }).waitFor();

  await page.goto(`${web.app.url}/settings/lookups`);
  await page.getByRole('link', { name: 'few', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete few' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('link', { name: 'few', exact: true }).waitFor({ state: 'detached' });
});
