/**
 * How long a preview takes and how long it holds up everybody else, through the whole program: 10,000 rows
 * of 140 characters, and as many rows of 2,000 characters as a body holds. Prints figures and asserts
 * nothing; on a busy machine compare within one run.
 *
 *   npm run bench:evaluation
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fastStart } from '../support/programs/fast-start.ts';
import { LIMITS } from '../support/limits.ts';
import { SERVER_FLAGS } from '../../tools/server-flags.mjs';
import { seededRandom } from '../support/seeded-random.ts';
import { signIn } from '../support/programs/visitor.ts';
import { inShort } from './bench-size.ts';
import type { LoopFigures } from './watch-event-loop.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const WATCH = new URL('watch-event-loop.ts', import.meta.url).href;
const ADMIN = { email: 'bench@example.com', password: 'Correct-Horse-42-Battery' };
const RUNS = inShort(12, 2);
const START_MS = inShort(10_000, 0);
const IDLE_MS = 200;
const VERBS = ['finished', 'started', 'queued', 'retried', 'failed', 'paused', 'moved'] as const;
const random = seededRandom(42);

const data = await mkdtemp(join(tmpdir(), 'xplain-bench-'));
const child = startServer();
try {
  const url = await addressOf(child);
  const visitor = await signIn(url, ADMIN);
  await visitor.change('/api/v1/organization/billing', { plan: 'enterprise' });
  const draft = { name: 'bench', scopes: ['evaluations:run'] };
  const { value } = await visitor.create<{ value: string }>('/api/v1/access-tokens', draft);
  // A node that has just started lets its threads practise.
  await sleep(START_MS);
  print(`load ${loadavg()[0]?.toFixed(1)}, ${RUNS} requests each\n`);
  print(
    'Wall time of a request, the first and the median of the others. Of the turns of the event loop',
  );
  print(
    'the longest: by the clock; held up, which is without waiting for a processor on a busy machine;',
  );
  print(
    'and by the processor time of its thread. Processor time of that thread for the whole request.',
  );
  print('Medians and the worst of all requests, in ms.\n');
  print(
    tableRow(
      'input',
      'first',
      'median',
      'clock',
      'worst',
      'held',
      'worst',
      'cpu',
      'worst',
      'whole',
    ),
  );
  await measureIdle();
  for (const [name, rows] of inputs()) {
    await measure(url, value, name, { rows, preview: true });
    await measure(url, value, '  judged offline', { rows, criteria: 'No job failed' });
  }
} finally {
  child.kill('SIGTERM');
  await Promise.race([once(child, 'exit'), sleep(20_000)]);
  child.kill('SIGKILL');
  await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function inputs(): [name: string, rows: unknown[]][] {
  const { rowsMax, rowCharactersMax, bodyBytesMax } = LIMITS.evaluation;
  const lines = Array.from({ length: inShort(rowsMax, 300) }, (_, i) => lineOf(i, 140));
  const objects = lines.map((message, i) => ({
    level: i % 9 === 0 ? 'error' : 'info',
    message: message.slice(0, 100),
    n: i,
  }));
  const long = Array.from(
    { length: inShort(Math.floor((bodyBytesMax - 100) / (rowCharactersMax + 3)), 20) },
    (_, i) => lineOf(i, rowCharactersMax),
  );
  return [
    ['ten thousand lines', lines],
    ['ten thousand objects', objects],
    ['10 MB of long lines', long],
    ['ten thousand, nothing alike', lines.map(() => noise(140))],
    ['two hundred lines', lines.slice(0, 200)],
    ['ten lines', lines.slice(0, 10)],
  ];
}

function lineOf(i: number, characters: number): string {
  const verb = random.pick(VERBS);
  const head = `2026-11-15T10:${String(i % 60).padStart(2, '0')}:07.123Z INFO worker-${i % 31} job ${i} ${verb} in ${random.integer(0, 9_000)} ms for user${i % 977}@example.com`;
  const fill = ` part=${verb}/${i % 13} size=${i * 7}`;
  return (head + fill.repeat(Math.ceil(characters / fill.length))).slice(0, characters);
}

function noise(characters: number): string {
  let text = '';
  while (text.length < characters) text += `${random.integer(0, 2 ** 31).toString(36)} `;
  return text.slice(0, characters);
}

async function measure(url: string, token: string, name: string, body: object): Promise<void> {
  const text = JSON.stringify(body);
  const times: number[] = [];
  const seen: LoopFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await figures();
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/v1/evaluations/run-adhoc`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
    seen.push(await figures());
  }
  report(name, times, seen);
}

/** What the machine does to a server that has nothing to do. */
async function measureIdle(): Promise<void> {
  const seen: LoopFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await figures();
    await sleep(IDLE_MS);
    seen.push(await figures());
  }
  report('nothing', [], seen);
}

function report(name: string, times: readonly number[], seen: readonly LoopFigures[]): void {
  const [first = 0, ...later] = times;
  const figuresOf = (figure: keyof LoopFigures): number[] => {
    const all = seen.map((each) => each[figure]);
    return [medianOf(all), Math.max(...all)];
  };
  const columns = [
    first,
    medianOf(later),
    ...figuresOf('blockedMs'),
    ...figuresOf('heldMs'),
    ...figuresOf('turnCpuMs'),
    medianOf(seen.map(({ cpuMs }) => cpuMs)),
  ];
  print(tableRow(name, ...columns.map((ms) => ms.toFixed(1))));
}

function tableRow(name: string, ...columns: readonly string[]): string {
  return name.padEnd(28) + columns.map((column) => column.padStart(7)).join(' ');
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function figures(): Promise<LoopFigures> {
  const reported = once(child, 'message');
  child.send('figures');
  const [seen] = (await reported) as [LoopFigures];
  return seen;
}

function startServer(): ChildProcess {
  const server = spawn(process.execPath, ['--import', WATCH, ...SERVER_FLAGS, MAIN], {
    cwd: data,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...inShort({}, fastStart()),
      XPLAIN_DATA: data,
      XPLAIN_PORT: '0',
      XPLAIN_OTLP_PORT: '0',
      XPLAIN_LOG_LEVEL: 'warn',
      XPLAIN_RATE_EVALUATION: '0',
      XPLAIN_RATE_AUTH: '0',
      XPLAIN_ADMIN_EMAIL: ADMIN.email,
      XPLAIN_ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  process.on('exit', () => server.kill('SIGKILL'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  return server;
}

async function addressOf(server: ChildProcess): Promise<string> {
  let text = '';
  server.stderr?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  for (let i = 0; i < 3_600; i += 1) {
    const url = /ready at (http:\/\/\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
    if (server.exitCode !== null) break;
    await sleep(50);
  }
  throw new Error(`The program did not get ready:\n${text}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
