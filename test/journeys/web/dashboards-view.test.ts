/** Looking at a dashboard in the browser: values, variables, what is behind a click, keys, and a link for everybody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { DashboardDefinition } from '../../../src/contract/dashboard-definition.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { sendErrors } from '../../support/browser/send-errors.ts';
import { signIn, type Visitor } from '../../support/programs/visitor.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

const DEFINITION: DashboardDefinition = {
  schema: 1,
  name: 'Payments',
  // The end of a range that ends now is rounded down, and the events have only just been sent.
  time: { earliest: '-1h', latest: '+10m' },
  variables: [
    { name: 'host', type: 'query', label: 'Host', query: '* | top host', multiple: true },
  ],
  panels: [
    {
      id: 'refused',
      kind: 'value',
      title: 'Refused',
      x: 0,
      y: 0,
      w: 6,
      h: 5,
      query: 'host=$host$ | stats count AS refused',
      thresholds: [{ from: 10, state: 'critical' }],
    },
    {
      id: 'hosts',
      kind: 'timeseries',
      title: 'Over time',
      x: 6,
      y: 0,
      w: 18,
      h: 7,
      query: 'host=$host$ | timechart count BY host',
      options: { style: 'bars', stack: 'normal' },
    },
    {
      id: 'bars',
      kind: 'bars',
      title: 'By host',
      x: 0,
      y: 7,
      w: 12,
      h: 6,
      query: '* | stats count BY host',
    },
    {
      id: 'wrong',
      kind: 'timeseries',
      title: 'Without times',
      x: 12,
      y: 7,
      w: 12,
      h: 6,
      query: '* | stats count BY host',
    },
    {
      id: 'more',
      kind: 'heading',
      title: 'Details',
      x: 0,
      y: 13,
      w: 24,
      h: 2,
      options: { collapsed: true },
    },
    {
      id: 'events',
      kind: 'logs',
      title: 'Events',
      x: 0,
      y: 15,
      w: 24,
      h: 8,
      query: 'host=$host$',
    },
  ],
};

async function makeDashboard(owner: Visitor): Promise<string> {
  const { id } = await owner.create<{ id: string }>('/api/v1/dashboards', {
    definition: DEFINITION,
  });
  return id;
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

test('a dashboard shows one moment, follows a variable, and leads to the events behind it', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  await sendErrors(web);
  const owner = await signIn(web.app.url, web.person);
  const id = await makeDashboard(owner);
  const page = await web.visitAsOwner(`/dashboards/${id}`);
  const asked: string[][] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith(`/dashboards/${id}/data`)) return;
    asked.push((request.postDataJSON() as { panels: string[] }).panels);
  });

  await page.getByText(/^as of \d\d:\d\d:\d\d$/).waitFor();
  await panel(page, 'Refused').getByText('40', { exact: true }).waitFor();
  await panel(page, 'Refused').getByText('critical').waitFor();
  await panel(page, 'Without times').getByText('A time series needs _time').waitFor();
  await panel(page, 'By host').getByText('web-3').waitFor();
  assert.equal(await page.getByText('payment 2 refused').count(), 0);
  assert.deepEqual(await judgeBothThemes(page), []);

  // What a heading hides is asked for when it is opened.
  asked.length = 0;
  await page.getByRole('button', { name: 'Details' }).click();
  await panel(page, 'Events').getByText('payment 2 refused').waitFor();
  assert.deepEqual(
    asked.map((ids) => ids.includes('events')),
    [true],
  );

  // A variable is in the address, and holds for the panels that name it.
  await page.getByRole('combobox', { name: 'Host' }).click();
  await page.getByRole('option', { name: 'web-1' }).click();
  await panel(page, 'Refused').getByText('10', { exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('var.host'), 'web-1');
  await panel(page, 'By host').getByText('web-3').waitFor();
  await page.keyboard.press('Escape');

  await walkByKeys(page);
  await goBehind(page);
});

/** Points by arrow keys, a chart as a table, a panel over the whole screen, and what it has cost. */
async function walkByKeys(page: Page): Promise<void> {
  const points = panel(page, 'Over time').getByRole('slider', { name: 'Points of Over time' });
  await points.focus();
  await page.keyboard.press('End');
  assert.match(
    (await points.getAttribute('aria-valuetext')) ?? '',
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
  );
  await panel(page, 'Over time')
    .getByText(/^From .*; web-1: /)
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Menu for Over time' }).click();
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  await panel(page, 'Over time').getByRole('columnheader', { name: '_time' }).waitFor();

  await page.getByRole('heading', { name: 'Payments' }).click();
  await page.keyboard.press('c');
  await panel(page, 'Refused')
    .getByText(/rows scanned · .* · computed/)
    .waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const full = page.getByRole('dialog');
  await full.getByText('Refused').waitFor();
  await page.keyboard.press('Escape');
  await full.waitFor({ state: 'detached' });
}

async function goBehind(page: Page): Promise<void> {
  await panel(page, 'By host').getByRole('button', { name: /web-2/ }).click();
  await page.getByRole('menuitem', { name: 'Filter this dashboard: host = web-2' }).click();
  await page.waitForURL((url) => url.searchParams.get('var.host') === 'web-2');
  await panel(page, 'By host').getByRole('button', { name: /web-2/ }).click();
  await page.getByRole('menuitem', { name: 'View events' }).click();
  await page.waitForURL((url) => url.pathname === '/search');
  assert.equal(new URL(page.url()).searchParams.get('q'), 'host=web-2');
  await page.getByText('payment 2 refused').first().waitFor();
}

test('a public link shows its panels to anybody until it is withdrawn, and says who may frame it', async (t) => {
  const web = await startWebApp(t, { viewport: { width: 360, height: 740 } });
  if (web === undefined) return;
  await sendErrors(web);
  const owner = await signIn(web.app.url, web.person);
  const id = await makeDashboard(owner);
  const draft = { audience: 'public', embedOrigins: ['https://status.example.com'] };
  const shared = await owner.create<{ url: string; token: string; link: { id: string } }>(
    `/api/v1/dashboards/${id}/share`,
    draft,
  );
  const { pathname, hash } = new URL(shared.url);
  assert.equal(hash, `#${shared.token}`);

  const html = { headers: { accept: 'text/html' } };
  const { headers } = await fetch(`${web.app.url}${pathname}`, html);
  assert.match(
    headers.get('content-security-policy') ?? '',
    /frame-ancestors https:\/\/status\.example\.com$/,
  );
  assert.equal(headers.get('x-frame-options'), null);

  const viewport = { width: 360, height: 740 };
  const page = await web.visit(`${web.app.url}${pathname}${hash}`, { viewport });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.reload();
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  await panel(page, 'Refused').getByText('40', { exact: true }).waitFor();
  await panel(page, 'By host').getByText('web-3').waitFor();
  assert.equal(await page.getByRole('navigation').count(), 0);
  assert.equal(await panel(page, 'By host').getByRole('button', { name: /web-2/ }).count(), 0);
  assert.deepEqual(await judgeBothThemes(page), []);
  assert.ok(sent.some((url) => url.endsWith('/api/v1/public/dashboard')));
  // A browser keeps what stands behind `#` to itself, and the page does the same.
  assert.ok(sent.every((url) => !url.split('#', 1).join().includes(shared.token)));

  await owner.remove(`/api/v1/dashboards/${id}/links/${shared.link.id}`);
  await page.reload();
  await page.getByRole('heading', { name: "This link doesn't work" }).waitFor();
});
