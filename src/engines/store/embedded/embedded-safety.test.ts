import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { sql, string } from '../sql.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';

const needs = needsOf();
const skip = withoutClickhouse();
/** What stands in `/proc` is looked at. */
const skipBeside = skip === false ? process.platform !== 'linux' : skip;

/** The port of our engine, as anyone on the machine can see it. */
function portOf(pid: number): number {
  const order = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return Number(/--http_port=(\d+)/.exec(order)?.[1]);
}

/** The engine has to read it, and nobody but the owner of the folder can. */
function passwordIn(folder: string): string {
  const config = readFileSync(join(folder, 'engine.xml'), 'utf8');
  return /<x-xplain-key>([0-9a-f]+)</.exec(config)?.[1] ?? '';
}

test('nobody else on the machine can use the engine', { skip: skipBeside }, async (t) => {
  const folder = newFolder(t);
  await using store = await openEmbeddedStore(needs, folder);
  const url = `http://127.0.0.1:${portOf(store.enginePid())}`;
  const ask = async (path: string, statement: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { method: 'POST', body: statement, headers });
    return `${response.status} ${await response.text()}`;
  };
  const password = passwordIn(folder);

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

test('secrets are for the owner alone, and on no command line', { skip: skipBeside }, async (t) => {
  const folder = newFolder(t);
  await using store = await openEmbeddedStore(needs, folder);
  const password = passwordIn(folder);

  for (const file of ['engine.xml', 'users.xml', 'lock']) {
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
  }
  assert.equal(password.length, 64);
  assert(!readFileSync(`/proc/${store.enginePid()}/cmdline`, 'utf8').includes(password));
});

test('each start has a password of its own', { skip }, async (t) => {
  const folder = newFolder(t);
  const passwords = new Set<string>();
  for (let i = 0; i < 2; i++) {
    await using store = await openEmbeddedStore(needs, folder);
    await store.query(sql`SELECT 1 AS one`);
    passwords.add(passwordIn(folder));
  }

  assert.equal(passwords.size, 2);
});

test('a statement reaches neither files nor the network', { skip }, async (t) => {
  await using store = await openEmbeddedStore(needs, newFolder(t));

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

test('the log of the engine holds nothing of what was asked', { skip }, async (t) => {
  const folder = newFolder(t);
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
