import { type ChildProcess, spawn } from 'node:child_process';
import { engineUnderTest } from '../open-test-store.ts';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoopFigures } from '../../load/watch-event-loop.ts';
import { fastStart } from './fast-start.ts';
import { removeFolder } from '../remove-folder.ts';

/** The whole program in a process of its own. */
export interface RunningApp {
  readonly url: string;
  readonly data: string;
  readonly child: ChildProcess;
  /** Everything it wrote so far, both streams. */
  output(): string;
  /** Sends the signal and waits for the end; answers with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

type Environment = Readonly<Record<string, string>>;

/** Whom a program ends with: a test, or all tests of a file. */
export interface AtEnd {
  after(end: () => Promise<void> | void): void;
  /** What a test alone knows; the end of a file says nothing of its tests. */
  readonly passed?: boolean;
  diagnostic?(message: string): void;
}

/** To be called beside the tests, not in one: what is given to it ends with the last of them. */
export function endWithFile(): AtEnd {
  const ends: (() => Promise<void> | void)[] = [];
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return { after: (end) => void ends.push(end) };
}

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const WATCH = new URL('../../load/watch-event-loop.ts', import.meta.url).href;
const READY_MS_MAX = 120_000;

/** A data folder that goes with the test. */
export async function newDataFolder(t: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-data-'));
  t.after(() => removeFolder(folder));
  return folder;
}

/** Starts the program on a free port and waits until it is ready. It ends with the test. */
export async function startApp(
  t: AtEnd,
  environment: Environment = {},
  data?: string,
  main = MAIN,
): Promise<RunningApp> {
  const folder = data ?? (await newDataFolder(t));
  return whenReady(folder, spawnApp(t, folder, environment, [], main));
}

async function whenReady(
  data: string,
  { child, output }: ReturnType<typeof spawnApp>,
): Promise<RunningApp> {
  const url = await addressOf(child, output);
  return {
    url,
    data,
    child,
    output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended(child);
    },
  };
}

/** A program that tells how long it held its event loop. */
export interface WatchedApp extends RunningApp {
  /** Most processor time between two looks at the loop of the server since the last call. */
  longestTurnMs(): Promise<number>;
}

export async function startWatchedApp(
  t: TestContext,
  environment: Environment = {},
): Promise<WatchedApp> {
  const folder = await newDataFolder(t);
  const spawned = spawnApp(t, folder, environment, ['--import', WATCH]);
  const { child } = spawned;
  return {
    ...(await whenReady(folder, spawned)),
    async longestTurnMs() {
      const answer = once(child, 'message') as Promise<[LoopFigures]>;
      child.send('figures');
      const [{ turnCpuMs }] = await answer;
      return turnCpuMs;
    },
  };
}

/** Starts the program where it is expected to refuse; answers with what it said and its exit code. */
export async function startInVain(
  t: TestContext,
  environment: Environment,
  data?: string,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnApp(t, data ?? (await newDataFolder(t)), environment);
  const code = await ended(child);
  return { code, output: output() };
}

function spawnApp(
  t: AtEnd,
  data: string,
  environment: Environment,
  flags: readonly string[] = [],
  main = MAIN,
) {
  const child = spawn(process.execPath, [...flags, main], {
    cwd: data,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...fastStart(),
      XPLAIN_DATA: data,
      XPLAIN_PORT: '0',
      XPLAIN_OTLP_PORT: '0',
      ...embeddedStore(environment),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(flags.length === 0 ? [] : (['ipc'] as const))],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  t.after(async () => {
    child.kill('SIGKILL');
    await ended(child);
    if (t.passed === false) for (const line of failuresIn(text)) t.diagnostic?.(line);
  });
  return { child, output: () => text };
}

const FAILURES_SHOWN = 5;
const LINE_CHARACTERS_MAX = 3_000;

/** A reply with 500 says nothing of its cause; the log of the program does. */
function failuresIn(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.includes('"level":"error"'));
  return lines.slice(-FAILURES_SHOWN).map((line) => line.slice(0, LINE_CHARACTERS_MAX));
}

/** The engine that the whole suite is to run on. */
function embeddedStore(environment: Environment): Environment {
  const engine = engineUnderTest();
  const isElsewhere = environment['XPLAIN_CLICKHOUSE_URL'] !== undefined;
  return engine === undefined || isElsewhere ? {} : { XPLAIN_EMBEDDED_STORE: engine };
}

async function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < READY_MS_MAX) {
    const url = /ready at (http:\/\/\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null) break;
    await sleep(20);
  }
  throw new Error(`The program did not get ready:\n${output()}`);
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
