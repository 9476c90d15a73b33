import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  startPostgres,
  type TestDatabase,
} from '../../../../test/support/metadata/start-postgres.ts';
import type { Unit } from '../metadata.ts';
import { metadataSuite } from '../metadata.suite.ts';
import { setting, settingsOf, until, type OpenPlace } from '../places.suite.ts';
import { migrateSuite } from '../migrations/migrate.suite.ts';
import type { Migration } from '../migrations/migration.ts';
import { MIGRATIONS } from '../migrations/list.ts';
import { startRelay } from './relay.suite.ts';
import { openPostgres } from './open-postgres.ts';

const needs = { clock: systemClock, log: silentLog };

metadataSuite(newPlace);
migrateSuite(newPlace);

test('a transaction that dead-locked with another one runs again', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  await using store = await openPostgres(needs, database.url);
  await store.db
    .insertInto('settings')
    .values([setting('a', '0'), setting('b', '0')])
    .execute();
  const both = Promise.withResolvers<void>();
  let runs = 0;
  let held = 0;

  async function addToBoth(first: string, second: string): Promise<void> {
    await store.transaction(async (unit) => {
      runs += 1;
      await addOne(unit, first);
      // Each holds its first row before either asks for its second.
      held += 1;
      if (held === 2) both.resolve();
      await both.promise;
      await addOne(unit, second);
    });
  }
  await Promise.all([addToBoth('a', 'b'), addToBoth('b', 'a')]);

  assert.equal(runs, 3);
  assert.deepEqual(await settingsOf(store), { a: '2', b: '2' });
});

test('a transaction that is always in another one’s way is given up in the end', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  await using store = await openPostgres(needs, database.url);
  let runs = 0;

  const attempt = store.transaction(async ({ db }) => {
    runs += 1;
    await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(db);
  });

  await assert.rejects(attempt, /conflict/);
  assert.equal(runs, LIMITS.metadata.transactionAttemptsMax);
});

test('the server bounds every wait, and gives a migration more time', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const bounds = `select
    extract(epoch from current_setting('statement_timeout')::interval)::bigint * 1000 as statement,
    extract(epoch from current_setting('lock_timeout')::interval)::bigint * 1000 as lock,
    extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::bigint * 1000 as pause`;
  const record: Migration = {
    name: '9000-bounds',
    isAdditive: true,
    statements: () => [`create table bounds as ${bounds}`],
  };
  await using store = await openPostgres(needs, database.url, [...MIGRATIONS, record]);

  const usual = await sql.raw(bounds).execute(store.db);
  const migrating = await sql`select * from bounds`.execute(store.db);

  const { openMsMax, statementMsMax, waitMsMax } = LIMITS.metadata;
  const pause = statementMsMax;
  assert.deepEqual(usual.rows, [{ statement: statementMsMax, lock: waitMsMax, pause }]);
  assert.deepEqual(migrating.rows, [{ statement: openMsMax, lock: openMsMax, pause }]);
});

test('a network that swallows everything is noticed by the listener', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const relay = await startRelay(t, Number(new URL(database.url).port));
  const url = new URL(database.url);
  url.port = String(relay.port);
  await using store = await openPostgres(needs, url.href);
  assert.equal(store.isListening(), true);
  const { listenerCheckMs, listenerRetryMsMax, waitMsMax } = LIMITS.metadata;

  relay.isFrozen = true;
  await until(() => !store.isListening(), 10 * listenerCheckMs);
  relay.isFrozen = false;

  // Connections that were begun while nothing came through have to end first.
  await until(() => store.isListening(), 2 * (waitMsMax + listenerRetryMsMax));
});

test('a connection that breaks inside a transaction fails that transaction alone', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  await using store = await openPostgres(needs, database.url);

  const attempt = store.transaction(async ({ db }) => {
    await db.insertInto('settings').values(setting('a', '1')).execute();
    await cutConnections(database);
    await db.insertInto('settings').values(setting('b', '1')).execute();
  });

  await assert.rejects(attempt, { code: 'STORAGE_UNAVAILABLE' });
  await store.transaction(({ db }) =>
    db.insertInto('settings').values(setting('c', '1')).execute(),
  );
  assert.deepEqual(await settingsOf(store), { c: '1' });
});

test('a lost listener says so, tells of the gap, and hears again', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  await using store = await openPostgres(needs, database.url);
  const heard: string[] = [];
  let gaps = 0;
  await using _ = await store.listen('news', {
    onMessage: (payload) => void heard.push(payload),
    onGap: () => {
      gaps += 1;
    },
  });

  await database.administer(`alter database ${database.name} allow_connections false`);
  await cutConnections(database);
  await until(() => !store.isListening());
  assert.equal((await store.health()).state, 'down');
  await assert.rejects(store.db.selectFrom('settings').selectAll().execute());
  await assert.rejects(store.listen('other', { onMessage: () => {}, onGap: () => {} }));
  assert.equal(gaps, 0);

  await database.administer(`alter database ${database.name} allow_connections true`);
  await until(() => store.isListening());
  assert.equal(gaps, 1);
  await store.notify('news', 'again');
  await until(() => heard.length > 0);

  assert.deepEqual(heard, ['again']);
  assert.deepEqual(await store.health(), { state: 'up' });
});

test('what one node says, every node hears', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  await using here = await openPostgres(needs, database.url);
  await using there = await openPostgres(needs, database.url);
  const heard: string[] = [];
  await using _ = await here.listen('news', recordAs('here', heard));
  await using __ = await there.listen('news', recordAs('there', heard));

  await there.transaction((unit) => unit.notify('news', 'hello'));
  await until(() => heard.length === 2);

  assert.deepEqual(heard.toSorted(), ['here hello', 'there hello']);
});

test('more transactions than connections wait for their turn', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  await using store = await openPostgres(needs, database.url);

  await Promise.all(
    Array.from({ length: 5 * LIMITS.metadata.connectionsMax }, (_, key) =>
      store.transaction(async ({ db }) => {
        await db
          .insertInto('settings')
          .values(setting(String(key), '1'))
          .execute();
        await sql`select pg_sleep(0.005)`.execute(db);
      }),
    ),
  );

  const written = Object.keys(await settingsOf(store));
  assert.equal(written.length, 5 * LIMITS.metadata.connectionsMax);
});

test('a wrong database is told at once, and a password never', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const url = database.url.replace('xplain@', 'xplain:hunter2@').replace(database.name, 'nowhere');

  const failure = await openPostgres(needs, url).then(
    () => assert.fail('it should have failed'),
    (error: unknown) => error,
  );

  assert.match(String(failure), /"nowhere" does not exist/);
  assert.ok(!String((failure as Error).stack).includes('hunter2'));
});

test('a database in another encoding is refused', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const name = `${database.name}_ascii`;
  await database.administer(`create database ${name} encoding 'SQL_ASCII' template template0`);

  await assert.rejects(
    openPostgres(needs, database.url.replace(database.name, name)),
    /encoded in UTF8, not SQL_ASCII/,
  );
});

async function newPlace(t: TestContext): Promise<OpenPlace | undefined> {
  const database = await startPostgres(t);
  return database && ((migrations) => openPostgres(needs, database.url, migrations));
}

async function addOne(unit: Unit, key: string): Promise<void> {
  await unit.lockRow('settings', { key });
  await sql`update settings set value = (value::int + 1)::text where key = ${key}`.execute(unit.db);
}

/** As a restart of the server or a broken network would. */
async function cutConnections({ administer, name }: TestDatabase): Promise<void> {
  await administer(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

function recordAs(name: string, heard: string[]) {
  return { onMessage: (payload: string) => void heard.push(`${name} ${payload}`), onGap: () => {} };
}
