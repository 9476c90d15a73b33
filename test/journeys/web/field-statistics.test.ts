/** The statistics of a field: one click in the list of fields, kept in the address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { sendEvents, startWebApp } from '../../support/browser/web-people.ts';
import { signIn } from '../../support/programs/visitor.ts';

const COUNT = 40;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };

test('a click shows how the values of a field lie, and the address keeps it', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const draft = { name: 'sender', scope: 'ingest-only' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  const now = Date.now();
  const events = Array.from({ length: COUNT }, (_, i) => ({
    timestamp: now - (i + 1) * 30_000,
    event: `order ${i}`,
    source: 'shop',
    attributes: { took: i, ...(i < 10 ? { city: i % 2 === 0 ? 'Bern' : 'Rome' } : {}) },
  }));
  assert.equal(await sendEvents(web.app, key, events), 202);
  const found = async (): Promise<number> =>
    (await owner.read<{ rows: unknown[] }>('/api/v1/logs?limit=100&earliest=-1h')).rows.length;
  for (let attempt = 0; (await found()) < COUNT; attempt += 1) {
    assert.ok(attempt < 600, 'the events did not become searchable');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const page = await web.visitAsOwner('/search?q=source%3Dshop');
  const faults: string[] = [];
  const judge = async (): Promise<void> => {
    faults.push(...(await judgeBothThemes(page)));
    await page.setViewportSize(PHONE);
    faults.push(...(await judgeWidth(page)));
    await page.setViewportSize(DESK);
  };
  const panel = page.getByRole('dialog');
  const fieldIs = async (field: string | null): Promise<void> =>
    page.waitForURL((url) => url.searchParams.get('field') === field);

  await page.getByRole('button', { name: 'Statistics of took' }).click();
  await fieldIs('took');
  await panel.getByText('40 of 40 (100%)').waitFor();
  await panel
    .getByRole('figure', { name: /^30 bins from 0 to 39, at most 2 values in one/ })
    .waitFor();
  await panel.getByText('p95').waitFor();
  await judge();
  await page.reload();
  await panel.getByText('40 of 40 (100%)').waitFor();
  await page.keyboard.press('Escape');
  await fieldIs(null);

  await page.getByRole('button', { name: 'Statistics of city' }).click();
  await panel.getByText('10 of 40 (25%)').waitFor();
  assert.equal(await panel.getByRole('region', { name: 'Distribution' }).count(), 0);
  await panel.getByRole('button', { name: 'Only city=Rome' }).click();
  await page.waitForURL((url) => url.searchParams.get('q') === 'source=shop city=Rome');
  await fieldIs(null);

  await page.goto(`${web.app.url}/search?q=source%3Dshop&field=nothing`);
  await panel.getByText('No event of this search has the field.').waitFor();
  await page.goto(`${web.app.url}/search?q=source%3Dother&field=took`);
  await panel.getByText('No events match this search.').waitFor();
  await judge();
  await page.route('**/api/v1/search/fields/statistics*', (route) =>
    route.fulfill({ status: 503, json: { code: 'STORAGE_UNAVAILABLE', error: 'Store is away.' } }),
  );
  await page.goto(`${web.app.url}/search?q=source%3Dshop&field=took`);
  await panel.getByRole('alert').waitFor();
  await judge();
  assert.deepEqual(faults, []);
});
