/** Backups of a running server, read back as an operator does it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RestoreReport } from '../../src/compose/restore-backup.ts';
import { MB } from '../../src/spec/units.ts';
import {
  ADMIN,
  assertKept,
  ENVIRONMENT,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from '../crash/numbered-events.ts';
import { runCommand } from '../support/run-command.ts';
import { startBucket } from '../support/s3/start-bucket.ts';
import { showInReport } from '../support/show-in-report.ts';
import { newDataFolder, type RunningApp, startApp, startInVain } from '../support/start-app.ts';
import { signIn, type Visitor } from '../support/visitor.ts';

const KEY = 'the-key-of-the-backups-of-these-tests';
const RESTORE = fileURLToPath(new URL('../../src/restore.ts', import.meta.url));
const DRAIN_MS_MAX = 60_000;

interface Report {
  readonly id: string;
  readonly bytes: number;
  readonly bytesWritten: number;
  readonly pauseMs: number;
}

function environmentTo(place: string): Record<string, string> {
  const engine = { XPLAIN_EMBEDDED_STORE: 'duckdb' };
  return { ...ENVIRONMENT, ...engine, XPLAIN_BACKUP_TO: place, XPLAIN_BACKUP_KEY: KEY };
}

async function backUp({ data }: Pick<RunningApp, 'data'>): Promise<Report> {
  const { code, printed, complained } = await runCommand(['backup', 'now', '--data', data]);
  assert.equal(code, 0, complained);
  return JSON.parse(printed) as Report;
}

async function restore(from: string, data: string, ...more: string[]): Promise<RestoreReport> {
  const words = ['restore', '--from', from, '--data', data, ...more];
  const { code, printed, complained } = await runCommand(words, { XPLAIN_BACKUP_KEY: KEY });
  assert.equal(code, 0, complained);
  return JSON.parse(printed) as RestoreReport;
}

async function refusedRestore(from: string, data: string, key = KEY): Promise<string> {
  const words = ['restore', '--from', from, '--data', data];
  const { code, complained } = await runCommand(words, { XPLAIN_BACKUP_KEY: key });
  assert.equal(code, 1, complained);
  return complained;
}

test('what was acknowledged before a backup is there once after a restore, whatever was killed meanwhile', async (t) => {
  const place = await newDataFolder(t);
  const environment = environmentTo(place);
  let app = await startApp(t, environment);
  const { key } = await prepareSending(app.url);
  const promises: Promises = { accepted: new Set(), answers: [] };
  const before = await sendWhile({ url: app.url, key }, promises, async () => {
    await untilAccepted(promises, 500);
    // The server dies in the middle of a backup.
    const dying = runCommand(['backup', 'now', '--data', app.data]);
    await sleep(150);
    await app.stop('SIGKILL');
    assert.equal((await dying).code, 1);
  });
  assert.ok(before >= 500, `${before} events`);

  app = await startApp(t, environment, app.data);
  const known = new Set<string>();
  const report = await sendWhileBackingUp({ url: app.url, key }, promises, known, app);
  const refused = promises.answers.filter(({ status }) => status !== 202);
  assert.deepEqual(refused, [], 'every event was taken, also while the store was copied');
  await app.stop('SIGKILL');

  const data = join(await newDataFolder(t), 'restored');
  await killRestore(place, data);
  const unready = await startInVain(t, environment, data);
  assert.match(unready.output, /A restore into .* has not ended/);
  const restored = await restore(place, data);
  assert.equal(restored.backup, report.id);
  assert.equal(restored.leftEvents, 0);
  app = await startApp(t, environment, data);
  await untilDrained(app.url, DRAIN_MS_MAX);
  const count = await assertKept({ url: app.url, key }, { ...promises, accepted: known });
  const figures = `${count} events, pause ${report.pauseMs} ms, rtoSeconds ${restored.rtoSeconds}`;
  showInReport(t, `backup: ${figures}`);
});

async function sendWhile(
  target: { readonly url: string; readonly key: string },
  promises: Promises,
  work: () => Promise<void>,
): Promise<number> {
  const stop = new AbortController();
  const sending = keepSending(target, promises, stop.signal);
  await work();
  stop.abort();
  await sending;
  return promises.accepted.size;
}

async function untilAccepted({ accepted }: Promises, count: number): Promise<void> {
  for (let tries = 0; tries < 1_200 && accepted.size < count; tries++) await sleep(50);
  assert.ok(accepted.size >= count, `only ${accepted.size} events were accepted`);
}

/** Puts into `known` what was acknowledged before the backup began. */
async function sendWhileBackingUp(
  target: { readonly url: string; readonly key: string },
  promises: Promises,
  known: Set<string>,
  app: RunningApp,
): Promise<Report> {
  promises.answers.length = 0;
  const made: Report[] = [];
  await sendWhile(target, promises, async () => {
    await untilAccepted(promises, 1_000);
    // The first one may be the one that the server makes by itself.
    await backUp(app);
    for (const name of promises.accepted) known.add(name);
    made.push(await backUp(app));
    await sleep(300);
  });
  return made[0] ?? assert.fail('no backup was made');
}

async function killRestore(from: string, data: string): Promise<void> {
  const child = spawn(process.execPath, [RESTORE, '--from', from, '--data', data], {
    env: { PATH: process.env['PATH'] ?? '', XPLAIN_BACKUP_KEY: KEY },
    stdio: 'ignore',
  });
  await untilThere(join(data, 'restoring', 'metadata.sqlite'), child);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The engine notices that its parent is gone.
  await sleep(500);
}

async function untilThere(path: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 3_000; tries++) {
    if ((await stat(path).catch(() => undefined)) !== undefined) return;
    assert.equal(child.exitCode, null, 'it ended before it was killed');
    await sleep(5);
  }
  assert.fail('nothing was restored');
}

test('unchanged data are not written again, and whatever is wrong with a place is found and named', async (t) => {
  const place = await newDataFolder(t);
  const app = await startApp(t, environmentTo(place));
  const { key } = await prepareSending(app.url);
  await sendRandom(app.url, key, 40);
  await untilDrained(app.url, DRAIN_MS_MAX);
  const first = await backUp(app);
  assert.ok(first.bytes > 15 * MB, `${first.bytes} bytes`);
  const second = await backUp(app);
  const share = second.bytesWritten / second.bytes;
  assert.ok(share < 0.01, `${second.bytesWritten} of ${second.bytes} bytes`);
  assert.equal((await stat(join(app.data, 'backup.sock'))).mode & 0o777, 0o600);
  const listed = await runCommand(['backup', 'list', '--data', app.data]);
  assert.match(listed.printed, new RegExp(second.id));
  const printedKey = await runCommand(['backup', 'key', '--data', app.data]);
  assert.equal(printedKey.printed, KEY);
  const metrics = await fetch(`${app.url}/metrics`).then((answer) => answer.text());
  assert.match(metrics, /^xplain_backup_age_seconds \d/m);
  assert.equal((await runCommand(['backup', 'verify', '--all', '--data', app.data])).code, 0);
  const content = await contentOf(place);
  for (const word of ['number', 'sender', ADMIN.email, 'xplain_', 'CREATE TABLE']) {
    assert.ok(!content.includes(word), `${word} can be read in the place of the backups`);
  }

  const data = join(await newDataFolder(t), 'restored');
  assert.match(await refusedRestore(place, data, `${KEY}-other`), /made with another key/);
  assert.match(await refusedRestore(place, app.data), /is not empty/);
  const drill = await restore(place, await newDataFolder(t), '--drill');
  assert.ok(drill.rows > 0 && drill.rpoSeconds > 0 && drill.megabytesPerSecond > 0);
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
  assert.match(damaged.printed, /store\/days\/\d{8}\.duckdb/);
  assert.match(damaged.printed, /is damaged/);
  assert.match(await refusedRestore(place, data), /is damaged/);
  await rm(large);
  const missing = await runCommand(['backup', 'verify', '--data', app.data]);
  assert.match(missing.printed, /is missing/);
  // What is missing is written again by the next backup.
  await backUp(app);
  assert.equal((await runCommand(['backup', 'verify', '--data', app.data])).code, 0);
  await rm(join(place, 'xplain/repository'));
  await appendFile(join(place, 'xplain/repository'), '{"version":2,"salt":"","proof":""}\n');
  assert.match(await refusedRestore(place, data), /have form 2, and this release knows form 1/);
});

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

test('what was deleted or revoked after a backup stays so after a restore, from a bucket', async (t) => {
  const bucket = await startBucket(t, 'copies/');
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.place;
  const user = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
  const host = endpoint.replace('http://', '');
  const place = `s3+http://${user}@${host}/${bucket.place.bucket}/copies?region=${region}`;
  const environment = environmentTo(place);
  let app = await startApp(t, environment);
  const { ada, key } = await prepareSending(app.url);
  const draft = { name: 'other', scope: 'full-access' };
  const doomed = await ada.create<{ id: string; value: string }>('/api/v1/api-keys', draft);
  await send(app.url, key, ['secret one', 'secret two', 'plain one']);
  await untilDrained(app.url, DRAIN_MS_MAX);
  assert.equal(await countFound(ada, 'secret'), 2);

  await backUp(app);
  await deleteEvents(app.url, ada, 'secret');
  await ada.remove(`/api/v1/api-keys/${doomed.id}`);
  assert.equal(await countFound(ada, 'secret'), 0);
  const later = await ada.create<{ value: string }>('/api/v1/api-keys', { ...draft, name: 'late' });
  await untilNoted(bucket.requests);
  await app.stop('SIGKILL');

  const data = join(await newDataFolder(t), 'restored');
  const report = await restore(place, data);
  assert.equal(report.deletionsRepeated, 1);
  assert.ok(report.revoked >= 1 && report.sessionsEnded >= 1);
  app = await startApp(t, environment, data);
  const answers = [key, doomed.value, later.value].map(async (one) => {
    const headers = { 'x-api-key': one };
    const answer = await fetch(`${app.url}/api/v1/search?query=plain`, { headers });
    return answer.status;
  });
  assert.deepEqual(await Promise.all(answers), [200, 401, 401]);
  const old = await fetch(`${app.url}/api/v1/organizations`, { headers: ada.headers });
  assert.equal(old.status, 401, 'sessions have ended');
  const again = await signIn(app.url, ADMIN);
  assert.deepEqual([await countFound(again, 'secret'), await countFound(again, 'plain')], [0, 1]);
});

async function send(url: string, key: string, events: readonly string[]): Promise<void> {
  const answer = await fetch(`${url}/api/v1/logs/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events.map((event) => ({ event }))),
  });
  assert.equal(answer.status, 202);
}

async function countFound(visitor: Visitor, word: string): Promise<number> {
  const { rows } = await visitor.read<{ rows: unknown[] }>(`/api/v1/search?query=${word}`);
  return rows.length;
}

async function deleteEvents(url: string, visitor: Visitor, query: string): Promise<void> {
  const { headers } = visitor;
  const answer = await fetch(`${url}/api/v1/logs?query=${query}`, { method: 'DELETE', headers });
  assert.equal(answer.status, 202);
  const { id } = ((await answer.json()) as { data: { id: string } }).data;
  for (let tries = 0; tries < 200; tries++) {
    const { state } = await visitor.read<{ state: string }>(`/api/v1/log-deletions/${id}`);
    if (state === 'done') return;
    await sleep(100);
  }
  assert.fail('the deletion does not end');
}

/** Until the ledger was written once more, twice: what it says is then newer than this call. */
async function untilNoted(
  requests: readonly { readonly method: string; readonly target: string }[],
) {
  const count = (): number =>
    requests.filter(({ method, target }) => method === 'PUT' && /\/ledger(?:\?|$)/.test(target))
      .length;
  const before = count();
  for (let tries = 0; tries < 700 && count() === before; tries++) await sleep(100);
  assert.ok(count() > before, 'nothing was noted within a minute');
}
