/** Starts one ClickHouse process and waits until it answers. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Limits } from '../../../spec/limits.ts';
import { startChild, type Engine } from '../child/start-child.ts';
import { createConnection } from '../clickhouse/connection.ts';
import type { NodeAddress } from '../clickhouse/connection.ts';
import type { EngineOrder } from './engine-child.ts';
import { PROOF_PATH, type EngineFiles } from './engine-files.ts';
import { findLibrary } from './library.ts';
import { filesLine } from './sent-files.ts';
import { waitUntilOurs } from './wait-until-ours.ts';

export interface StartOptions {
  readonly files: EngineFiles;
  readonly limits: Limits['store'];
  /** Gives up starting. */
  readonly signal?: AbortSignal;
  /** A free one unless it is given. */
  readonly port?: number;
  /** Protocols in addition to HTTP, for cluster nodes started by a test. */
  readonly listenAlso?: readonly 'TCP'[];
}

const CHILD_PROGRAM = fileURLToPath(new URL('engine-child.ts', import.meta.url));

/** Resolves once the engine answers. */
export async function startEngine(options: StartOptions): Promise<Engine> {
  const { files, limits, signal } = options;
  const port = options.port ?? (await findFreePort());
  const address = { url: new URL(`http://127.0.0.1:${port}`), ...files.credentials };
  return startChild({
    program: CHILD_PROGRAM,
    order: orderFor(options, port),
    address,
    limits,
    waitUntilReady: (_child, deadline) =>
      files.proof === undefined
        ? waitUntilAnswering(address, deadline)
        : waitUntilOurs(new URL(PROOF_PATH, address.url), files.proof, deadline),
    ...(files.contents === undefined ? {} : { secret: filesLine(files.contents) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function orderFor({ files, listenAlso = [] }: StartOptions, port: number): EngineOrder {
  const library = findLibrary();
  if (library === undefined) throw new Error('The library of ClickHouse is not installed.');
  const listen = ['HTTP', ...listenAlso].map((what) => `SYSTEM START LISTEN ${what}; `);
  return {
    parent: process.pid,
    library,
    lockFile: files.lockFile,
    isSentFiles: files.contents !== undefined,
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
}

const POLL_MS = 20;
const POLL_SILENCE_MS_MAX = 2_000;

/** For servers of others, which prove nothing. */
async function waitUntilAnswering(address: NodeAddress, deadline: AbortSignal): Promise<void> {
  const connection = createConnection(() => address, { socketsMax: 1 });
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

/** Finds a loopback port that nobody listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
