import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { IncomingMessage } from 'node:http';
import { batchOf, needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { MB } from '../../../spec/units.ts';
import type { EmbeddedStore } from '../child/supervise-engine.ts';
import { sql, string } from '../sql.ts';
import { rowsOf } from '../store.ts';
import type { DuckdbOrder } from './engine-child.ts';
import { openDatabase } from './engine/database.ts';
import { runSelect } from './engine/run-select.ts';
import { openDuckdbStore } from './open-duckdb-store.ts';

const isLinux = process.platform === 'linux';
const needs = needsOf();

/** As anyone on the machine can see it. */
function orderOf(store: EmbeddedStore): DuckdbOrder {
  const [, , , order = '{}'] = commandOf(store);
  return JSON.parse(order) as DuckdbOrder;
}

function commandOf(store: EmbeddedStore): string[] {
  return readFileSync(`/proc/${store.enginePid()}/cmdline`, 'utf8').split('\0');
}

async function ask(socketPath: string, headers: Record<string, string>): Promise<string> {
  const call = request({ socketPath, method: 'POST', path: '/', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject);
  });
  call.end('SELECT 1');
  const response = await answered;
  return `${response.statusCode} ${await text(response)}`;
}

test('nobody else on the machine can use the engine', { skip: !isLinux }, async (t) => {
  await using store = await openDuckdbStore(needs, newFolder(t));
  const { socketPath } = orderOf(store);

  const answers = await Promise.all([
    ask(socketPath, {}),
    ask(socketPath, { 'x-xplain-key': '' }),
    ask(socketPath, { 'x-xplain-key': 'guess' }),
    ask(socketPath, { 'x-xplain-key': '0'.repeat(64) }),
    ask(socketPath, { 'x-xplain-key': 'ä'.repeat(64) }),
    ask(socketPath, { authorization: 'Basic eHBsYWluOg==' }),
  ]);

  assert.deepEqual(
    answers,
    answers.map(() => '403 '),
  );
  assert.equal(statSync(dirname(socketPath)).mode & 0o777, 0o700);
  assert.deepEqual(await store.health(), { state: 'up' });
});

test(
  'secrets are on no command line, in no file and in no environment',
  {
    skip: !isLinux,
  },
  async (t) => {
    const folder = newFolder(t);
    process.env['XPLAIN_TEST_SECRET'] = 'never to be seen';
    t.after(() => delete process.env['XPLAIN_TEST_SECRET']);
    await using store = await openDuckdbStore(needs, folder);
    await store.insert(batchOf(1));

    const environment = readFileSync(`/proc/${store.enginePid()}/environ`, 'utf8');
    const key = /[0-9a-f]{64}/;

    const names = environment.split('\0').map((line) => line.split('=', 1)[0]);
    // Where what was compiled is kept: a folder, only where this process has one.
    const kept = getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE'];
    assert.deepEqual(names, ['TZ', ...kept, 'UV_THREADPOOL_SIZE', '']);
    assert.doesNotMatch(commandOf(store).join(' '), key);
    for (const file of filesIn(folder)) {
      assert.doesNotMatch(readFileSync(file, 'latin1'), key, file);
    }
    for (const name of ['.', 'days']) {
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o700, name);
    }
    assert.equal(statSync(join(folder, 'lock')).mode & 0o777, 0o600);
  },
);

test('no file holds anything of what was asked', async (t) => {
  const folder = newFolder(t);
  {
    await using store = await openDuckdbStore(needs, folder);
    await store.insert(batchOf(1));
    await assert.rejects(store.query(sql`SELECT secret_one FROM logs WHERE body = 'secret_two'`));
    await assert.rejects(store.query(sql`SELECT throwIf(${string('secret_three')} != '') AS x`));
    await assert.rejects(store.query(sql`SELECT secret_four FORM logs`));
    const endless = sql`SELECT sum(number % 7) AS secret_five FROM numbers(1000000000000)`;
    await assert.rejects(store.query(endless, { timeoutMs: 100 }));
  }

  for (const file of filesIn(folder)) {
    assert.doesNotMatch(readFileSync(file, 'latin1'), /secret_/, file);
  }
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

test('a statement reaches neither files nor settings, and a query changes nothing', async (t) => {
  await using store = await openDuckdbStore(needs, newFolder(t));
  await store.insert(batchOf(3));

  for (const statement of [
    sql`SELECT * FROM read_text('/etc/passwd')`,
    sql`SELECT * FROM '/etc/passwd'`,
    sql`SELECT * FROM file('/etc/passwd', 'LineAsString')`,
    sql`COPY logs TO '/tmp/xplain-stolen.csv'`,
    sql`ATTACH '/tmp/xplain-other.duckdb' AS other`,
    sql`INSTALL httpfs`,
    sql`LOAD httpfs`,
    sql`SET memory_limit = '1TB'`,
    sql`PRAGMA database_list`,
    sql`SELECT * FROM duckdb_settings()`,
    sql`SELECT * FROM duckdb_secrets()`,
    sql`INSERT INTO logs SELECT * FROM logs`,
    sql`DROP TABLE logs`,
    sql`CREATE TABLE mine AS SELECT 1 AS x`,
    sql`UPDATE logs SET body = 'x'`,
    sql`SELECT 1 AS x; DROP TABLE logs`,
  ]) {
    await assert.rejects(store.query(statement));
    await assert.rejects(store.command(statement));
    await assert.rejects(async () => text((await store.export(statement, 'csv')).content));
  }
  await assert.rejects(store.query(sql`DELETE FROM logs WHERE 1 = 1`));
  await assert.rejects(store.query(sql`ALTER TABLE logs DELETE WHERE 1 = 1`));

  const answer = await store.query(sql`SELECT count() AS n FROM logs`);
  assert.deepEqual(rowsOf(answer), [{ n: 3 }]);
});

/** Even if a statement of somebody else got past the translation. */
const HOSTILE = (folder: string): string[] => [
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM read_blob('/proc/self/environ')",
  "SELECT * FROM '/etc/passwd'",
  "SELECT * FROM glob('/etc/*')",
  `SELECT * FROM read_text('${folder}/../secret')`,
  "SELECT * FROM read_json('http://127.0.0.1:1/')",
  `COPY (SELECT 1) TO '${tmpdir()}/xplain-stolen.csv'`,
  `COPY (SELECT 1) TO '${folder}/../stolen.csv'`,
  `EXPORT DATABASE '${tmpdir()}/xplain-stolen'`,
  `ATTACH '${tmpdir()}/xplain-other.duckdb' AS other`,
  `ATTACH '${folder}/../other.duckdb' AS other`,
  "ATTACH 'host=127.0.0.1' AS other (TYPE postgres)",
  'INSTALL httpfs',
  'FORCE INSTALL httpfs',
  'LOAD httpfs',
  `LOAD '${tmpdir()}/mine.duckdb_extension'`,
  'INSTALL h3 FROM community',
  'SET enable_external_access = true',
  "SET allowed_directories = ['/']",
  'SET lock_configuration = false',
  'RESET lock_configuration',
  "SET memory_limit = '1TB'",
  "SET temp_directory = '/tmp'",
  'SET autoinstall_known_extensions = true',
  "SET TimeZone = 'Europe/Berlin'",
  "PRAGMA memory_limit = '1TB'",
  "SET log_query_path = '/tmp/xplain-queries'",
  "CREATE SECRET (TYPE s3, KEY_ID 'x', SECRET 'y')",
];

test('the engine itself is closed off from the machine', async (t) => {
  const folder = newFolder(t);
  const database = await openDatabase({
    folder,
    memoryBytesMax: 400 * MB,
    threads: 1,
    connections: 2,
  });
  const passed: string[] = [];
  await database.use(async (connection) => {
    for (const statement of HOSTILE(folder)) {
      await connection.run(statement).then(
        () => passed.push(statement),
        () => {},
      );
    }
  });
  const changes = [
    'DROP SCHEMA main',
    'CREATE TABLE x AS SELECT 1',
    'SELECT 1; CREATE TABLE x AS SELECT 1',
    `COPY (SELECT 1) TO '${folder}/x.csv'`,
    'CHECKPOINT',
    "SET TimeZone = 'UTC'",
  ];
  const bounds = { rowsMax: 0, isStopped: () => false, isStreamed: false };
  const reader = { columns: () => {}, chunk: async () => {} };
  await database.use(async (connection) => {
    for (const change of changes) {
      await runSelect(connection, { text: change, values: new Map() }, bounds, reader).then(
        () => passed.push(change),
        () => {},
      );
    }
  });
  database.close();

  assert.deepEqual(passed, []);
});
