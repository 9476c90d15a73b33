/** The store of a measured program, asked without the program in between. */
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { querySettings } from '../../src/engines/store/clickhouse/query-settings.ts';
import { LIMITS } from '../support/limits.ts';
import { exchange } from './exchange.ts';
import type { BenchApp } from './start-bench-app.ts';

export interface EngineAnswer {
  readonly data: Readonly<Record<string, readonly unknown[]>>;
  readonly rows: number;
  readonly statistics: {
    readonly elapsed: number;
    readonly rows_read: number;
    readonly bytes_read: number;
  };
}

export interface EngineDoor extends Disposable {
  /** Runs a statement as the program would. */
  ask(text: string, parameters?: Readonly<Record<string, string>>): Promise<EngineAnswer>;
}

export async function openEngineDoor({ data, pids }: BenchApp): Promise<EngineDoor> {
  const password = await readFile(join(data, 'store', 'password'), 'utf8');
  const port = await findPort(pids);
  const agent = new Agent({ keepAlive: true });
  const settings = { ...querySettings(LIMITS, {}), default_format: 'JSONColumnsWithMetadata' };
  return {
    ask: async (text, parameters = {}) => {
      const search = new URLSearchParams({ database: 'xplain' });
      for (const [name, value] of Object.entries(settings)) search.set(name, String(value));
      for (const [name, value] of Object.entries(parameters)) search.set(`param_${name}`, value);
      const body = Buffer.from(text);
      const answer = await exchange(
        {
          agent,
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: `/?${search.toString()}`,
          auth: `xplain:${password}`,
          headers: { 'x-xplain-key': password, 'content-length': body.length },
        },
        body,
      );
      if (answer.status !== 200) throw new Error(answer.text.slice(0, 1_000));
      return JSON.parse(answer.text) as EngineAnswer;
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
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
