/** What is told about exports: who may make them, and how they are doing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportRunWithFiles } from '../../../src/contract/export-runs.ts';
import type { ScheduledExport } from '../../../src/contract/exports.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { signIn } from '../../support/programs/visitor.ts';
import {
  linkInMail,
  PASSWORD,
  signInOn,
  signUpOn,
  startWebApp,
} from '../../support/browser/web-people.ts';

const NARROW = { width: 390, height: 800 };

test('whoever may not export is told why', async (t) => {
  const web = await startWebApp(t, { viewport: NARROW });
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const email = 'viewer@example.com';
  await owner.create('/api/v1/invitations', { email, role: 'viewer' });
  const page = await web.visit(`${web.app.url}/sign-up`, { viewport: NARROW });
  await signUpOn(page, web.app, email);
  await page.goto(await linkInMail(web.app, email, /\/invitations\/[\w-]+/));
  await signInOn(page, { email, password: PASSWORD });
  await page.getByRole('button', { name: /^Join / }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/invitations'));

  await page.goto(`${web.app.url}/exports/imports`);

  await page.getByRole('heading', { name: 'Exports require the Owner or Admin role' }).waitFor();
  await page.getByText('Your role is Viewer').waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${web.app.url}/search`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText('Exports require the permission logs:export.').waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'CSV (loaded rows)' }).count(), 0);
});

test('where the plan has no exports, none is offered', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/account');
  const send = async (
    method: string,
    path: string,
    data: object = {},
  ): Promise<{ readonly id: string }> => {
    const headers = { origin: web.app.url };
    const answer = await page.request.fetch(web.app.url + path, { method, data, headers });
    assert.ok(answer.ok(), await answer.text());
    return ((await answer.json()) as { data: { readonly id: string } }).data;
  };
  const { id } = await send('POST', '/api/v1/organizations', { name: 'Small' });
  await send('POST', `/api/v1/organizations/${id}/activate`);
  await send('PATCH', '/api/v1/organization/billing', { plan: 'free' });

  await page.goto(`${web.app.url}/exports`);

  await page
    .getByRole('heading', { name: "The free plan doesn't include scheduled exports" })
    .waitFor();
  assert.equal(await page.getByRole('link', { name: 'Create export' }).count(), 0);
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.goto(`${web.app.url}/exports/new`);
  await page.getByRole('heading', { name: 'Export limit of your plan reached' }).waitFor();
});

const ONE: ScheduledExport = {
  id: 'exp_1',
  name: 'All events, 7 years',
  version: 1,
  enabled: true,
  description: '',
  mode: 'archive',
  query: '*',
  schedule: { every: '1h' },
  earliest: null,
  latest: null,
  format: 'parquet',
  compression: 'zstd',
  destination: {
    kind: 's3',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'acme-logs',
    prefix: 'xplain',
    accessKeyId: 'AKIAEXAMPLE',
  },
  startAt: '2026-11-01T00:00:00.000Z',
  watermark: '2026-11-15T08:00:00.000Z',
  lagSeconds: 3_700,
  health: 'ok',
  healthDetail: '',
  running: 'run_1',
  lastRunAt: '2026-11-15T08:02:00.000Z',
  nextRunAt: '2026-11-15T10:02:00.000Z',
  createdBy: 'ada@example.com',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const RUN: ExportRunWithFiles = {
  id: 'run_1',
  export: 'exp_1',
  state: 'running',
  trigger: 'schedule',
  requestedBy: null,
  revision: 1,
  from: '2026-11-15T08:00:00.000Z',
  to: '2026-11-15T09:00:00.000Z',
  rows: 2_000_000,
  rowsPlanned: 5_100_000,
  bytes: 41_208_331,
  filesDone: 1,
  filesPlanned: 3,
  manifest: null,
  attempts: 1,
  error: null,
  nextTryAt: null,
  createdAt: '2026-11-15T09:02:00.000Z',
  startedAt: '2026-11-15T09:02:00.300Z',
  endedAt: null,
  files: [],
};
const FAILING: ScheduledExport = {
  ...ONE,
  id: 'exp_2',
  name: 'Audit log',
  running: null,
  health: 'failing',
  healthDetail: "The bucket doesn't exist.",
};
const LATE: ScheduledExport = {
  ...ONE,
  id: 'exp_3',
  name: 'Payments',
  running: null,
  health: 'late',
  lagSeconds: 16 * 86_400,
  healthDetail: 'The lag is 384 hours, and some events are deleted after 30 days.',
  destination: { kind: 'folder', folder: 'archive' },
};

test('a list tells how far runs are, what fails and what to do, also on a phone', async (t) => {
  const web = await startWebApp(t, { viewport: NARROW });
  if (web === undefined) return;
  const page = await web.visitAsOwner('/settings/account');
  const answer = (data: unknown) => ({ json: { data, nextCursor: null } });
  await page.route('**/api/v1/exports?*', (route) => route.fulfill(answer([ONE, FAILING, LATE])));
  await page.route('**/api/v1/exports/exp_1/runs/run_1', (route) => route.fulfill(answer(RUN)));

  await page.goto(`${web.app.url}/exports`);

  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  const progress = '2,000,000 of 5,100,000 rows in 1 of 3 files, 39.3 MB';
  await rowOf(ONE.name).getByText(progress).waitFor();
  await rowOf('Audit log').getByText("The bucket doesn't exist.").waitFor();
  await rowOf('Audit log')
    .getByText(/^Check the key, bucket and endpoint .* Then run it now\./)
    .waitFor();
  await rowOf('Payments').getByText('16 days').waitFor();
  await rowOf('Payments')
    .getByText(/Increase the retention/)
    .waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.setViewportSize({ width: 1_280, height: 800 });
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.getByRole('button', { name: `Actions for ${ONE.name}` }).click();
  await page.getByRole('menuitem', { name: 'Cancel run' }).waitFor();
});
