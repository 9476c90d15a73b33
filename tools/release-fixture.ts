/**
 * Leaves a small data folder of this release, for later ones to open: `test/journeys/upgrade.test.ts` does. To be run once
 * for each release, before it is tagged.
 *
 *   node tools/release-fixture.ts
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, ENVIRONMENT, prepareSending, untilDrained } from '../test/crash/numbered-events.ts';

/** Content of a folder of a release. */
export interface FixtureFacts {
  readonly release: string;
  readonly email: string;
  readonly password: string;
  /** An API key that may do everything. */
  readonly key: string;
  readonly index: string;
  /** Events in the log store, and those that still wait in the queue: `stored 0`, `waiting 0` and so on. */
  readonly stored: number;
  readonly waiting: number;
  readonly savedSearch: string;
  readonly lookup: string;
}

const root = dirname(import.meta.dirname);
const INDEX = 'kept';
const RETENTION_DAYS = 3_650;
const WAIT_MS = 60_000;
/** They name processes of this machine. */
const LOCKS = ['*.sock', 'owner', 'owner.lock', '*.mdb-lock', './store/lock'];

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const data = mkdtempSync(join(tmpdir(), 'xplain-fixture-'));
  try {
    const facts = await fill(data, version);
    const name = join(root, 'test/fixtures', `release-${version}`);
    const leftOut = LOCKS.map((each) => `--exclude=${each}`);
    const owner = ['--owner=0', '--group=0', '--numeric-owner'];
    execFileSync('tar', ['-C', data, ...leftOut, ...owner, '-czf', `${name}.tgz`, '.']);
    writeFileSync(`${name}.json`, `${JSON.stringify(facts, null, 2)}\n`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function fill(data: string, release: string): Promise<FixtureFacts> {
  const facts = {
    release,
    ...ADMIN,
    index: INDEX,
    stored: 60,
    waiting: 15,
    savedSearch: 'errors of the shop',
    lookup: 'host,team\nweb-1,shop\n',
  };
  const first = await start(data, 'api,writer,scheduler');
  const { ada, key } = await prepareSending(first.url);
  await ada.create('/api/v1/indexes', { name: INDEX, retentionDays: RETENTION_DAYS });
  await ada.create('/api/v1/saved-searches', { name: facts.savedSearch, query: 'level=error' });
  const headers = { ...ada.headers, 'content-type': 'text/csv' };
  await fetch(`${first.url}/api/v1/lookups/teams`, { method: 'PUT', headers, body: facts.lookup });
  await send(first.url, key, 'stored', facts.stored);
  await untilDrained(first.url, WAIT_MS);
  await stop(first.child);
  // Without a writer everything stays in the queue.
  const second = await start(data, 'api');
  await send(second.url, key, 'waiting', facts.waiting);
  await stop(second.child);
  return { ...facts, key };
}

async function send(url: string, key: string, word: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, i) => ({ event: `${word} ${i}`, index: INDEX }));
  const answer = await fetch(`${url}/api/v1/logs/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
}

async function start(data: string, roles: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, 'src/main.ts')], {
    cwd: data,
    env: {
      ...ENVIRONMENT,
      PATH: process.env['PATH'],
      XPLAIN_DATA: data,
      XPLAIN_PORT: '0',
      XPLAIN_OTLP_PORT: '0',
      XPLAIN_ROLES: roles,
      XPLAIN_EMBEDDED_STORE: 'duckdb',
      XPLAIN_LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; tries < 1_000; tries++) {
    const url = /ready at (http:\/\/[^\s"]+)/.exec(text)?.[1];
    if (url !== undefined) return { url, child };
    await sleep(100);
  }
  throw new Error(`The server did not get ready:\n${text}`);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

if (import.meta.main) await main();
