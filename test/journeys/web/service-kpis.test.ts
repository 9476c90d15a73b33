/** KPIs in the browser: made with a preview, changed, deleted, and watched by an alert rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Kpi } from '../../../src/contract/kpis.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { MEASURED_MS_MAX, startServicesWeb } from '../../support/browser/services-web.ts';

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

test('a KPI is made with a preview and the limits that fit, and becomes an alert', async (t) => {
  const web = await startServicesWeb(t);
  if (web === undefined) return;
  const ids = await web.makeServices();
  const catalog = ids.get('catalog') ?? '';
  const page = await web.visitAsOwner(`/services/${catalog}`);
  await page.getByRole('link', { name: 'Create KPI' }).click();

  // Nothing is asked before there is something to measure; then the past shows at once.
  await preview(page).getByText('Enter a filter for bad events').waitFor();
  await page.getByText('Aggregation', { exact: true }).click();
  await page.getByLabel(/^Name/).fill('Latency');
  await page
    .getByLabel(/^Field/)
    .first()
    .fill('duration_ms');
  await page.keyboard.press('Escape');
  await page.getByLabel('Unit').fill('ms');
  await preview(page)
    .getByText(/^\d+ intervals: .*\d+ ok/)
    .waitFor();
  await preview(page).getByRole('button', { name: 'Use suggested thresholds' }).click();
  await preview(page)
    .getByText(/^warning above \d+ ms/)
    .waitFor();
  const warning = Number(await page.getByRole('textbox', { name: 'Warning above' }).inputValue());
  assert.ok(warning > 119, `the limit ${warning} lies above what is usual`);

  // An objective over slots: a percentile counts no good events.
  await page.getByLabel('Track an SLO').check();
  assert.equal(await page.getByLabel('Based on', { exact: true }).inputValue(), 'timeslices');
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.getByRole('button', { name: 'Create KPI' }).click();

  const row = page
    .getByRole('list', { name: 'KPIs sorted by health' })
    .getByRole('listitem')
    .filter({ hasText: 'Latency' });
  await row.getByText('ok', { exact: true }).waitFor({ timeout: MEASURED_MS_MAX });
  await row.getByText(/^1\d\d ms$/).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  const kpis = await web.owner.read<Kpi[]>(`/api/v1/kpis?serviceId=${catalog}`);
  const latency = kpis.find(({ name }) => name === 'Latency');
  assert.equal(latency?.warning, warning);
  assert.equal(latency.slo?.kind, 'timeslices');

  await row.getByRole('button', { name: 'Create alert on Latency' }).click();
  await page.getByRole('heading', { name: 'New alert rule' }).waitFor();
  assert.equal(await page.getByLabel(/^Name/).inputValue(), 'catalog: Latency is critical');
  const asked = new URL(page.url()).searchParams.get('q') ?? '';
  assert.equal(asked, `index=_kpi kind=slot kpi_id="${latency.id}" state=critical`);
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByRole('row', { name: /catalog: Latency is critical/ }).waitFor();
});

test('what contradicts itself is refused where it stands, and a KPI is changed and deleted', async (t) => {
  const web = await startServicesWeb(t);
  if (web === undefined) return;
  const ids = await web.makeServices();
  const page = await web.visitAsOwner(`/services/${ids.get('catalog')}`);
  await page.getByRole('button', { name: 'More actions for Error rate' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Error rate', level: 1 }).waitFor();

  await page.getByRole('textbox', { name: 'Critical above' }).fill('2');
  await page
    .getByText('The critical threshold must be beyond the warning threshold.')
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Critical above' }).fill('30');
  await preview(page).getByText('critical above 30%').waitFor();
  await page.getByRole('button', { name: 'Save changes', exact: true }).click();
  await page.getByText('warning above 5%, critical above 30%').waitFor();

  await page.getByRole('button', { name: 'More actions for Throughput' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete KPI' }).click();
  await page
    .getByRole('button', { name: 'More actions for Throughput' })
    .waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Event filter').fill('service=catalog | stats count');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Must be a search without a pipe.').waitFor();
  await dialog.getByLabel('Event filter').fill('service=catalog');
  await dialog.getByLabel('Owner').first().fill('Catalogue team');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Tier 1 · Catalogue team').waitFor();

  await page.getByRole('button', { name: 'More actions for this service' }).click();
  await page.getByRole('menuitem', { name: 'Delete service' }).click();
  await page.getByRole('button', { name: 'Delete service' }).click();
  await page.waitForURL((url) => url.pathname === '/services');
  await page.getByRole('link', { name: 'checkout' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'catalog' }).count(), 0);
});
