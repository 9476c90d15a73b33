/** A dashboard in the browser: from a search to a panel, edited beside a preview, by keys alone, saved and had back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startDashboardsWeb } from '../../support/browser/dashboards-web.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';

const place = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
const EDGE = {
  id: 'hosts',
  kind: 'bars',
  title: 'By host',
  ...place(0, 0, 12, 6),
  query: 'level=error | stats count by host',
} as const;
const COUNT = {
  id: 'count',
  kind: 'value',
  title: 'Errors',
  ...place(12, 0, 12, 6),
  query: 'level=error | stats count AS errors',
} as const;

/** The panel as something that keys go to. */
const grip = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title},.*Press m to move`) });

async function save(page: Page, note: string): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save dashboard' });
  await dialog.getByLabel('Change note').fill(note);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
}

test('a search becomes a panel in two clicks, and the notice takes it back', async (t) => {
  const web = await startDashboardsWeb(t);
  if (web === undefined) return;
  const query = 'level=error | stats count by host';
  const page = await web.visitAsOwner(`/search?q=${encodeURIComponent(query)}&earliest=-1h`);
  await page.getByRole('region', { name: 'Result table' }).getByText('web-3').waitFor();

  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  await page.getByText('Bar gauge: Count by host').waitFor();
  await page.getByRole('menuitem', { name: 'New dashboard' }).click();
  await page.getByText('Panel added to new dashboard Count by host').waitFor();
  const [made] = await web.list();
  assert.ok(made);

  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  await page.getByRole('menuitem', { name: made.name }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Panel added to Count by host' });
  await notice.waitFor();
  assert.equal((await web.read(made.id)).definition.panels?.length, 2);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await untilPanels(web.read, made.id, 1);

  await page.getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('link', { name: 'Count by host' }).click();
  await page.getByRole('heading', { name: 'Count by host', level: 1 }).waitFor();
  const panel = page.getByRole('region', { name: 'Count by host' });
  await panel.getByText('web-3').waitFor();
  assert.equal((await web.read(made.id)).definition.panels?.[0]?.kind, 'bars');
});

test('panels are added beside a preview, moved and resized by keys, saved and had back', async (t) => {
  const web = await startDashboardsWeb(t);
  if (web === undefined) return;
  const { id } = await web.make({ panels: [EDGE, COUNT] });
  const page = await web.visitAsOwner(`/dashboards/${id}`);
  await page.getByRole('region', { name: 'By host' }).getByText('web-3').waitFor();

  // `e` begins; a query runs on Ctrl+Enter, and the kind follows from it.
  await page.keyboard.press('e');
  await page.getByRole('toolbar', { name: 'Editing' }).waitFor();
  await page.getByRole('button', { name: 'Add panel' }).click();
  await page.getByRole('menuitem', { name: /^From a query/ }).click();
  const editor = page.getByRole('region', { name: 'Panel editor' });
  const text = editor.getByRole('textbox', { name: 'Query' });
  await text.fill('level=error | top host');
  await text.press('Control+Enter');
  await editor.getByText('web-2').waitFor();
  assert.equal(await editor.getByLabel('Visualization').inputValue(), 'bars');

  // Looks change without asking.
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/data')) asked += 1;
  });
  await editor.getByLabel('Title').fill('Top hosts');
  await editor.getByLabel('Unit').selectOption('%');
  await editor.getByText('10%').first().waitFor();
  assert.equal(asked, 0);
  assert.deepEqual(await judgeBothThemes(page), []);
  await editor.getByRole('button', { name: 'Add panel' }).click();
  await grip(page, 'Top hosts').waitFor();

  // Keys alone: `m` and arrows move, `r` and arrows resize, and it is told.
  await grip(page, 'By host').focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.getByText(/^By host: column 1, row 9, 12 columns wide/).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.getByText(/11 columns wide, 5 rows high/).waitFor();
  await page.keyboard.press('Enter');
  assert.deepEqual(await judgeBothThemes(page), []);

  // By pointer as well: the number goes to the left.
  const box = await grip(page, 'Errors').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 60, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, box.y + 20, { steps: 8 });
  await page.mouse.up();

  await save(page, 'Arranged anew');
  await page.getByText('Saved as version 2').waitFor();
  const { definition, version } = await web.read(id);
  assert.equal(version, 2);
  const panels = new Map(definition.panels?.map((panel) => [panel.id, panel]));
  assert.deepEqual([panels.get('hosts')?.w, panels.get('hosts')?.h], [11, 5]);
  assert.ok((panels.get('count')?.x ?? 12) < 12);
  assert.equal(panels.get('p3')?.title, 'Top hosts');

  // The version before is had back, as a new one.
  await page.getByRole('toolbar').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'View versions' }).click();
  await page.getByRole('cell', { name: 'Arranged anew' }).waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Version 1 restored').waitFor();
  assert.deepEqual((await web.read(id)).definition.panels, [EDGE, COUNT]);
});

test('two people save: different panels come together, the same one asks (bar 9)', async (t) => {
  const web = await startDashboardsWeb(t);
  if (web === undefined) return;
  const { id } = await web.make({ panels: [EDGE, COUNT] });
  const mine = await web.visitAsOwner(`/dashboards/${id}#edit`);
  const theirs = await web.visitAsOwner(`/dashboards/${id}#edit`);
  const rename = async (page: Page, title: string, next: string): Promise<void> => {
    await grip(page, title).focus();
    await page.keyboard.press('Enter');
    const editor = page.getByRole('region', { name: 'Panel editor' });
    await editor.getByLabel('Title').fill(next);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await grip(page, next).waitFor();
  };

  await rename(theirs, 'By host', 'Hosts');
  await save(theirs, 'Theirs');
  await theirs.getByText('Saved as version 2').waitFor();
  await rename(mine, 'Errors', 'All errors');
  await save(mine, 'Mine');
  const owner = RegExp.escape(web.person.email);
  await mine
    .getByText(new RegExp(`Saved as version 3, merged with the changes of ${owner}`))
    .waitFor();
  const titles = async () => (await web.read(id)).definition.panels?.map(({ title }) => title);
  assert.deepEqual(await titles(), ['Hosts', 'All errors']);

  await rename(mine, 'Hosts', 'My hosts');
  await save(mine, 'Mine');
  await mine.getByText('Saved as version 4').waitFor();
  await rename(theirs, 'Hosts', 'Their hosts');
  await save(theirs, 'Theirs');
  const dialog = theirs.getByRole('dialog', { name: 'Resolve conflicting changes' });
  await dialog.getByText('title: My hosts').waitFor();
  assert.deepEqual(await judgeBothThemes(theirs), []);
  assert.equal(
    await dialog.getByRole('button', { name: 'Save merged version' }).isDisabled(),
    true,
  );
  await dialog.getByRole('radio', { name: /: yours$/ }).check();
  await dialog.getByRole('button', { name: 'Save merged version' }).click();
  await theirs.getByText(/Saved as version 5/).waitFor();
  assert.deepEqual(await titles(), ['Their hosts', 'All errors']);
});

async function untilPanels(
  read: (id: string) => Promise<{ readonly definition: { readonly panels?: readonly unknown[] } }>,
  id: string,
  count: number,
): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if ((await read(id)).definition.panels?.length === count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`the dashboard did not come to have ${count} panels`);
}
