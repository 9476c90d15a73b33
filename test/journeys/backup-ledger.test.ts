/** A backup is older than what was decided since. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, prepareSending, untilDrained } from '../crash/numbered-events.ts';
import { backUp, backupEnvironment, restore } from '../support/programs/back-up.ts';
import { startBucket } from '../support/s3/start-bucket.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';

const DRAIN_MS_MAX = 60_000;

test('what was deleted or revoked after a backup stays so after a restore, from a bucket', async (t) => {
  const bucket = await startBucket(t, 'copies/');
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.place;
  const user = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
  const host = endpoint.replace('http://', '');
  const place = `s3+http://${user}@${host}/${bucket.place.bucket}/copies?region=${region}`;
  const environment = backupEnvironment(place, 'duckdb');
  let app = await startApp(t, environment);
  const { ada, key } = await prepareSending(app.url);
  const draft = { name: 'other', scope: 'full-access' };
  const doomed = await ada.create<{ id: string; value: string }>('/api/v1/api-keys', draft);
  await send(app.url, key, ['secret one', 'secret two', 'plain one']);
  await untilDrained(app.url, DRAIN_MS_MAX);
  assert.equal(await countFound(ada, 'secret'), 2);

  const hook = { kind: 'webhook', name: 'ops', url: 'https://hooks.example.com/x' };
  const channel = await ada.create<{ id: string }>('/api/v1/alert-channels', hook);
  await backUp(app);
  await ada.remove(`/api/v1/alert-channels/${channel.id}`);
  await deleteEvents(app.url, ada, 'secret');
  await ada.remove(`/api/v1/api-keys/${doomed.id}`);
  assert.equal(await countFound(ada, 'secret'), 0);
  const later = await ada.create<{ value: string }>('/api/v1/api-keys', { ...draft, name: 'late' });
  await untilNoted(bucket.requests);
  await app.stop('SIGKILL');

  const data = join(await newDataFolder(t), 'restored');
  const report = await restore(place, data);
  assert.equal(report.deletionsRepeated, 1);
  assert.ok(report.revoked >= 2 && report.sessionsEnded >= 1);
  assert.deepEqual([report.disabled, report.warnings], [0, []]);
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
  const channels = await again.read<{ isBuiltIn: boolean }[]>('/api/v1/alert-channels');
  assert.ok(channels.every(({ isBuiltIn }) => isBuiltIn));
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
  for (let tries = 0; tries < 600; tries++) {
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
