/** Keeps one engine alive: checks whether it responds, and restarts it if it does not. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { NodeUnreachable, type Connection, type NodeAddress } from '../clickhouse/connection.ts';
import type { LogStore } from '../store.ts';
import type { Engine } from './start-child.ts';

export interface SupervisorNeeds {
  readonly limits: Limits['store'];
  readonly log: Log;
  /** Starts an engine and waits until it answers, or until the signal aborts. */
  readonly start: (signal: AbortSignal) => Promise<Engine>;
  /** Whether a responding engine can continue; otherwise it is replaced as if it did not respond. */
  readonly isSound?: (engine: Engine, connection: Connection) => Promise<boolean>;
  /** Receives the last output of an engine that has ended. */
  readonly onGone?: (lastWords: string) => void;
}

export interface Supervisor {
  /** Throws while there is no engine: nothing may be sent to a process that reuses its address. */
  address(): NodeAddress;
  /** False while the engine is being started again. */
  isUp(): boolean;
  enginePid(): number;
  stop(): Promise<void>;
}

/** Takes over a responding engine; `connection` is used to query it. */
export function superviseEngine(
  needs: SupervisorNeeds,
  first: Engine,
  connect: (address: () => NodeAddress) => Connection,
): Supervisor {
  const stopping = new AbortController();
  const state: State = { engine: first, isUp: true };
  const address = (): NodeAddress => {
    if (!state.isUp) throw new NodeUnreachable(new Error('The engine is being started again.'));
    return state.engine.address;
  };
  noticeEnd(state, first);
  const connection = connect(address);
  const running = keepAlive(needs, state, connection, stopping.signal);
  return {
    address,
    isUp: () => state.isUp,
    enginePid: () => state.engine.pid,
    async stop() {
      stopping.abort();
      await running;
      connection.close();
      await state.engine.stop();
    },
  };
}

export interface EmbeddedStore extends LogStore {
  /** The process of the engine, for what watches memory and for tests that kill it. */
  enginePid(): number;
}

/** A store whose engine is supervised. `prepare` runs before the first use of the store. */
export async function superviseStore(
  supervisor: Supervisor,
  store: LogStore,
  prepare: () => Promise<void>,
): Promise<EmbeddedStore> {
  try {
    await prepare();
    // Damage is detected at startup, when the engine has read its rows: report it immediately.
    await store.health();
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
  return {
    ...store,
    enginePid: () => supervisor.enginePid(),
    health: async () =>
      supervisor.isUp()
        ? store.health()
        : { state: 'down', note: 'The local log store is being started again.' },
  };
}

interface State {
  engine: Engine;
  isUp: boolean;
}

/** Marks the engine as down immediately, not only at the next check. */
function noticeEnd(state: State, engine: Engine): void {
  void engine.gone.then(() => {
    if (state.engine === engine) state.isUp = false;
  });
}

async function keepAlive(
  needs: SupervisorNeeds,
  state: State,
  connection: Connection,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const lastWords = await watch(needs, state.engine, connection, stopping);
    if (lastWords === undefined) return;
    state.isUp = false;
    needs.onGone?.(lastWords);
    needs.log.error({ engine: state.engine.pid, lastWords }, 'local log store died');
    const engine = await startAgain(needs, stopping);
    if (engine === undefined) return;
    state.engine = engine;
    state.isUp = true;
    noticeEnd(state, engine);
    needs.log.warn({ engine: engine.pid }, 'local log store started again');
  }
}

/** Resolves with the last output of an engine that has ended, or with undefined on shutdown. */
async function watch(
  needs: SupervisorNeeds,
  engine: Engine,
  connection: Connection,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const { watchEveryMs, watchFailuresMax } = needs.limits;
  let failures = 0;
  for (;;) {
    const pause = sleep(watchEveryMs, undefined, { signal: stopping }).catch(() => undefined);
    const lastWords = await Promise.race([engine.gone, pause]);
    if (stopping.aborted) return undefined;
    if (lastWords !== undefined) return lastWords;
    const problem = await troubleOf(needs, engine, connection);
    failures = problem === undefined ? 0 : failures + 1;
    if (problem !== undefined && failures >= watchFailuresMax) {
      needs.log.error({ engine: engine.pid, failures }, problem);
      engine.kill();
      return engine.gone;
    }
  }
}

async function troubleOf(
  { limits, isSound }: SupervisorNeeds,
  engine: Engine,
  connection: Connection,
): Promise<string | undefined> {
  if (!(await isAnswering(connection, limits.watchEveryMs))) {
    return 'local log store not responding, killing it';
  }
  if (isSound === undefined || (await isSound(engine, connection))) return undefined;
  return 'local log store counts memory that it does not use, killing it';
}

async function isAnswering(connection: Connection, silenceMsMax: number): Promise<boolean> {
  try {
    await connection.read({ text: 'SELECT 1', silenceMsMax });
    return true;
  } catch {
    return false;
  }
}

async function startAgain(
  needs: SupervisorNeeds,
  stopping: AbortSignal,
): Promise<Engine | undefined> {
  const { restartDelayMsMin, restartDelayMsMax } = needs.limits;
  for (let tries = 0; !stopping.aborted; tries++) {
    const delayMs = Math.min(restartDelayMsMin * 2 ** tries, restartDelayMsMax);
    await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return undefined;
    try {
      const engine = await needs.start(stopping);
      if (!stopping.aborted) return engine;
      await engine.stop();
    } catch (error) {
      if (stopping.aborted) return undefined;
      needs.log.error({ err: error, tries }, 'local log store could not be started again');
    }
  }
  return undefined;
}
