import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { sql, string } from '../sql.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';

const needs = { clock: systemClock, limits: LIMITS, log: silentLog };

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The port of our engine, as anyone on the machine can see it. */
function portOf(pid: number): number {
  const order = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return Number(/--http_port=(\d+)/.exec(order)?.[1]);
}

test('nobody else on the machine can use the engine', { skip: !isLinux() }, async (t) => {
  const folder = folderOf(t);
  await using store = await openEmbeddedStore(needs, folder);
  const url = `http://127.0.0.1:${portOf(store.enginePid())}`;
  const ask = async (path: string, statement: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { method: 'POST', body: statement, headers });
    return `${response.status} ${await response.text()}`;
  };
  const password = readFileSync(join(folder, 'password'), 'utf8');

  const withoutKey = await Promise.all([
    ask('/', 'SELECT 1'),
    ask('/?user=default', 'SYSTEM STOP LISTEN HTTP'),
    ask(`/?user=xplain&password=${password}`, 'SELECT 1'),
    ask('/', 'SELECT 1', { 'x-xplain-key': 'guess' }),
    ask('/play', ''),
  ]);
  const withoutPassword = await ask('/?user=xplain', 'SELECT 1', { 'x-xplain-key': password });

  for (const answer of withoutKey) assert.match(answer, /^404 /);
  assert.match(withoutPassword, /^403 /);
});

test('secrets are for the owner alone, and on no command line', { skip: !isLinux() }, async (t) => {
  const folder = folderOf(t);
  await using store = await openEmbeddedStore(needs, folder);
  const password = readFileSync(join(folder, 'password'), 'utf8');

  for (const file of ['password', 'engine.xml', 'users.xml', 'lock']) {
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
  }
  assert.equal(password.length, 64);
  assert(!readFileSync(`/proc/${store.enginePid()}/cmdline`, 'utf8').includes(password));
});

test('a statement reaches neither files nor the network', async (t) => {
  await using store = await openEmbeddedStore(needs, folderOf(t));

  for (const statement of [
    sql`SELECT * FROM file('/etc/passwd', 'LineAsString')`,
    sql`SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')`,
    sql`SELECT * FROM remote('127.0.0.1', system.one)`,
    sql`SELECT * FROM executable('id', 'LineAsString', 'x String')`,
  ]) {
    await assert.rejects(store.query(statement), (error: Error) => {
      assert.match(String(error.cause), /Not enough privileges|inside user scripts folder/);
      return true;
    });
    await assert.rejects(store.command(statement));
  }
});

test('the log of the engine holds nothing of what was asked', async (t) => {
  const folder = folderOf(t);
  {
    await using store = await openEmbeddedStore(needs, folder);
    await assert.rejects(store.query(sql`SELECT secret_one FROM logs WHERE body = 'secret_two'`));
    await assert.rejects(store.query(sql`SELECT throwIf(${string('secret_three')} != '') AS x`));
    await assert.rejects(store.query(sql`SELECT secret_four FORM logs`));
    const slow = sql`SELECT count() AS n FROM numbers(100) WHERE sleepEachRow(0.01) = 0 AND 'secret_five' != ''`;
    await assert.rejects(store.query(slow, { timeoutMs: 100 }));
  }

  assert.doesNotMatch(readFileSync(join(folder, 'log', 'engine.log'), 'utf8'), /secret_/);
});

test('a folder that cannot be written is named', async (t) => {
  const file = join(folderOf(t), 'file');
  writeFileSync(file, '');

  await assert.rejects(openEmbeddedStore(needs, join(file, 'store')), (error: Error) => {
    assert.match(error.message, /^The log store cannot write to .*\/file\/store/);
    assert.match(error.message, /XPLAIN_DATA/);
    return true;
  });
});

test('a newer schema stops the start, and no engine stays behind', async (t) => {
  const folder = folderOf(t);
  {
    await using store = await openEmbeddedStore(needs, folder);
    await store.command(sql`INSERT INTO schema_versions SELECT 1000, now()`);
  }

  await assert.rejects(openEmbeddedStore(needs, folder), /written by a newer release/);
  await assert.rejects(openEmbeddedStore(needs, folder), /written by a newer release/);
});

test('an engine that does not start in time is given up', async (t) => {
  const limits = { ...LIMITS, store: { ...LIMITS.store, startTimeoutMs: 1 } };

  await assert.rejects(
    openEmbeddedStore({ ...needs, limits }, folderOf(t)),
    /did not start in time/,
  );
});

function isLinux(): boolean {
  return process.platform === 'linux';
}
