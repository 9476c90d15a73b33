/** Services in the browser: from logs to services, from a bad one to its cause, and the map. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { MEASURED_MS_MAX, startServicesWeb } from '../../support/browser/services-web.ts';

const services = (page: Page) => page.getByRole('list', { name: 'Services sorted by health' });

test('services that the logs name are ticked, created with KPIs, and measured', async (t) => {
  const web = await startServicesWeb(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/api-keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();

  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await page.getByRole('heading', { name: 'No services yet' }).waitFor();
  const table = page.getByRole('region', { name: 'Suggested services' });
  await table.getByText('error rate').first().waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  const create = page.getByRole('button', { name: /^(Select services|Create \d)/ });
  assert.equal(await create.isDisabled(), true);

  await table.getByRole('checkbox', { name: 'checkout' }).check();
  await table.getByRole('checkbox', { name: 'catalog' }).check();
  assert.match((await create.textContent()) ?? '', /^Create 2 services with \d+ KPIs$/);
  await create.click();

  const row = services(page).getByRole('listitem').filter({ hasText: 'catalog' });
  await row.getByText('healthy', { exact: true }).waitFor({ timeout: MEASURED_MS_MAX });
  await row.getByText(/^All .* within thresholds|other KPIs are within thresholds/).waitFor();
  // Before the first events there was no service: that is no gap in its measuring.
  await row.getByRole('img', { name: /^Last 24 hours of catalog: not created yet/ }).waitFor();
  assert.equal(await services(page).getByRole('listitem').count(), 2);

  // What is left is still offered.
  await page.getByRole('button', { name: 'Discover services' }).click();
  await table.getByRole('checkbox', { name: 'payments' }).waitFor();
  assert.equal(await table.getByRole('checkbox', { name: 'checkout' }).count(), 0);
});

test('a bad service stands first with its reason, and names what it fails by; the map shows it', async (t) => {
  const web = await startServicesWeb(t);
  if (web === undefined) return;
  const ids = await web.makeServices();
  const page = await web.visitAsOwner('/services');
  const row = (name: string) => services(page).getByRole('listitem').filter({ hasText: name });
  for (const name of ['payments', 'checkout']) {
    await row(name).getByText('critical', { exact: true }).waitFor({ timeout: MEASURED_MS_MAX });
  }
  await row('catalog').getByText('healthy', { exact: true }).waitFor({ timeout: MEASURED_MS_MAX });
  const names = await services(page).getByRole('link').allTextContents();
  assert.equal(names.at(-1), 'catalog');
  await row('checkout')
    .getByText(/^Error rate .*%, threshold 20% \(−80 points\)$/)
    .waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  await page.getByRole('link', { name: 'checkout', exact: true }).click();
  await page.getByRole('heading', { name: 'checkout', level: 1 }).waitFor();
  await page.getByText('100 − 80 = 20', { exact: true }).waitFor();
  await page.getByText('Likely cause:').waitFor();
  const standing = page.getByRole('region', { name: 'Health' });
  await standing.getByRole('img', { name: /^Last 24 hours of checkout/ }).waitFor();
  await page.getByRole('button', { name: 'History of Error rate' }).click();
  const chart = page.getByRole('slider', { name: 'Points of Error rate' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /critical|ok|not measured/);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page
    .getByRole('region', { name: 'Values of Error rate' })
    .getByText('critical')
    .first()
    .waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  await standing.getByRole('link', { name: 'payments' }).click();
  await page.getByRole('heading', { name: 'payments', level: 1 }).waitFor();
  const budgets = page.getByRole('region', { name: 'Error budgets' });
  await budgets.getByText('99% of events good, 7 days').waitFor();
  await budgets
    .getByText(/^Error budget exhausted|^Not enough data/)
    .waitFor({ timeout: MEASURED_MS_MAX });
  assert.deepEqual(await judgeBothThemes(page), []);
  await lookAtMap(page, ids);
});

async function lookAtMap(page: Page, ids: ReadonlyMap<string, string>): Promise<void> {
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const drawing = page.getByRole('region', { name: 'Map' });
  const node = drawing.getByRole('link', { name: /^checkout critical, 20/ });
  await node.focus();
  await page.keyboard.press('ArrowRight');
  await drawing
    .getByRole('link', { name: /^payments critical/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page
    .getByRole('list', { name: 'Services and their dependencies' })
    .getByText('depends on')
    .waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === `/services/${ids.get('payments')}`);
}

test('on a phone nothing is wider than the screen', async (t) => {
  const web = await startServicesWeb(t, { viewport: { width: 390, height: 844 } });
  if (web === undefined) return;
  const ids = await web.makeServices();
  const page = await web.visitAsOwner('/services');
  await page.getByText('critical', { exact: true }).first().waitFor({ timeout: MEASURED_MS_MAX });
  const checkout = `/services/${ids.get('checkout')}`;
  for (const path of ['/services', checkout, `${checkout}/kpis/new`, '/services/map']) {
    await page.goto(web.app.url + path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await judgeBothThemes(page), []);
    // What scrolls is the page within its frame.
    const overhang = await page.evaluate<number>(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main'))",
    );
    assert.equal(overhang, 0, path);
  }
});
