/** The store of a measured program, asked without the program in between, where its engine takes statements. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EmbeddedEngine,
  engineOfFolder,
} from '../../src/engines/store/child/engine-of-folder.ts';
import {
  createConnection,
  EngineRefusal,
  type NodeAddress,
} from '../../src/engines/store/clickhouse/connection.ts';
import { querySettings } from '../../src/engines/store/clickhouse/query-settings.ts';
import { LIMITS } from '../support/limits.ts';
import type { BenchApp } from './start-bench-app.ts';

export interface EngineAnswer {
  readonly data: Readonly<Record<string, readonly unknown[]>>;
}

export interface EngineDoor extends Disposable {
  readonly engine: EmbeddedEngine;
  /** Runs a statement as the program would. */
  ask(text: string, parameters?: Readonly<Record<string, string>>): Promise<EngineAnswer>;
}

const SOCKETS_MAX = 2;
const SETTINGS = { ...querySettings(LIMITS, {}), default_format: 'JSONColumnsWithMetadata' };

/** Undefined where the program itself reads the rows. */
export async function openEngineDoor(app: BenchApp): Promise<EngineDoor | undefined> {
  const folder = join(app.data, 'store');
  const engine = engineOfFolder(folder);
  if (engine === undefined) throw new Error(`no engine has rows in ${folder}`);
  if (engine === 'segments') return undefined;
  const address = await (engine === 'duckdb' ? duckdbAt(folder) : clickhouseAt(folder, app.pids));
  const connection = createConnection(() => address, { socketsMax: SOCKETS_MAX });
  return {
    engine,
    ask: async (text, parameters = {}) => {
      const answer = await connection
        .read({
          text,
          parameters: new Map(Object.entries(parameters)),
          database: engine === 'clickhouse' ? 'xplain' : '',
          settings: SETTINGS,
          silenceMsMax: LIMITS.query.timeoutMsMax,
        })
        .catch((error: unknown) => {
          const why = error instanceof EngineRefusal ? JSON.stringify(error.fault) : String(error);
          throw new Error(`${text.slice(0, 200)}: ${why}`);
        });
      return JSON.parse(answer.toString()) as EngineAnswer;
    },
    [Symbol.dispose]: () => connection.close(),
  };
}

/** A file names the socket that the server holds open for tools of its owner. */
async function duckdbAt(folder: string): Promise<NodeAddress> {
  const socketPath = await readFile(join(folder, 'engine'), 'utf8');
  return { url: new URL('http://localhost'), socketPath, user: 'xplain', password: '' };
}

/** Each start has a password of its own, which the configuration of the engine names. */
async function clickhouseAt(folder: string, pids: readonly number[]): Promise<NodeAddress> {
  const config = await readFile(join(folder, 'engine.xml'), 'utf8');
  const [, header, password] = /<(x-xplain-key)>([0-9a-f]+)</.exec(config) ?? [];
  if (header === undefined || password === undefined) throw new Error('the engine has no key');
  const url = new URL(`http://127.0.0.1:${await findPort(pids)}`);
  return { url, user: 'xplain', password, headers: { [header]: password } };
}

/** The store is started with the number of its port. */
async function findPort(pids: readonly number[]): Promise<number> {
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const port = /--http_port=(\d+)/.exec(command)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('none of the processes is the store');
}
