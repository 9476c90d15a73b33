/** Short links in the web app: created from a search, opened by its owner and by a stranger, listed, revoked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a short link is created, opened, seen by its owner and nobody else, and revoked', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/search?q=level%3Derror&view=table');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Create short link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Errors of today');
  await judge();
  await dialog.getByRole('button', { name: 'Create short link' }).click();
  const shown = dialog.getByText(/\/s\/shl_\w{22}$/);
  await shown.waitFor();
  const url = new URL((await shown.textContent()) ?? '');
  await judge();

  await page.goto(web.app.url + url.pathname);
  await page.waitForURL((to) => to.pathname === '/search');
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get('q'), searchParams.get('view')], ['level=error', 'table']);
  await page.getByText(/^Short link by owner/).waitFor();

  await page.goto(`${web.app.url}/settings/short-links`);
  await page.getByRole('link', { name: 'Errors of today' }).waitFor();
  await judge();
  await page.getByRole('button', { name: 'Revoke Errors of today' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('heading', { name: 'No short links yet' }).waitFor();
  await judge();

  await page.goto(web.app.url + url.pathname);
  await page.getByRole('heading', { name: "This short link doesn't work" }).waitFor();
  await judge();
  assert.deepEqual(faults, []);

  const stranger = await startWebApp(t);
  assert.ok(stranger !== undefined);
  const other = await stranger.visitAsOwner(url.pathname);
  await other.getByRole('heading', { name: "This short link doesn't work" }).waitFor();
});
