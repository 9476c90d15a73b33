import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import type { Metadata } from '../metadata.ts';
import { metadataSuite } from '../metadata.suite.ts';
import { setting, settingsOf, type OpenPlace } from '../places.suite.ts';
import { MIGRATIONS } from '../migrations/list.ts';
import { migrateSuite } from '../migrations/migrate.suite.ts';
import { openSqlite } from './open-sqlite.ts';
import {
  LOG_BYTES_KEPT,
  LOG_PAGES_MAX,
  openSqliteFile,
  prepareForReading,
  prepareForWriting,
} from './sqlite-file.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const needs = { clock: systemClock, log: silentLog };

metadataSuite(newPlace);
migrateSuite(newPlace);

test('the file and what SQLite puts beside it are the owner’s alone', async (t) => {
  const path = newPath(t);
  await using store = await openSqlite(needs, path);
  await store.db.insertInto('settings').values(setting('a', '1')).execute();

  const folder = join(path, '..');
  const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777);

  assert.equal(modes.length, 3);
  assert.deepEqual(new Set(modes), new Set([0o600]));
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('a closed store is one file, with nothing waiting beside it', async (t) => {
  const path = newPath(t);
  {
    await using store = await openSqlite(needs, path);
    await store.db.insertInto('settings').values(setting('a', '1')).execute();
  }

  assert.deepEqual(readdirSync(join(path, '..')), ['metadata.db']);
});

test('the connection that writes syncs every commit and checks foreign keys', (t) => {
  const path = newPath(t);
  mkdirSync(join(path, '..'));
  using file = openSqliteFile(path);

  prepareForWriting(file);

  assert.deepEqual(file.run('pragma journal_mode', []).rows, [{ journal_mode: 'wal' }]);
  assert.deepEqual(file.run('pragma synchronous', []).rows, [{ synchronous: 2 }]);
  assert.deepEqual(file.run('pragma foreign_keys', []).rows, [{ foreign_keys: 1 }]);
});

test('the log beside the file stays small, also behind a large transaction', async (t) => {
  const path = newPath(t);
  await using store = await openSqlite(needs, path);
  const logBytes = (): number => statSync(`${path}-wal`).size;
  const text = 'x'.repeat(LOG_BYTES_KEPT / 4);

  await store.transaction(async ({ db }) => {
    for (let i = 0; i < 8; i++) {
      await db
        .insertInto('settings')
        .values(setting(`large${i}`, text))
        .execute();
    }
  });
  assert(logBytes() > LOG_BYTES_KEPT);
  for (let i = 0; i < LOG_PAGES_MAX; i++) {
    await store.db
      .insertInto('settings')
      .values(setting(`small${i}`, '1'))
      .execute();
  }

  assert(logBytes() < LOG_BYTES_KEPT * 1.5, `${logBytes()} bytes`);
});

test('the connection that reads can change nothing', async (t) => {
  const path = newPath(t);
  await using _ = await openSqlite(needs, path);
  using file = openSqliteFile(path);

  prepareForReading(file);

  assert.throws(() => file.execute('delete from settings'), /readonly/);
});

test('two processes that write at once lose no count', async (t) => {
  const path = newPath(t);
  await using store = await openSqlite(needs, path);
  await store.db.insertInto('settings').values(setting('n', '0')).execute();

  const children = [1, 2].map(() =>
    startChild(t, path, `for (let i = 0; i < 40; i++) await add()`),
  );
  const exits = await Promise.all(children.map(async (child) => once(child, 'exit')));

  assert.deepEqual(exits, [
    [0, null],
    [0, null],
  ]);
  assert.deepEqual(await settingsOf(store), { n: '80' });
});

test('a process killed inside a transaction leaves nothing and blocks nobody', async (t) => {
  const path = newPath(t);
  await using store = await openSqlite(needs, path);
  await store.db.insertInto('settings').values(setting('n', '0')).execute();
  const child = startChild(
    t,
    path,
    `await add();
     await store.transaction(async ({ db }) => {
       await db.deleteFrom('settings').execute();
       process.stdout.write('deleted');
       await new Promise((resolve) => setTimeout(resolve, 60_000));
     });`,
  );
  assert.ok(child.stdout);
  await once(child.stdout, 'data');

  child.kill('SIGKILL');
  await once(child, 'exit');

  assert.deepEqual(await settingsOf(store), { n: '1' });
  await store.transaction(({ db }) =>
    db.insertInto('settings').values(setting('m', '1')).execute(),
  );
  assert.deepEqual(await settingsOf(store), { m: '1', n: '1' });
});

test('while another process writes this one goes on with other work', async (t) => {
  const path = newPath(t);
  await using store = await openSqlite(needs, path);
  await using other: Metadata = await openSqlite(needs, path);
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const long = other.transaction(async () => {
    begun.resolve();
    await gate.promise;
  });
  await begun.promise;

  const waiting = store.db.insertInto('settings').values(setting('a', '1')).execute();
  // Were the wait for the file to block the process, the gate would never open.
  setTimeout(() => gate.resolve(), 50);
  await Promise.all([long, waiting]);

  assert.deepEqual(await settingsOf(store), { a: '1' });
});

async function newPlace(t: TestContext): Promise<OpenPlace> {
  const path = newPath(t);
  return (migrations) => openSqlite(needs, path, migrations);
}

function newPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-metadata-'));
  t.after(() => removeFolder(folder));
  return join(folder, 'inner', 'metadata.db');
}

/** Another process with `store` open on the file, and `add` to count the setting `n` up by one. */
function startChild(t: TestContext, path: string, code: string): ChildProcess {
  const program = `
    const { openSqlite } = await import(${JSON.stringify(import.meta.resolve('./open-sqlite.ts'))});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const store = await openSqlite({ clock: Date, log }, ${JSON.stringify(path)});
    const add = () => store.transaction(async ({ db }) => {
      const row = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
      await new Promise((resolve) => setImmediate(resolve));
      await db.updateTable('settings').set({ value: String(Number(row.value) + 1) }).execute();
    });
    ${code};
    await store[Symbol.asyncDispose]();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

test('what there was before an upgrade lies beside it, and can be put back', async (t) => {
  const path = newPath(t);
  const folder = join(path, '..');
  const old = MIGRATIONS.slice(0, -2);
  {
    await using store = await openSqlite(needs, path, old);
    await store.db.insertInto('settings').values(setting('a', '1')).execute();
  }
  const first = `metadata.db.before-${MIGRATIONS.at(-2)?.name}`;
  {
    await using upgraded = await openSqlite(needs, path);
    await upgraded.db.insertInto('settings').values(setting('b', '2')).execute();
  }

  assert.deepEqual(readdirSync(folder).toSorted(), ['metadata.db', first]);
  assert.equal(statSync(join(folder, first)).mode & 0o777, 0o600);
  await openSqlite(needs, path).then((store) => store[Symbol.asyncDispose]());
  assert.equal(readdirSync(folder).length, 2, 'a start that changes nothing copies nothing');

  renameSync(join(folder, first), path);
  await using before = await openSqlite(needs, path, old);
  assert.deepEqual(await settingsOf(before), { a: '1' });
});
