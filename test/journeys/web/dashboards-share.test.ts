/** A dashboard for others, on small screens, and while nobody looks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDashboardsWeb } from '../../support/browser/dashboards-web.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';

const PANELS = [
  {
    id: 'count',
    kind: 'value',
    title: 'Errors',
    x: 0,
    y: 0,
    w: 12,
    h: 5,
    query: 'level=error host=$host$ | stats count AS errors',
  },
  {
    id: 'logs',
    kind: 'logs',
    title: 'Events',
    x: 0,
    y: 5,
    w: 24,
    h: 8,
    query: 'level=error host=$host$',
  },
] as const;
const VARIABLES = [
  {
    name: 'host',
    type: 'list',
    label: 'Host',
    options: [{ value: 'web-1' }, { value: 'web-2' }],
    multiple: true,
  },
] as const;

test('a public link shows results to a stranger, no events, and nothing once it is withdrawn', async (t) => {
  const web = await startDashboardsWeb(t);
  if (web === undefined) return;
  const { id } = await web.make({ panels: [...PANELS], variables: [...VARIABLES] as never });
  const page = await web.visitAsOwner(`/dashboards/${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share dashboard' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText(`/dashboards/${id}`).waitFor();
  await dialog.getByRole('tab', { name: 'Public link' }).click();
  await dialog.getByRole('button', { name: 'Create public link' }).click();
  const link = (await dialog.getByText(/\/public\/dashboard/).innerText()).trim();
  await dialog.getByRole('table', { name: 'Public links' }).getByText('results from').waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  const stranger = await web.visit(link);
  await stranger.getByRole('region', { name: 'Errors' }).getByText('40', { exact: true }).waitFor();
  await stranger.getByText('This link shows no events.').waitFor();
  assert.equal(await stranger.getByText('refused by bank').count(), 0);
  assert.equal(await stranger.getByRole('navigation').count(), 0);
  assert.deepEqual(await judgeBothThemes(stranger), []);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
  await dialog.getByText('No public links').waitFor();
  await stranger.reload();
  await stranger.getByText(/was revoked/).waitFor();
});

test('on a phone panels stand below each other, and editing says that it needs more room', async (t) => {
  const web = await startDashboardsWeb(t, { viewport: { width: 360, height: 740 } });
  if (web === undefined) return;
  const { id } = await web.make({ panels: [...PANELS], variables: [...VARIABLES] as never });
  const page = await web.visitAsOwner(`/dashboards/${id}`);
  await page.getByRole('region', { name: 'Errors' }).getByText('40', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();

  await page.getByText('Editing requires a wider screen.').waitFor();
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(await judgeBothThemes(page), []);
});

test('a page that nobody sees asks nothing for five minutes, and once when it is seen (bar 12)', async (t) => {
  const web = await startDashboardsWeb(t);
  if (web === undefined) return;
  await web.make({
    panels: [...PANELS],
    variables: [...VARIABLES] as never,
    refreshSeconds: 30,
  });
  const page = await web.visitAsOwner('/dashboards');
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/data')) asked += 1;
  });
  const show = async (state: 'hidden' | 'visible'): Promise<void> => {
    await page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
  };
  await page.getByRole('link', { name: 'Errors' }).click();
  await page.getByRole('region', { name: 'Errors' }).getByText('40', { exact: true }).waitFor();
  await page.clock.runFor(40_000);
  await page.waitForLoadState('networkidle');
  assert.equal(asked, 2);

  await show('hidden');
  await page.clock.runFor(5 * 60_000);
  assert.equal(asked, 2);

  const again = page.waitForRequest((request) => request.url().endsWith('/data'));
  await show('visible');
  await again;
  await page.clock.runFor(1_000);
  assert.equal(asked, 3);
});
