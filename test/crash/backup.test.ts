/** Servers and restores die at the worst moment; a backup that was finished stays whole. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  RESTORING,
  backUp,
  backupEnvironment,
  type BackupFigures,
  restore,
} from '../support/programs/back-up.ts';
import { fastStart } from '../support/programs/fast-start.ts';
import { runCommand } from '../support/programs/run-command.ts';
import { showInReport } from '../support/show-in-report.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import {
  assertKept,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from './numbered-events.ts';

const RESTORE = fileURLToPath(new URL('../../src/restore.ts', import.meta.url));
const DRAIN_MS_MAX = 60_000;

test('what was acknowledged before a backup is there once after a restore, whatever was killed meanwhile', async (t) => {
  const place = await newDataFolder(t);
  const environment = backupEnvironment(place);
  const app = await startApp(t, environment);
  const { key } = await prepareSending(app.url);
  const promises: Promises = { accepted: new Set(), answers: [] };
  const known = new Set<string>();
  const made: BackupFigures[] = [];
  await sendWhile({ url: app.url, key }, promises, async () => {
    await untilAccepted(promises, 300);
    for (const name of promises.accepted) known.add(name);
    made.push(await backUp(app));
    const refused = promises.answers.filter(({ status }) => status !== 202);
    assert.deepEqual(refused, [], 'every event was taken, also while the store was copied');
    // The server dies in the middle of the next one, which then does not count.
    const dying = runCommand(['backup', 'now', '--data', app.data]);
    await sleep(100);
    await app.stop('SIGKILL');
    await dying;
  });
  const [report] = made;
  assert.ok(report !== undefined && known.size < promises.accepted.size);

  const data = join(await newDataFolder(t), 'restored');
  await killRestore(place, data);
  const restored = await restore(place, data, '--at', report.id);
  assert.deepEqual([restored.backup, restored.leftEvents], [report.id, 0]);
  const again = await startApp(t, environment, data);
  await untilDrained(again.url, DRAIN_MS_MAX);
  const count = await assertKept({ url: again.url, key }, { ...promises, accepted: known });
  const figures = `${count} events, pause ${report.pauseMs} ms, rtoSeconds ${restored.rtoSeconds}`;
  showInReport(t, `backup: ${figures}`);
});

async function sendWhile(
  target: { readonly url: string; readonly key: string },
  promises: Promises,
  work: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const sending = keepSending(target, promises, stop.signal);
  await work();
  stop.abort();
  await sending;
}

async function untilAccepted({ accepted }: Promises, count: number): Promise<void> {
  for (let tries = 0; tries < 2_400 && accepted.size < count; tries++) await sleep(50);
  assert.ok(accepted.size >= count, `only ${accepted.size} events were accepted`);
}

async function killRestore(from: string, data: string): Promise<void> {
  const child = spawn(process.execPath, [RESTORE, '--from', from, '--data', data], {
    env: { PATH: process.env['PATH'] ?? '', ...fastStart(), ...RESTORING },
    stdio: 'ignore',
  });
  await untilThere(join(data, 'restoring', 'metadata.sqlite'), child);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The engine notices that its parent is gone.
  await sleep(500);
}

async function untilThere(path: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 24_000; tries++) {
    if ((await stat(path).catch(() => undefined)) !== undefined) return;
    assert.equal(child.exitCode, null, 'it ended before it was killed');
    await sleep(5);
  }
  assert.fail('nothing was restored');
}
