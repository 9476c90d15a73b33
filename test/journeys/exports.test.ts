/** An archive from beginning to end: written to a folder and a bucket, the node killed on the way, proved, deleted, read back. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LogIndex } from '../../src/contract/indexes.ts';
import type { ScheduledExport } from '../../src/contract/exports.ts';
import { LIMITS } from '../support/limits.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runCommand } from '../support/programs/run-command.ts';
import { type FakeBucketServer, startBucket } from '../support/s3/start-bucket.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const MAIN = fileURLToPath(new URL('../support/programs/main-ahead.ts', import.meta.url));
/** So that windows end a second ago by the clock of the store. */
const AHEAD_MS = LIMITS.exports.safeMs - 1_000;
const PATIENCE_MS = 120_000;
const EVENTS = 40;

function newFolder(t: TestContext, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `xplain-${name}-`));
  t.after(() => removeFolder(folder));
  return folder;
}

async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isMet())) {
    if (performance.now() > giveUpAt) assert.fail(`it did not come to this: ${what}`);
    await sleep(200);
  }
}

/** What is left of events wherever they are: when they happened, what they say, their fields. */
async function eventsIn(ada: Visitor, index: string): Promise<string[]> {
  const search = `/api/v1/search?query=${encodeURIComponent(`index=${index} | fields _time, _raw, number | sort number`)}&earliest=-30d&latest=%2B1d&limit=1000`;
  const { rows } = await ada.read<{ rows: Readonly<Record<string, unknown>>[] }>(search);
  const facts = rows.map(({ _time, _raw, number }) => JSON.stringify({ _time, _raw, number }));
  return facts.toSorted();
}

async function makeArchive(
  ada: Visitor,
  format: 'jsonl' | 'parquet',
  destination: object,
): Promise<ScheduledExport> {
  return ada.create<ScheduledExport>('/api/v1/exports', {
    name: `As ${format}`,
    mode: 'archive',
    query: 'index=main',
    schedule: { every: '24h' },
    startAt: new Date(Date.now() - 10 * 60_000).toISOString(),
    format,
    destination,
  });
}

/** As whoever copies a bucket onto a disk. */
function copyBucket(bucket: FakeBucketServer, folder: string): void {
  for (const [key, content] of bucket.objects) {
    const path = join(folder, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

test('archives in a folder and in a bucket survive a kill, are proved whole, and come back as they were', async (t) => {
  const bucket = await startBucket(t);
  const archive = newFolder(t, 'archive');
  const data = await newDataFolder(t);
  const environment = (aheadMs: number) => ({
    ...ADMIN_ENVIRONMENT,
    XPLAIN_EXPORT_FOLDERS: `archive=${archive}`,
    XPLAIN_OUTBOUND_ALLOW: '127.0.0.1',
    XPLAIN_RATE_SEARCH: '0',
    XPLAIN_RATE_LOGS: '0',
    TEST_AHEAD_MS: String(aheadMs),
  });
  // Stored by the clock of the machine, whichever process stamps the rows.
  const storing = await startApp(t, environment(0), data, MAIN);
  let ada = await signIn(storing.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'enterprise' });
  const { value: key } = await ada.create<{ value: string }>('/api/v1/api-keys', {
    name: 'archivist',
    scope: 'full-access',
  });
  await ada.create(
    '/api/v1/logs',
    Array.from({ length: EVENTS }, (_, i) => ({
      event: `order ${i} "=cmd" 😀`,
      timestamp: new Date(Date.now() - i * 60_000).toISOString(),
      attributes: { number: String(100 + i) },
    })),
  );
  await until('every event is found', async () => {
    return (await eventsIn(ada, 'main')).length === EVENTS;
  });
  const before = await eventsIn(ada, 'main');
  // Times of storing are whole seconds.
  await sleep(2_500);
  await storing.stop();

  const first = await startApp(t, environment(AHEAD_MS), data, MAIN);
  ada = await signIn(first.url, ADMIN);
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.place;
  const credentials = { endpoint, region, accessKeyId, secretAccessKey };
  const inFolder = await makeArchive(ada, 'jsonl', { kind: 'folder', folder: 'archive' });
  const place = { kind: 's3', bucket: bucket.place.bucket, prefix: 'logs', ...credentials };
  const inBucket = await makeArchive(ada, 'parquet', place);
  for (const { id } of [inFolder, inBucket]) await ada.create(`/api/v1/exports/${id}/run`, {});
  await sleep(700);
  await first.stop('SIGKILL');
  // What the dead node held is free again.
  const ahead = AHEAD_MS + LIMITS.schedule.rowLeaseMs + 1_000;
  const second = await startApp(t, environment(ahead), data, MAIN);
  ada = await signIn(second.url, ADMIN);
  for (const { id, name } of [inFolder, inBucket]) {
    await until(`a run of ${name} is done`, async () => {
      const runs = await ada.read<{ state: string; rows: number }[]>(`/api/v1/exports/${id}/runs`);
      return runs.some(({ state, rows }) => state === 'done' && rows === EVENTS);
    });
  }
  assert.equal(bucket.uploads.size, 0, 'no upload is open');

  const copy = newFolder(t, 'copy');
  copyBucket(bucket, copy);
  for (const [{ id }, folder] of [
    // Each organization has a folder of its own in that of the operator.
    [inFolder, join(archive, readdirSync(archive).find((name) => name.startsWith('org_')) ?? '')],
    [inBucket, join(copy, 'logs')],
  ] as const) {
    const { key: signed } = await ada.read<{ key: string }>(`/api/v1/exports/${id}/key`);
    const verified = await runCommand(['archive', 'verify', folder], {
      XPLAIN_ARCHIVE_KEY: signed,
    });
    assert.equal(verified.code, 0, verified.complained);
    assert.match(verified.printed, new RegExp(`1 files, ${EVENTS} rows`));
    assert.match(verified.printed, /Archive intact, signatures valid/);
  }

  await deleteAll(ada, second.url);
  for (const [source, index] of [
    ['folder:archive', 're_folder'],
    [`s3://${bucket.place.bucket}/logs`, 're_bucket'],
  ] as const) {
    const imported = await runCommand(['import', source, '--index', index, '--days', '60'], {
      XPLAIN_URL: second.url,
      XPLAIN_API_KEY: key,
      XPLAIN_S3_ENDPOINT: endpoint,
      XPLAIN_S3_REGION: region,
      XPLAIN_S3_ACCESS_KEY_ID: accessKeyId,
      XPLAIN_S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    assert.equal(imported.code, 0, imported.complained);
    assert.equal(imported.printed, `Restored ${EVENTS} rows from 1 files to ${index}`);
    assert.deepEqual(await eventsIn(ada, index), before);
  }
  const indexes = await ada.read<LogIndex[]>('/api/v1/indexes');
  const restored = indexes.filter(({ name }) => name.startsWith('re_'));
  assert.deepEqual(
    restored.map(({ retentionDays }) => retentionDays),
    [60, 60],
  );
  await second.stop();
});

async function deleteAll(ada: Visitor, url: string): Promise<void> {
  const search = 'query=index%3Dmain&earliest=-30d&latest=%2B1d';
  const headers = ada.headers;
  const answer = await fetch(`${url}/api/v1/logs?${search}`, { method: 'DELETE', headers });
  assert.equal(answer.status, 202, await answer.text());
  await until('nothing is left', async () => (await eventsIn(ada, 'main')).length === 0);
}
