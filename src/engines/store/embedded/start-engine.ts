/** Starts one engine process and knows when it answers and when it is gone. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { libchdbPath } from 'chdb/libchdb';
import type { Limits } from '../../../spec/limits.ts';
import { createConnection } from '../clickhouse/connection.ts';
import type { NodeAddress } from '../clickhouse/connection.ts';
import type { EngineFiles } from './engine-files.ts';
import { EXIT_LOCKED } from './exit-codes.ts';
import type { EngineOrder } from './exit-codes.ts';

export interface Engine {
  readonly pid: number;
  readonly address: NodeAddress;
  /** Resolves when the process is gone, with what it said last. */
  readonly gone: Promise<string>;
  /** Asks it to stop, waits, and kills it when it takes too long. */
  stop(): Promise<void>;
  kill(): void;
}

export interface StartOptions {
  readonly files: EngineFiles;
  readonly limits: Limits['store'];
  /** Gives up starting. */
  readonly signal?: AbortSignal;
  /** A free one unless it is given. */
  readonly port?: number;
  /** Protocols beside HTTP, for the nodes of a cluster that a test starts. */
  readonly listenAlso?: readonly 'TCP'[];
}

/** Resolves once the engine answers. */
export async function startEngine(options: StartOptions): Promise<Engine> {
  const { files, limits } = options;
  const port = options.port ?? (await findFreePort());
  const child = spawnEngine(options, port);
  const engine = engineOf(child, port, files, limits);
  const deadline = AbortSignal.any([
    AbortSignal.timeout(limits.startTimeoutMs),
    ...(options.signal === undefined ? [] : [options.signal]),
  ]);
  const exit = engine.gone.then(async (lastWords) => {
    throw await describeExit(child, files, lastWords);
  });
  try {
    await Promise.race([waitUntilReady(engine, deadline), exit]);
    return engine;
  } catch (error) {
    engine.kill();
    throw error;
  } finally {
    exit.catch(() => {});
  }
}

const CHILD_PROGRAM = fileURLToPath(new URL('engine-child.ts', import.meta.url));
const LAST_WORDS_MAX = 4_000;

function spawnEngine(options: StartOptions, port: number): ChildProcess {
  const { files } = options;
  const listen = ['HTTP', ...(options.listenAlso ?? [])].map(
    (what) => `SYSTEM START LISTEN ${what}; `,
  );
  const order: EngineOrder = {
    parent: process.pid,
    library: libchdbPath({ env: {} }),
    lockFile: files.lockFile,
    engineArguments: [
      `--config-file=${files.configFile}`,
      `--path=${files.rowsFolder}`,
      `--http_port=${port}`,
      '--listen_host=127.0.0.1',
      '--log-level=warning',
      // The last statement reads standard input, so the server lives until that closes.
      `--query=${listen.join('')}SELECT count() FROM file('-', 'LineAsString', 'line String')`,
    ],
  };
  return spawn(process.execPath, ['--no-warnings', CHILD_PROGRAM, JSON.stringify(order)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { TZ: 'UTC' },
    // A group of its own: Ctrl+C in a terminal must reach us alone, who stop the engine in order.
    detached: true,
  });
}

function engineOf(
  child: ChildProcess,
  port: number,
  files: EngineFiles,
  limits: Limits['store'],
): Engine {
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_MAX);
  });
  // Writing to a process that is gone is not worth an exception.
  child.stdin?.on('error', () => {});
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(lastWords));
  });
  const kill = (): void => void child.kill('SIGKILL');
  return {
    pid: child.pid ?? 0,
    address: { url: new URL(`http://127.0.0.1:${port}`), ...files.credentials },
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

const POLL_MS = 20;
const POLL_SILENCE_MS_MAX = 2_000;

async function waitUntilReady(engine: Engine, deadline: AbortSignal): Promise<void> {
  const connection = createConnection(() => engine.address, { socketsMax: 1 });
  try {
    for (;;) {
      try {
        await connection.read({ text: 'SELECT 1', silenceMsMax: POLL_SILENCE_MS_MAX });
        return;
      } catch (error) {
        if (deadline.aborted) {
          throw new Error('The local log store did not start in time.', { cause: error });
        }
      }
      await sleep(POLL_MS);
    }
  } finally {
    connection.close();
  }
}

async function describeExit(
  child: ChildProcess,
  files: EngineFiles,
  lastWords: string,
): Promise<Error> {
  if (child.exitCode === EXIT_LOCKED) return new LockedError(await readOwner(files.lockFile));
  return new Error('The local log store did not start.', { cause: new Error(lastWords) });
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

/** A port of loopback that nobody listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
