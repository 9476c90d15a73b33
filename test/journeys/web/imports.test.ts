/** The way back, in the browser: an archive that another installation wrote, refused first, then read and searched. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Manifest } from '../../../src/contract/archive-manifest.ts';
import { judgeBothThemes } from '../../support/browser/judge-page.ts';
import { newDataFolder } from '../../support/programs/start-app.ts';
import { signIn } from '../../support/programs/visitor.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

/** It waits for its turn, reads and stores, on a machine that does other things, too. */
const IMPORT_MS_MAX = 60_000;

test('an archive is read back once it is said who signed it, and its events are found', async (t) => {
  const folder = await newDataFolder(t);
  const web = await startWebApp(t, {}, { XPLAIN_EXPORT_FOLDERS: `archive=${folder}` });
  if (web === undefined) return;
  const owner = await signIn(web.app.url, web.person);
  const { id } = await owner.read<{ readonly id: string }>('/api/v1/organization');
  await writeArchive(join(folder, id));
  const page = await web.visitAsOwner('/exports/imports');
  await page.getByRole('heading', { name: 'No restores yet' }).waitFor();
  const dialog = page.getByRole('dialog');
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Restore archive' }).click();
    await dialog.getByLabel('Source', { exact: true }).selectOption('folder');
    await dialog.getByLabel(/^Folder/).selectOption('archive');
  };

  // What cannot be is said beside its field, before anything is sent.
  await ask();
  await dialog.getByRole('button', { name: 'Start restore' }).click();
  await dialog.getByText('Use lowercase letters, digits, - and _.').waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);
  await dialog.getByLabel(/^Target index/).fill('november');
  await dialog.getByRole('button', { name: 'Start restore' }).click();
  await page
    .getByText(/doesn't belong to an export of this organization/)
    .waitFor({ timeout: IMPORT_MS_MAX });
  await page.getByText('failed', { exact: true }).waitFor();

  await ask();
  await dialog.getByLabel(/^Target index/).fill('november');
  await dialog.getByLabel('Archive signed by another installation').check();
  await dialog.getByRole('button', { name: 'Start restore' }).click();
  await page.getByText('2 of 2 rows in 1 of 1 file').waitFor({ timeout: IMPORT_MS_MAX });
  await page.getByText('done', { exact: true }).waitFor();
  assert.deepEqual(await judgeBothThemes(page), []);

  await page.getByRole('link', { name: 're_november' }).first().click();
  await page.getByText('declined by bank').first().waitFor();
});

/** One window with two events, as another installation would have written it. */
async function writeArchive(directory: string): Promise<void> {
  const folder = 'elsewhere-6Tq1bWnLx8KvRdZcJ4MhPs';
  const window = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-01T01:00:00.000Z' };
  const rows = ['declined by bank', 'paid'].map((event, number) => ({
    _time: `2026-11-01T00:1${number}:00.000Z`,
    _id: `0a1b2c3d4e5f000${number}`,
    _index: 'main',
    _indextime: `2026-11-01T00:1${number}:01.000Z`,
    event,
    level: 'info',
    source: 'checkout',
    attributes: { host: 'web-1' },
  }));
  const content = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const file = {
    name: `${folder}/dt=2026-11-01/20261101T000000Z_20261101T010000Z_1.jsonl`,
    rows: rows.length,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    ...window,
  };
  const manifest: Manifest = {
    version: 1,
    organization: 'org_elsewhere',
    export: 'exp_6Tq1bWnLx8KvRdZcJ4MhPs',
    name: 'Elsewhere',
    run: 'run_9Lw3dXpNz5GtVbQcK7RjHs',
    revision: 1,
    mode: 'archive',
    window,
    query: '*',
    format: 'jsonl',
    compression: 'none',
    columns: Object.keys(rows[0] ?? {}),
    files: [file],
    totals: { files: 1, rows: file.rows, bytes: file.bytes },
    previous: null,
  };
  const signed = JSON.stringify({ manifest, hmac: randomBytes(32).toString('hex') });
  const name = `${folder}/manifests/20261101T000000Z_20261101T010000Z_r1.json`;
  for (const [path, text] of [
    [file.name, content],
    [name, signed],
  ] as const) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}
