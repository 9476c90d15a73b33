/** What holds for every page: people with a screen reader can use it, and nothing is fetched from elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { judgeBothThemes, judgePage, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

const OUTSIDE = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/alerts/confirm?token=none',
  '/public/dashboard#none',
];
const INSIDE = [
  '/search',
  '/search/macros',
  '/search/macros/new',
  '/search/data-models',
  '/search/data-models/new',
  '/dashboards',
  '/services',
  '/services/map',
  '/evaluate',
  '/evaluate?view=checks',
  '/evaluate?check=new',
  '/onboarding',
  ...['', '/rules', '/rules/new', '/channels', '/silences'].map((name) => `/alerts${name}`),
  ...['', '/new', '/imports'].map((name) => `/exports${name}`),
  ...['sign-in', 'directory'].map(settings),
  ...[
    'organization',
    'members',
    'api-keys',
    'access-tokens',
    'indexes',
    'pipelines',
    'lookups',
    'data-links',
    'short-links',
  ].map(settings),
  ...[
    'usage',
    'audit',
    'audit/streams',
    'dead-letters',
    'deletions',
    'billing',
    'installation',
    'targets',
    'account',
  ].map(settings),
];

function settings(name: string): string {
  return `/settings/${name}`;
}

test('every page passes WCAG AA in both themes, without a word to other hosts', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/search');
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(web.app.url)) strangers.push(request.url());
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));

  for (const path of INSIDE) faults.push(...(await look(page, web.app.url + path)));
  await page.context().clearCookies();
  for (const path of OUTSIDE) faults.push(...(await look(page, web.app.url + path)));

  await page.setViewportSize(PHONE);
  await page.goto(`${web.app.url}/docs`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  faults.push(...(await judgeWidth(page)));

  assert.deepEqual(faults, []);
  assert.deepEqual(strangers, []);
});

test('what is shown while the server takes its time passes as well', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/account');
  await page.route('**/api/v1/search**', () => {});

  await page.goto(`${web.app.url}/search`);
  for (const name of ['Searching', 'Loading fields']) {
    await page.getByRole('status', { name }).waitFor();
  }

  assert.deepEqual(await judgePage(page), []);
});

/** What axe and the layout have to say about a page, also on a phone. */
async function look(page: Page, url: string): Promise<string[]> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading').first().waitFor({ state: 'attached' });
  const faults = await judgeBothThemes(page);
  await page.setViewportSize(PHONE);
  const isWide = await judgeWidth(page);
  await page.setViewportSize(DESK);
  return [...faults, ...isWide.map((fault) => `390 px: ${fault}`)];
}
