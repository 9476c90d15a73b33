/** A search beside the same search of an earlier time, on the search page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { sendEvents, startWebApp } from '../../support/browser/web-people.ts';
import { signIn, type Visitor } from '../../support/programs/visitor.ts';

const MINUTE_MS = 60_000;

test('people compare a search with an earlier time', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const { url } = web.app;
  const owner = await signIn(url, web.person);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  const ago = (minutes: number, service: string, count: number) =>
    Array.from({ length: count }, () => ({
      event: 'bought',
      service,
      timestamp: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
    }));
  const events = [
    ...ago(20, 'cart', 6),
    ...ago(80, 'cart', 3),
    ...ago(85, 'gone', 2),
    ...ago(150, 'cart', 1),
  ];
  assert.equal(await sendEvents(web.app, key, events), 202);
  await untilFound(owner, events.length);
  const page = await web.visitAsOwner('/search?q=service%3D*');

  await t.test('the histogram has the counts of the time before', async () => {
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('menuitem', { name: 'Previous period' }).click();
    await page.waitForURL((at) => at.searchParams.get('compare') === 'previous');
    const panel = page.getByRole('region', { name: 'Events over time' });
    await panel.getByText(/^Compared with /).waitFor();
    await panel.getByRole('figure', { name: /6 events .*; before: 5$/ }).waitFor();
    assert.deepEqual(await judgeBothThemes(page), []);
  });

  await t.test('a table has the value before, difference and ratio', async () => {
    await page.goto(`${url}/search?${of('* | stats count BY service', 'previous')}`);
    await page.getByRole('button', { name: 'vs previous period' }).waitFor();
    await page.getByText(/^Compared with /).waitFor();
    assert.match(await rowText(page, 'cart'), /cart\s+6\s+3\s+3\s+2/);
    assert.match(await rowText(page, 'gone'), /gone\s+0\s+2\s+-2\s+0/);
    assert.deepEqual(await judgeBothThemes(page), []);
  });

  await t.test('any shift is chosen with the keyboard, and is kept in the address', async () => {
    await page.getByRole('button', { name: 'vs previous period' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Earlier by…' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Earlier by');
    await field.fill('soon');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a number and a unit, such as 36h.').waitFor();
    await field.fill('1h');
    await page.keyboard.press('Enter');
    await page.waitForURL((at) => at.searchParams.get('compare') === '1h');
    await page.getByRole('button', { name: 'vs 1h before' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'vs 1h before' }).waitFor();
    assert.match(await rowText(page, 'cart'), /cart\s+6\s+3\s+3\s+2/);
  });

  await t.test('without data from then it says so, and compares nothing', async () => {
    await page.goto(`${url}/search?${of('* | stats count BY service', '1w')}`);
    await page.getByText(/^No baseline in .* No events from before /).waitFor();
    assert.match(await rowText(page, 'cart'), /^\s*cart\s+6\s*[–-]?\s*[–-]?\s*[–-]?\s*$/);
    assert.deepEqual(await judgeBothThemes(page), []);

    await page.goto(`${url}/search?${of('*', '1w')}`);
    await page.getByRole('figure', { name: /before: no baseline$/ }).waitFor();
  });

  await t.test('a table that cannot be compared says why', async () => {
    await page.goto(`${url}/search?${of('* | table service', '1d')}`);
    await page.getByText(/^This table can’t be compared\./).waitFor();
  });

  await t.test('it fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${url}/search?${of('*', 'previous')}`);
    await page.getByRole('button', { name: 'vs previous period' }).waitFor();
    assert.deepEqual(await judgeBothThemes(page), []);
    const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    assert.equal(tooWide, false);
  });
});

function of(q: string, compare: string): string {
  return new URLSearchParams({ q, compare }).toString();
}

async function rowText(page: Page, name: string): Promise<string> {
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.first().waitFor();
  return (await row.first().innerText()).replaceAll('\n', ' ');
}

async function untilFound(owner: Visitor, count: number): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const { rows } = await owner.read<{ rows: unknown[] }>('/api/v1/search?query=*&limit=100');
    if (rows.length >= count) return;
    await sleep(200);
  }
  assert.fail(`never found ${count} events`);
}
