/** Starts a process that owns the rows of a folder, and detects when it responds and when it ends. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import type { Limits } from '../../../spec/limits.ts';
import type { NodeAddress } from '../clickhouse/connection.ts';
import { EXIT_LOCKED, type ChildOrder } from './exit-codes.ts';

export interface Engine {
  readonly pid: number;
  readonly address: NodeAddress;
  /** Resolves with its last output once the process has ended. */
  readonly gone: Promise<string>;
  /** Requests a stop, waits, and kills the process if it takes too long. */
  stop(): Promise<void>;
  kill(): void;
}

export interface ChildPlan {
  /** The file of the program. */
  readonly program: string;
  readonly order: ChildOrder;
  readonly address: NodeAddress;
  readonly limits: Limits['store'];
  /** Resolves when the engine answers. */
  readonly waitUntilReady: (child: ChildProcess, deadline: AbortSignal) => Promise<void>;
  /** The first line on its standard input, for data that must not be in the arguments. */
  readonly secret?: string;
  /** Its environment, in addition to the time zone. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gives up starting. */
  readonly signal?: AbortSignal;
}

/** Resolves once the engine answers. */
export async function startChild(plan: ChildPlan): Promise<Engine> {
  const child = spawnChild(plan);
  const engine = engineOf(child, plan);
  const deadline = AbortSignal.any([
    AbortSignal.timeout(plan.limits.startTimeoutMs),
    ...(plan.signal === undefined ? [] : [plan.signal]),
  ]);
  const exit = engine.gone.then(async (lastWords) => {
    throw await describeExit(child, plan.order.lockFile, lastWords);
  });
  try {
    await Promise.race([plan.waitUntilReady(child, deadline), exit]);
    return engine;
  } catch (error) {
    engine.kill();
    throw error;
  } finally {
    exit.catch(() => {});
  }
}

const LAST_WORDS_MAX = 4_000;

function spawnChild({ program, order, secret, env }: ChildPlan): ChildProcess {
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { TZ: 'UTC', ...compileCache(), ...env },
    // Own process group: Ctrl+C in a terminal must reach only us, since we stop the engine in order.
    detached: true,
  });
  // Ignore errors when writing to a process that has ended.
  child.stdin.on('error', () => {});
  if (secret !== undefined) child.stdin.write(`${secret}\n`);
  return child;
}

/** Where this process keeps what it has compiled, if it does: most of what the engine loads is the same. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

function engineOf(child: ChildProcess, { address, limits }: ChildPlan): Engine {
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_MAX);
  });
  child.stdout?.resume();
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(lastWords));
  });
  const kill = (): void => void child.kill('SIGKILL');
  return {
    pid: child.pid ?? 0,
    address,
    gone,
    kill,
    async stop() {
      child.stdin?.end();
      const timer = setTimeout(kill, limits.stopTimeoutMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

async function describeExit(
  child: ChildProcess,
  lockFile: string,
  lastWords: string,
): Promise<Error> {
  if (child.exitCode === EXIT_LOCKED) return new LockedError(await readOwner(lockFile));
  const [reason = ''] = lastWords.trim().split('\n', 1);
  return new Error(`The local log store did not start. ${reason}`.trimEnd(), {
    cause: new Error(lastWords),
  });
}

/** Another process uses the data folder. */
export class LockedError extends Error {
  /** The process that started the engine there, when it is known. */
  readonly owner: number | undefined;

  constructor(owner: number | undefined) {
    super(
      `The log store is in use by another process${owner === undefined ? '' : ` (${owner})`}. ` +
        'Stop it, or set XPLAIN_DATA to another folder.',
    );
    this.name = 'LockedError';
    this.owner = owner;
  }
}

async function readOwner(lockFile: string): Promise<number | undefined> {
  const text = await readFile(lockFile, 'utf8').catch(() => '');
  const owner = /"owner":(\d+)/.exec(text)?.[1];
  return owner === undefined ? undefined : Number(owner);
}
