/** The whole program on a folder of its own, with rates off and a key, for measurements. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVER_FLAGS } from '../../tools/server-flags.mjs';
import { fastStart } from '../support/programs/fast-start.ts';
import { LIMITS } from '../support/limits.ts';
import { inShort } from './bench-size.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';

export interface BenchApp extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly data: string;
  /** Creates a further organization; answers with a key of it. */
  newOrganization(): Promise<string>;
  /** The server and its store. */
  readonly pids: readonly number[];
  /** Processor seconds of one process so far. */
  cpuOf(pid: number): Promise<number>;
  /** Processor seconds of all processes so far. */
  cpuSeconds(): Promise<number>;
  /** The most that the server itself has had in memory so far, in bytes. */
  memoryMost(): Promise<number>;
  diskBytes(): Promise<number>;
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const ADMIN = { email: 'bench@example.com', password: 'Correct-Horse-42-Battery' };
const RATES = [
  'INGEST',
  'OTLP',
  'LOGS',
  'SEARCH',
  'AUTH',
  'PUBLIC',
  'MANAGEMENT',
  'SESSION',
  'AGENTS',
  'AGENTCALLS',
];
/** Of the kernel's clock, in which /proc tells processor time. */
const TICKS_PER_SECOND = 100;

export async function startBenchApp(): Promise<BenchApp> {
  const data = await mkdtemp(join(tmpdir(), 'xplain-bench-'));
  const engine = process.env['XPLAIN_EMBEDDED_STORE'];
  // For finding out where the time goes: a folder for profiles of the server.
  const profiles = process.env['XPLAIN_BENCH_PROFILES'];
  const flags = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...flags, MAIN], {
    cwd: data,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...inShort({}, fastStart()),
      XPLAIN_DATA: data,
      XPLAIN_PORT: '0',
      XPLAIN_OTLP_PORT: '0',
      XPLAIN_LOG_LEVEL: 'warn',
      XPLAIN_ADMIN_EMAIL: ADMIN.email,
      XPLAIN_ADMIN_PASSWORD: ADMIN.password,
      XPLAIN_PLAN_CHANGES: 'self',
      ...(engine === undefined ? {} : { XPLAIN_EMBEDDED_STORE: engine }),
      ...Object.fromEntries(RATES.map((rate) => [`XPLAIN_RATE_${rate}`, '0'])),
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  // Whoever ends the measurement early ends the server, too.
  process.on('exit', () => child.kill('SIGKILL'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  const url = await addressOf(child);
  const visitor = await signIn(url, ADMIN);
  await visitor.change('/api/v1/organization/billing', { plan: 'enterprise' });
  const key = await newKey(visitor);
  const people = peopleOf(url, data, visitor);
  const pids = [child.pid ?? 0, ...(await childrenOf(child.pid ?? 0))];
  return {
    url,
    key,
    data,
    pids,
    newOrganization: async () => {
      const who = await people.next();
      const { id } = await who.create<{ id: string }>('/api/v1/organizations', { name: 'B' });
      await who.create(`/api/v1/organizations/${id}/activate`, {});
      await who.change('/api/v1/organization/billing', { plan: 'enterprise' });
      return newKey(who);
    },
    cpuOf,
    cpuSeconds: async () => (await Promise.all(pids.map(cpuOf))).reduce((sum, s) => sum + s, 0),
    memoryMost: () => memoryMostOf(child.pid ?? 0),
    diskBytes: () => sizeOf(data),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      for (let i = 0; i < 300 && child.exitCode === null; i++) await sleep(100);
      child.kill('SIGKILL');
      await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Each person begins with one organization and creates as many as one may. */
function peopleOf(url: string, data: string, first: Visitor): { next(): Promise<Visitor> } {
  let [who, made, people] = [first, 1, 1];
  return {
    next: async () => {
      if (made === LIMITS.organizations.createdPerUserMax) {
        who = await newPerson(url, data, `bench${(people += 1)}@example.com`);
        made = 1;
      }
      made += 1;
      return who;
    },
  };
}

async function newPerson(url: string, data: string, email: string): Promise<Visitor> {
  const { password } = ADMIN;
  await post(`${url}/api/auth/sign-up/email`, url, { email, password, name: 'Bench' });
  const folder = join(data, 'outbox');
  for (let i = 0; i < 150; i += 1) {
    for (const name of await readdir(folder).catch(() => [])) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => '');
      const token = text.includes(email)
        ? /verify-email\?token=([\w.-]+)/.exec(text)?.[1]
        : undefined;
      if (token === undefined) continue;
      await post(`${url}/api/auth/verify-email`, url, { token, password });
      return signIn(url, { email, password });
    }
    await sleep(100);
  }
  throw new Error('No mail came.');
}

async function post(address: string, origin: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', origin };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
}

async function newKey(visitor: Visitor): Promise<string> {
  const draft = { name: 'bench', scope: 'full-access' };
  return (await visitor.create<{ value: string }>('/api/v1/api-keys', draft)).value;
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  for (let i = 0; i < 3_600; i++) {
    const url = /ready at (http:\/\/\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  throw new Error(`The program did not get ready:\n${text}`);
}

async function childrenOf(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    names.map((pid) => statOf(pid).then((fields) => Number(fields[1]))),
  );
  return names.filter((_, i) => parents[i] === parent);
}

/** The fields of /proc/pid/stat behind the name: state, parent, … */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') ');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

async function cpuOf(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function memoryMostOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024;
}

async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return sizeOf(inner);
      return stat(inner).then(
        ({ size }) => size,
        () => 0,
      );
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
