/** Data links in the web app: made on their page, then followed from events, tables and panels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { startDashboardsWeb } from '../../support/browser/dashboards-web.ts';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { signIn } from '../../support/programs/visitor.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a data link is made, changed, restored, followed from everywhere, and deleted', async (t) => {
  const web = await startDashboardsWeb(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const page = await web.visitAsOwner('/settings/data-links');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };
  const box = (name: string) => page.getByRole('dialog').getByRole('textbox', { name });
  const leads = async (link: Locator, href: string): Promise<void> => {
    await link.first().waitFor();
    assert.equal(await link.first().getAttribute('href'), href);
    assert.equal(await link.first().getAttribute('rel'), 'noopener noreferrer');
    assert.equal(await link.first().getAttribute('target'), '_blank');
  };

  await page.getByRole('heading', { name: 'No data links yet' }).waitFor();
  await judge();
  await page.getByRole('button', { name: 'Create data link' }).click();
  await box('Field').fill('host');
  await box('Name').fill('Runbook');
  await box('URL').fill('https://{host}.example.com/');
  await page.getByText('The URL must contain its host').waitFor();
  await judge();
  await box('URL').fill('https://wiki.example.com/hosts/{host}');
  await page.getByText('https://wiki.example.com/hosts/a%2Fb%201').waitFor();
  await box('URL').press('Enter');
  await page.getByRole('cell', { name: 'wiki.example.com', exact: true }).waitFor();
  await judge();

  await page.getByRole('button', { name: 'Edit Runbook' }).click();
  await box('Name').fill('Host runbook');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Versions of Host runbook' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('button', { name: 'Edit Runbook' }).waitFor();
  // Another link whose URL no value may lead out of.
  await owner.create('/api/v1/data-links', {
    name: 'Owner',
    field: 'source',
    url: 'https://people.example.com/{source}/{missing}',
  });

  await page.goto(`${web.app.url}/search?q=host%3Dweb-1`);
  await page.locator('.sx-row').first().click();
  const detail = page.getByRole('region', { name: 'Event details' });
  const runbook = 'https://wiki.example.com/hosts/web-1';
  await leads(detail.getByRole('link', { name: 'Runbook wiki.example.com' }), runbook);
  assert.equal(await detail.getByRole('link', { name: 'Owner' }).count(), 0, 'a field is missing');
  await judge();

  const table = 'host=web-1 | stats count BY host';
  await page.goto(`${web.app.url}/search?q=${encodeURIComponent(table)}`);
  await leads(page.getByRole('link', { name: 'Runbook (wiki.example.com)' }), runbook);
  await judge();

  const place = { x: 0, w: 12, h: 6 };
  const { id } = await web.make({
    panels: [
      { id: 'p1', kind: 'table', title: 'Hosts', query: table, y: 0, ...place },
      { id: 'p2', kind: 'logs', title: 'Lines', query: 'host=web-1', y: 6, ...place },
    ],
  });
  await page.goto(`${web.app.url}/dashboards/${id}`);
  await page.getByRole('region', { name: 'Hosts' }).getByRole('button', { name: 'web-1' }).click();
  await leads(page.getByRole('menuitem', { name: 'Runbook (wiki.example.com)' }), runbook);
  await page.keyboard.press('Escape');
  const lines = page.getByRole('region', { name: 'Lines' });
  await lines
    .getByRole('button', { name: /payment/ })
    .first()
    .click();
  await leads(lines.getByRole('link', { name: 'Runbook wiki.example.com' }), runbook);
  await judge();

  await page.goto(`${web.app.url}/settings/data-links`);
  for (const name of ['Runbook', 'Owner']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: 'No data links yet' }).waitFor();
  assert.deepEqual(faults, []);
});
