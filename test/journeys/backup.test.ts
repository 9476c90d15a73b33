/** Backups of a running server, read back as an operator does it. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import type { RestoreReport } from '../../src/compose/restore-backup.ts';
import { MB } from '../../src/spec/units.ts';
import { ADMIN, prepareSending, untilDrained } from '../crash/numbered-events.ts';
import { BACKUP_KEY, backUp, backupEnvironment } from '../support/programs/back-up.ts';
import { runCommand } from '../support/programs/run-command.ts';
import { showInReport } from '../support/show-in-report.ts';
import { newDataFolder, type RunningApp, startApp } from '../support/programs/start-app.ts';

const DRAIN_MS_MAX = 60_000;

async function refusedRestore(from: string, data: string): Promise<string> {
  const words = ['restore', '--from', from, '--data', data];
  const { code, complained } = await runCommand(words, { XPLAIN_BACKUP_KEY: BACKUP_KEY });
  assert.equal(code, 1, complained);
  return complained;
}

test('unchanged data are not written again, and whatever is wrong with a place is found and named', async (t) => {
  const place = await newDataFolder(t);
  const app = await startApp(t, backupEnvironment(place));
  const { key } = await prepareSending(app.url);
  await sendRandom(app.url, key, 30);
  await untilDrained(app.url, DRAIN_MS_MAX);
  const first = await backUp(app);
  assert.ok(first.bytes > 10 * MB, `${first.bytes} bytes`);
  const second = await backUp(app);
  const share = second.bytesWritten / second.bytes;
  assert.ok(share < 0.01, `${second.bytesWritten} of ${second.bytes} bytes`);
  assert.equal((await stat(join(app.data, 'backup.sock'))).mode & 0o777, 0o600);
  const said = await followPages(t, place, app);
  assert.ok(said.get('xplain backup list')?.includes(second.id));
  assert.equal(said.get('xplain backup key'), BACKUP_KEY);
  const metrics = await fetch(`${app.url}/metrics`).then((answer) => answer.text());
  assert.match(metrics, /^xplain_backup_age_seconds \d/m);
  assert.equal((await runCommand(['backup', 'verify', '--all', '--data', app.data])).code, 0);
  const content = await contentOf(place);
  for (const word of ['number', 'sender', ADMIN.email, 'xplain_', 'CREATE TABLE']) {
    assert.ok(!content.includes(word), `${word} can be read in the place of the backups`);
  }

  const data = join(await newDataFolder(t), 'restored');
  const drill = JSON.parse(
    said.get('xplain restore --from /mnt/backup --drill') ?? '',
  ) as RestoreReport;
  assert.ok(drill.rows > 0 && drill.rpoSeconds > 0 && drill.megabytesPerSecond > 0);
  assert.ok(drill.roundMs !== undefined, 'an event was sent and found');
  showInReport(
    t,
    `drill: rpoSeconds ${drill.rpoSeconds}, rtoSeconds ${drill.rtoSeconds}, ${drill.megabytesPerSecond.toFixed(1)} MB/s`,
  );

  const [large] = await largestChunks(place);
  assert.ok(large !== undefined);
  const bytes = await readFile(large);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(large, bytes);
  const damaged = await runCommand(['backup', 'verify', '--data', app.data]);
  assert.equal(damaged.code, 1);
  assert.match(damaged.printed, /store\/parts\/\d{8}-\d{10}\.parquet/);
  assert.match(damaged.printed, /is damaged/);
  assert.match(await refusedRestore(place, data), /is damaged/);
  await rm(large);
  const missing = await runCommand(['backup', 'verify', '--data', app.data]);
  assert.match(missing.printed, /is missing/);
  // What is missing is written again by the next backup.
  await backUp(app);
  assert.equal((await runCommand(['backup', 'verify', '--data', app.data])).code, 0);
  addLaterMigration(app.data);
  await backUp(app);
  const later = await refusedRestore(place, data);
  assert.match(later, /has the migration 9999-later.* created by release \d.* restore it with/s);
});

/** Where the pages restore to. */
const FOLDERS = ['/var/lib/xplain', '/var/tmp/ahead'];

/** Runs what the pages tell operators to run; answers with what each command printed. */
async function followPages(
  t: TestContext,
  place: string,
  { data, url }: RunningApp,
): Promise<Map<string, string>> {
  const pages = ['backup', 'upgrade', 'migrate'].map((name) =>
    readFile(new URL(`../../docs/operating/${name}.md`, import.meta.url), 'utf8'),
  );
  const blocks = (await Promise.all(pages)).flatMap((page) => page.match(/```sh\n[^`]+/g) ?? []);
  const lines = blocks.flatMap((block) => block.split('\n').map((line) => line.trim()));
  const commands = lines.flatMap((line) => /(?:^|\)" )(xplain .*)$/.exec(line)?.[1] ?? []);
  const environment = { XPLAIN_DATA: data, XPLAIN_BACKUP_KEY: BACKUP_KEY, XPLAIN_PUBLIC_URL: url };
  const said = new Map<string, string>();
  for (const command of new Set(commands)) {
    // Moving what was restored: test/crash/migrate.test.ts.
    if (command.startsWith('xplain migrate ')) continue;
    const target = join(await newDataFolder(t), 'restored');
    const [, ...words] = command.split(' ').map((word) => {
      if (word === '/mnt/backup') return place;
      return FOLDERS.includes(word) ? target : word;
    });
    const asked = words[0] === 'health' ? [...words, '--url', url] : words;
    const { code, printed, complained } = await runCommand(asked, environment);
    assert.equal(code, 0, `${command}: ${complained}`);
    said.set(command, printed);
  }
  assert.ok(said.size >= 8, [...said.keys()].join(', '));
  return said;
}

/** As a later release would. */
function addLaterMigration(data: string): void {
  const file = new DatabaseSync(join(data, 'metadata.sqlite'));
  file.exec("insert into schema_migrations values (999, '9999-later', 'x', 0)");
  file.close();
}

/** Lines that cannot be packed. */
async function sendRandom(url: string, key: string, batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    const events = Array.from({ length: 500 }, () => ({
      event: `number ${Buffer.from(crypto.getRandomValues(new Uint8Array(900))).toString('base64')}`,
    }));
    const answer = await fetch(`${url}/api/v1/logs/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(events),
    });
    assert.equal(answer.status, 202, await answer.text());
  }
}

async function filesOf(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

async function largestChunks(place: string): Promise<string[]> {
  const files = (await filesOf(place)).filter((file) => file.includes('/chunks/'));
  const sizes = await Promise.all(
    files.map(async (file) => ({ file, size: (await stat(file)).size })),
  );
  return sizes.toSorted((one, other) => other.size - one.size).map(({ file }) => file);
}

async function contentOf(place: string): Promise<string> {
  const files = await filesOf(place);
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
}
