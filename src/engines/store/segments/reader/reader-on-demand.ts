/**
 * The engine has no state, so it only runs while it is used: it is stopped after a period without statements, and
 * started again with the next one. Its resources are meanwhile available to everything else.
 */
import type { IncomingMessage } from 'node:http';
import { MINUTE_MS, SECOND_MS } from '../../../../spec/units.ts';
import type { Engine } from '../../child/start-child.ts';
import { superviseEngine, type Supervisor } from '../../child/supervise-engine.ts';
import {
  type Connection,
  createConnection,
  type EngineRequest,
  NodeUnreachable,
} from '../../clickhouse/connection.ts';
import { RUNNING } from '../../duckdb/engine-commands.ts';

/** How long an engine waits for statements before it ends. */
export interface Rest {
  /** One that was started to see that it works. */
  readonly unaskedMs: number;
  readonly askedMs: number;
}

const REST: Rest = { unaskedMs: 3 * SECOND_MS, askedMs: 5 * MINUTE_MS };

type Supervising = Parameters<typeof superviseEngine>[0];

/** The first engine has been started. */
export function readOnDemand(
  needs: Supervising,
  first: Engine,
  socketsMax: number,
  rest: Rest = REST,
): { readonly supervisor: Supervisor; readonly connection: Connection } {
  const resting = letRest(needs, first, rest);
  const connection = createConnection(() => resting.address(), { socketsMax });
  return {
    supervisor: resting,
    connection: {
      async read(request) {
        if (isAboutEngine(request)) return resting.about(connection, request);
        resting.begin();
        try {
          await resting.wake();
          return await connection.read(request);
        } finally {
          resting.release();
        }
      },
      async open(request) {
        resting.begin();
        let response: IncomingMessage;
        try {
          await resting.wake();
          response = await connection.open(request);
        } catch (error) {
          resting.release();
          throw error;
        }
        response.once('close', resting.release);
        return response;
      },
      close: () => connection.close(),
    },
  };
}

interface Resting extends Supervisor {
  /** Marks the engine as in use until `release`. */
  readonly begin: () => void;
  readonly release: () => void;
  /** Resolves once it is there. */
  readonly wake: () => Promise<void>;
  /** Requests that monitor the engine don't keep it from resting. */
  readonly about: (connection: Connection, request: EngineRequest) => Promise<Buffer>;
}

function letRest(needs: Supervising, first: Engine, rest: Rest): Resting {
  const closing = new AbortController();
  let engine: Supervisor | undefined = supervise(needs, first);
  let { pid } = first;
  /** One that is being started, or ended: one follows the other. */
  let changing: Promise<void> = Promise.resolve();
  let uses = 0;
  let failed: unknown;
  let timer: NodeJS.Timeout | undefined;

  const change = (work: () => Promise<void>): Promise<void> => {
    const next = changing.then(work);
    changing = next.catch(() => {});
    return next;
  };
  const end = async (): Promise<void> => {
    const ending = engine;
    if (uses > 0 || ending === undefined) return;
    engine = undefined;
    await ending.stop();
  };
  const restFor = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void change(end), ms).unref();
  };
  const start = async (): Promise<void> => {
    if (engine !== undefined || closing.signal.aborted) return;
    try {
      const started = await needs.start(closing.signal);
      ({ pid } = started);
      engine = supervise(needs, started);
      failed = undefined;
      restFor(rest.askedMs);
    } catch (error) {
      failed = error;
      throw new NodeUnreachable(error);
    }
  };
  const wake = async (): Promise<void> => {
    if (engine === undefined) await change(start);
  };
  const release = (): void => {
    uses--;
    if (uses === 0 && !closing.signal.aborted) restFor(rest.askedMs);
  };
  restFor(rest.unaskedMs);
  return {
    begin: () => void uses++,
    release,
    wake,
    async about(connection, request) {
      // An engine that could not be started is not healthy, even if nobody uses it.
      if (failed !== undefined) await wake();
      const asked = engine;
      try {
        if (asked !== undefined) return await connection.read(request);
      } catch (error) {
        if (engine === asked) throw error;
      }
      return Buffer.from(request.text === RUNNING ? '[]' : '');
    },
    address: () => addressOf(engine),
    isUp: () => engine?.isUp() ?? true,
    enginePid: () => engine?.enginePid() ?? pid,
    async stop() {
      closing.abort();
      clearTimeout(timer);
      await changing;
      await engine?.stop();
    },
  };
}

function addressOf(engine: Supervisor | undefined): ReturnType<Supervisor['address']> {
  if (engine === undefined) throw new NodeUnreachable(new Error('The engine has ended.'));
  return engine.address();
}

function supervise(needs: Supervising, engine: Engine): Supervisor {
  return superviseEngine(needs, engine, (address) => createConnection(address, { socketsMax: 1 }));
}

/** Whether it answers, what it is doing, or to end a statement: nothing of this needs an engine that is not there. */
function isAboutEngine({ purpose, text }: EngineRequest): boolean {
  return purpose === 'health' || text.startsWith('KILL QUERY');
}
