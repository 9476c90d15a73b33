/** Starts a child process that runs DuckDB and serves only this server. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Limits } from '../../../spec/limits.ts';
import type { ChildOrder } from '../child/exit-codes.ts';
import { type Engine, startChild } from '../child/start-child.ts';
import { KEY_HEADER } from './engine-commands.ts';

interface DuckdbPlan {
  /** The file of the program. */
  readonly program: string;
  readonly order: ChildOrder & { readonly socketPath: string };
  /** Without it the process answers nothing. */
  readonly key: string;
  readonly limits: Limits['store'];
  /** Threads of the runtime in addition to those of running statements. */
  readonly ownThreads: number;
  readonly signal: AbortSignal | undefined;
}

export function startDuckdb({
  program,
  order,
  key,
  limits,
  ownThreads,
  signal,
}: DuckdbPlan): Promise<Engine> {
  return startChild({
    program,
    order,
    address: {
      url: new URL('http://localhost'),
      socketPath: order.socketPath,
      user: 'xplain',
      password: '',
      headers: { [KEY_HEADER]: key },
    },
    limits,
    waitUntilReady,
    secret: key,
    env: { UV_THREADPOOL_SIZE: String(limits.connectionsMax + ownThreads) },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The engine reports this itself: nothing is sent to a socket before it is known to be ours. */
async function waitUntilReady(child: ChildProcess, deadline: AbortSignal): Promise<void> {
  if (child.stdout === null) throw new Error('The local log store has no output.');
  try {
    await once(child.stdout, 'data', { signal: deadline });
  } catch (error) {
    throw new Error('The local log store did not start in time.', { cause: error });
  }
}
