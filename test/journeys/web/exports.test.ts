/** Scheduled exports in the browser: from a search to a file, and from a bucket that refuses to one that takes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { failure, reply, startBucket } from '../../support/s3/start-bucket.ts';
import { sendErrors } from '../../support/browser/send-errors.ts';
import { signIn } from '../../support/programs/visitor.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

const NARROW = { width: 390, height: 800 };
/** A run waits for its turn, asks the store, writes and uploads, on a machine that does other things, too. */
const RUN_MS_MAX = 60_000;

const runs = (page: Page) => page.getByRole('region', { name: 'Runs' }).first();

test('a search becomes a report, which runs, and its file is downloaded', async (t) => {
  const web = await startWebApp(t);
  if (web === undefined) return;
  await sendErrors(web);
  const query = 'level=error | stats count by host';
  const page = await web.visitAsOwner(`/search?q=${encodeURIComponent(query)}&earliest=-4h`);
  await page.getByRole('region', { name: 'Result table' }).getByText('web-3').waitFor();

  // The search comes along, and what it would write is shown before anything is saved.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export on a schedule' }).click();
  await page.getByRole('heading', { name: 'New export' }).waitFor();
  await page.getByRole('region', { name: 'Rows to export' }).getByText('web-3').waitFor();
  const next = page.getByRole('region', { name: 'Next runs' });
  await next.getByRole('listitem').nth(4).waitFor();
  assert.equal(await next.getByRole('listitem').count(), 5);
  assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '-4h');
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.setViewportSize(NARROW);
  assert.deepEqual(await judgeBothThemes(page), []);
  await page.setViewportSize({ width: 1_280, height: 800 });

  // Times are those of the zone that is named; what is no schedule is said beside the field.
  await page.getByLabel('Cron expression', { exact: true }).fill('30 2 31 2 *');
  await page.getByText(/don’t have this day/).waitFor();
  await page.getByLabel('Cron expression', { exact: true }).fill('30 2 * * *');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo');
  await next.getByText('+09:00').first().waitFor();

  await page.getByLabel(/^Name/).fill('Errors by host');
  await page.getByRole('button', { name: 'Test and create export' }).click();
  await page.getByRole('heading', { name: 'Errors by host', level: 1 }).waitFor();
  await page.getByText('No runs yet. The first run starts as scheduled').waitFor();
  await page.getByRole('button', { name: 'Run now' }).click();
  await runs(page).getByText('done', { exact: true }).waitFor({ timeout: RUN_MS_MAX });
  await page.getByRole('button', { name: /^Files of the run/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download file 1' }).click();
  const file = await (await download).path();
  assert.match(await readFile(file, 'utf8'), /web-3/);
  assert.deepEqual(await judgeBothThemes(page), []);

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('none (disabled)').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete export' }).click();
  await page.getByRole('heading', { name: 'No exports yet' }).waitFor();
});

test('a bucket is tried before it is saved, and one that fails later says what to do', async (t) => {
  const bucket = await startBucket(t);
  const web = await startWebApp(t, {}, { XPLAIN_OUTBOUND_ALLOW: '127.0.0.1' });
  if (web === undefined) return;
  const { place } = bucket;
  const owner = await signIn(web.app.url, web.person);
  const query = encodeURIComponent('* | stats count');
  const page = await web.visitAsOwner(`/exports/new?mode=report&q=${query}`);
  await page.getByLabel(/^Name/).fill('Counts');
  await page.getByLabel('Destination type').selectOption('s3');
  await page.getByRole('button', { name: 'Test and create export' }).click();
  await page.getByText('Enter the secret access key.').waitFor();
  await page.getByLabel(/^Endpoint URL/).fill(place.endpoint);
  await page.getByLabel(/^Region/).fill(place.region);
  await page.getByLabel(/^Bucket/).fill(place.bucket);
  await page.getByLabel(/^Access key ID/).fill(place.accessKeyId);
  await page.getByLabel(/^Secret access key/).fill('another-secret');

  await page.getByRole('button', { name: 'Test and create export' }).click();
  await page.getByText(/^Test failed: The store refused the key/).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  assert.deepEqual(await owner.read('/api/v1/exports'), []);
  await page.getByLabel(/^Secret access key/).fill(place.secretAccessKey);
  await page.getByRole('button', { name: 'Test destination' }).click();
  await page.getByText(/^Test passed/).waitFor();
  assert.equal(bucket.objects.size, 0);
  await page.getByRole('button', { name: 'Create export' }).click();
  await page.getByRole('heading', { name: 'Counts', level: 1 }).waitFor();

  // The secret does not come back; without another one the kept one is used.
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Default: keep the stored secret.').waitFor();
  assert.equal(await page.getByLabel(/^Secret access key/).inputValue(), '');
  assert.equal((await page.content()).includes(place.secretAccessKey), false);
  await page.getByLabel(/^Prefix/).fill('acme/reports');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('bucket exports/acme/reports at').waitFor();

  bucket.fault = () => (_request, response) => reply(response, failure(403, 'AccessDenied'));
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('failing', { exact: true }).waitFor({ timeout: RUN_MS_MAX });
  await page.getByText(/Check the key, bucket and endpoint under Edit/).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  bucket.fault = () => undefined;
  await page.getByRole('button', { name: 'Retry now' }).click();
  await runs(page).getByText('done', { exact: true }).waitFor({ timeout: RUN_MS_MAX });
  assert.ok([...bucket.objects.keys()].some((name) => name.startsWith('acme/reports/counts-')));
});
