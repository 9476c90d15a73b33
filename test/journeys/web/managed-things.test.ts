/** Things that a bundle owns, in the web app: marked in lists, named on their pages, changed by hand, copied as YAML. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import type { BundlePlan } from '../../../src/contract/bundles.ts';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';
import { A_BUNDLE, SECRETS } from '../../support/example-bundle.ts';
import { signIn, type Visitor } from '../../support/programs/visitor.ts';

const PHONE = { width: 390, height: 844 };

async function apply(owner: Visitor, bundle: object): Promise<void> {
  const body = { bundle, secrets: SECRETS };
  const { hash } = await owner.create<BundlePlan>('/api/v1/config/plan', body);
  await owner.create('/api/v1/config/apply', { ...body, hash });
}

async function copied(page: Page): Promise<unknown> {
  await page.getByText('YAML copied').last().waitFor();
  const text = await page.evaluate<string>('navigator.clipboard.readText()');
  await page.evaluate(`navigator.clipboard.writeText('')`);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  return parse(text);
}

test('what a bundle owns says so in lists and on its page, and is copied as YAML', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const bundle = {
    ...A_BUNDLE,
    reports: {
      weekly: {
        name: 'Weekly numbers',
        dashboard: 'overview',
        schedule: { every: 'weekly', at: '08:00', weekday: 'monday' },
        recipients: [web.person.email],
      },
    },
  };
  await apply(owner, bundle);
  const idOf = async (path: string, name: string): Promise<string> => {
    const all = await owner.read<{ id: string; name: string }[]>(`/api/v1/${path}`);
    return all.find((each) => each.name === name)?.id ?? assert.fail(`no ${name} in ${path}`);
  };
  const page = await web.visitAsOwner('/settings/indexes');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const go = async (path: string) => page.goto(web.app.url + path, { waitUntil: 'networkidle' });
  const banner = page.getByRole('note', { name: 'Configuration as code' });
  const faults: string[] = [];

  // Lists: a mark at each, and the YAML of those that have no page.
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  for (const [path, kind, key, name] of [
    ['/settings/indexes', 'indexes', 'web', 'web'],
    ['/settings/lookups', 'lookups', 'teams', 'teams'],
    ['/alerts/channels', 'channels', 'ops', 'ops'],
    ['/alerts/silences', 'silences', 'nights', 'nights'],
  ] as const) {
    await go(path);
    await row(name).first().getByText('bundle shop').waitFor();
    faults.push(...(await judgeBothThemes(page)));
    await page.getByRole('button', { name: `Copy ${name} as YAML`, exact: true }).click();
    const yaml = (await copied(page)) as Record<string, Record<string, unknown>>;
    assert.deepEqual(Object.keys(yaml[kind] ?? {}), [key]);
    if (kind !== 'silences') assert.deepEqual(yaml[kind]?.[key], A_BUNDLE[kind][key as never]);
  }
  for (const path of ['/settings/pipelines', '/alerts/rules', '/dashboards', '/exports']) {
    await go(path);
    await page.getByText('bundle shop').first().waitFor();
    faults.push(...(await judgeBothThemes(page)));
  }
  await go('/services');
  await page.getByRole('listitem').getByText('bundle shop').first().waitFor();

  // Pages: the banner, and the YAML.
  const service = await idOf('services', 'checkout');
  const pages = [
    ['pipelines', 'hide', `/settings/pipelines/${await idOf('pipelines', 'hide')}`],
    ['alertRules', 'outage', `/alerts/rules/${await idOf('alert-rules', 'outage')}`],
    ['services', 'checkout', `/services/${service}`],
    ['kpis', 'failures', `/services/${service}/kpis/${await idOf('kpis', 'failures')}`],
    ['dashboards', 'overview', `/dashboards/${await idOf('dashboards', 'Overview')}`],
    ['exports', 'archive', `/exports/${await idOf('exports', 'archive')}`],
    [
      'savedSearches',
      'errors',
      `/search?saved=${await idOf('saved-searches', 'Errors of the shop')}`,
    ],
  ] as const;
  for (const [kind, key, path] of pages) {
    await go(path);
    await banner.getByText('Managed by the bundle shop').waitFor();
    await banner.getByText('Changes you make here last until the next apply.').waitFor();
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize({ width: 1_280, height: 800 });
    if (kind === 'services' || kind === 'dashboards') {
      await page
        .getByRole('button', { name: /^More actions/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Copy as YAML' }).click();
    } else {
      await page
        .getByRole('button', { name: /^Copy (as YAML|Errors of the shop as YAML)$/ })
        .click();
    }
    const yaml = (await copied(page)) as Record<string, Record<string, unknown>>;
    assert.deepEqual(Object.keys(yaml), [kind]);
    assert.deepEqual(Object.keys(yaml[kind] ?? {}), [key]);
  }

  // A report is managed from its dashboard.
  await go(pages[4][2]);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Email reports' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('bundle shop').waitFor();
  await dialog.getByRole('button', { name: 'Copy Weekly numbers as YAML' }).click();
  await page.getByText('YAML copied').last().waitFor();

  assert.deepEqual(faults, []);
});

test('an edit by hand is allowed, shows as drift, and ends with the next apply', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  await apply(owner, A_BUNDLE);
  const page = await web.visitAsOwner('/settings/indexes');
  const banner = page.getByRole('note', { name: 'Configuration as code' });

  await page.getByRole('button', { name: 'Edit web' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Changes you make here last until the next apply.').waitFor();
  await dialog.getByLabel('Description').fill('By hand');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit web' }).click();
  await banner.getByText('Changed manually since then: description.').waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.keyboard.press('Escape');

  // The page of a pipeline stays open over the change.
  const [pipeline] = await owner.read<{ id: string }[]>('/api/v1/pipelines');
  await page.goto(`${web.app.url}/settings/pipelines/${pipeline?.id ?? ''}`);
  await banner.getByText('last until the next apply').waitFor();
  await page.getByLabel('Filter').fill('index=app');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await banner.getByText('Changed manually since then: match.').waitFor();

  await apply(owner, A_BUNDLE);
  await page.reload();
  await banner.getByText('last until the next apply').waitFor();
  assert.equal(await page.getByLabel('Filter').inputValue(), 'index=web');
});

test('what no bundle owns has no banner, and is copied under a key made of its name', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const rule = await owner.create<{ id: string }>('/api/v1/alert-rules', {
    name: 'Too many errors',
    query: 'level=error',
    condition: { kind: 'threshold', op: '>', value: 5 },
  });
  const page = await web.visitAsOwner(`/alerts/rules/${rule.id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  // By keyboard.
  await page.getByRole('button', { name: 'Copy as YAML' }).focus();
  await page.keyboard.press('Enter');
  const yaml = (await copied(page)) as { alertRules: Record<string, { query: string }> };

  assert.equal(yaml.alertRules['too-many-errors']?.query, 'level=error');
  assert.equal(await page.getByRole('note', { name: 'Configuration as code' }).count(), 0);

  // Deleted meanwhile.
  await owner.remove(`/api/v1/alert-rules/${rule.id}`);
  await page.getByRole('button', { name: 'Copy as YAML' }).click();
  await page
    .getByRole('alert')
    .getByText("Bundles don't support this, or it was deleted.")
    .waitFor();
});
