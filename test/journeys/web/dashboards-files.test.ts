/** A dashboard beyond its page: copied, as a file and back, its panels in the clipboard, and by mail. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startDashboardsWeb } from '../../support/browser/dashboards-web.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { OWNER } from '../../support/browser/web-people.ts';

const PANEL = {
  id: 'count',
  kind: 'value',
  title: 'Failed',
  x: 0,
  y: 0,
  w: 12,
  h: 6,
  query: 'level=error | stats count AS failed',
} as const;

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a dashboard is copied, exported, imported, pasted from and sent by mail', async (t) => {
  const web = await startDashboardsWeb(t);
  if (web === undefined) return;
  const { id } = await web.make({ key: 'errors', panels: [PANEL] });
  const page = await web.visitAsOwner(`/dashboards/${id}`);
  await page.getByRole('region', { name: 'Failed' }).getByText('40', { exact: true }).waitFor();

  // A copy is another dashboard, without the key of the first.
  await choose(page, 'Duplicate');
  await page.getByRole('heading', { name: 'Copy of Errors', level: 1 }).waitFor();
  const copyId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  assert.notEqual(copyId, id);
  const copy = (await web.read(copyId)).definition;
  assert.deepEqual([copy.key ?? null, copy.panels], [null, [PANEL]]);

  // A file holds the definition and nothing else; it has the name of its key.
  await page.goto(`${web.app.url}/dashboards/${id}`);
  const arriving = page.waitForEvent('download');
  await choose(page, 'Export as file');
  const download = await arriving;
  assert.equal(download.suggestedFilename(), 'errors.json');
  const text = await readFile(await download.path(), 'utf8');
  const exported = JSON.parse(text) as { name: string; key: string; panels: unknown };
  assert.deepEqual(exported.panels, [PANEL]);
  assert.ok(!text.includes(id));

  // With a known key it becomes the next version, else a dashboard of its own; what is no dashboard says so.
  await page.getByRole('link', { name: 'Dashboards' }).click();
  const bring = async (content: string): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'errors.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
  };
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import dashboard' });
  await dialog.waitFor();
  await bring('no dashboard');
  await dialog.getByText(/JSON/).nth(1).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await bring(text.replace('"Errors"', '"Errors of today"'));
  await page.getByRole('heading', { name: 'Errors of today', level: 1 }).waitFor();
  assert.equal((await web.read(id)).version, 2);
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('button', { name: 'Import' }).click();
  await bring(text.replace('"errors"', '"other"').replace('"Errors"', '"Others"'));
  await page.getByRole('heading', { name: 'Others', level: 1 }).waitFor();
  assert.equal((await web.list()).length, 3);

  // A panel is copied here and pasted there: from the menu, and from the clipboard.
  await page.goto(`${web.app.url}/dashboards/${id}#edit`);
  await page.getByRole('button', { name: 'More actions for Failed' }).click();
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
  await page.getByText('Copied “Failed”.').waitFor();
  await page.goto(`${web.app.url}/dashboards/${copyId}#edit`);
  await page.getByRole('button', { name: 'Add panel' }).click();
  await page.getByRole('menuitem', { name: 'Paste copied panel' }).click();
  await page.getByText('Panel pasted').waitFor();
  await page.evaluate(`
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(JSON.stringify({ ...PANEL, title: 'From a file' }))});
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));`);
  await page.getByRole('button', { name: /^From a file,.*Press m to move/ }).waitFor();
  await page.getByRole('toolbar').getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog', { name: 'Save dashboard' })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
  await page.getByText('Saved as version 2').waitFor();
  const pasted = (await web.read(copyId)).definition.panels ?? [];
  assert.deepEqual(
    pasted.map(({ title }) => title),
    ['Failed', 'Failed', 'From a file'],
  );
  assert.equal(new Set(pasted.map((panel) => panel.id)).size, 3);

  await page.getByRole('toolbar').getByRole('button', { name: 'Close' }).click();
  await sendByMail(page);
});

/** A report is made, paused and deleted. */
async function sendByMail(page: Page): Promise<void> {
  await choose(page, 'Email reports');
  const reports = page.getByRole('dialog', { name: 'Email reports' });
  await reports.getByText('No reports yet.').waitFor();
  await reports.getByRole('button', { name: 'Add report' }).click();
  await reports.getByLabel('Name').fill('Monday’s errors');
  await reports.getByLabel('Day', { exact: true }).selectOption('friday');
  await reports.getByLabel('Time').fill('07:30');
  assert.deepEqual(await judgeBothThemes(page), []);
  await reports.getByRole('button', { name: 'Create report' }).click();
  const row = reports.getByRole('row', { name: /Monday’s errors/ });
  await row.getByText(/Friday.*07:30/).waitFor();
  await row.getByText(OWNER.email).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await row.getByRole('switch').click({ force: true });
  await row.getByRole('switch', { checked: false }).waitFor();
  await row.getByRole('button', { name: /^Delete report/ }).click();
  await reports.getByText('No reports yet.').waitFor();
}
