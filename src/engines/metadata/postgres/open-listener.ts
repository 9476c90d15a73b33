import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Log } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Listeners } from '../create-listeners.ts';
import type { Listener } from '../metadata.ts';
import { storeIsAway } from '../unavailable.ts';
import { createClient } from './create-pool.ts';

/** A node's only connection for notifications. It reconnects automatically. */
export interface PostgresListener extends AsyncDisposable {
  add(channel: string, listener: Listener): Promise<AsyncDisposable>;
  isUp(): boolean;
}

/** Notifications are per database, which other programs may use too. */
const PREFIX = 'xplain_';

export function channelName(channel: string): string {
  return PREFIX + channel;
}

export async function openListener(
  needs: { readonly log: Log; readonly listeners: Listeners },
  url: string,
): Promise<PostgresListener> {
  const { log, listeners } = needs;
  const stopping = new AbortController();
  let session: Session | undefined;

  async function connect(): Promise<Session> {
    const connected = await openSession(url, listeners);
    // Announces the gap before new notifications are delivered.
    listeners.announceGap();
    session = connected;
    return connected;
  }

  async function keepUp(first: Session): Promise<void> {
    let current: Session | undefined = first;
    let failures = 0;
    while (!stopping.signal.aborted) {
      if (current !== undefined) {
        failures = 0;
        await current.lost;
        session = undefined;
        current = undefined;
        if (!stopping.signal.aborted) log.warn({}, 'notification connection lost, reconnecting');
      }
      await pause(retryDelayMs(failures), stopping.signal);
      if (stopping.signal.aborted) break;
      try {
        current = await connect();
        log.info({}, 'notification connection restored');
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'notification connection still lost');
      }
    }
    await session?.close();
  }

  const running = keepUp(await connect());
  return {
    isUp: () => session !== undefined && !stopping.signal.aborted,
    async add(channel, listener) {
      if (session === undefined) throw storeIsAway();
      listeners.add(channel, listener);
      try {
        await session.listen(channel);
      } catch (error) {
        listeners.remove(channel, listener);
        throw storeIsAway(error);
      }
      return { [Symbol.asyncDispose]: async () => listeners.remove(channel, listener) };
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await session?.close();
      await running;
    },
  };
}

interface Session {
  /** Resolves when nothing more will be heard through it. */
  readonly lost: Promise<void>;
  listen(channel: string): Promise<void>;
  close(): Promise<void>;
}

async function openSession(url: string, listeners: Listeners): Promise<Session> {
  const client = createClient(url);
  const lost = Promise.withResolvers<void>();
  const checks = new AbortController();
  client.on('notification', ({ channel, payload }) => {
    if (channel.startsWith(PREFIX)) listeners.deliver(channel.slice(PREFIX.length), payload ?? '');
  });
  // Every way a connection ends comes here; waiters don't need the reason.
  client.on('error', () => lost.resolve());
  client.on('end', () => lost.resolve());

  // A channel stays subscribed until the connection ends; notifications without a listener are dropped.
  async function listen(channel: string): Promise<void> {
    await client.query(`listen "${channelName(channel)}"`);
  }

  async function close(): Promise<void> {
    checks.abort();
    lost.resolve();
    await client.end().catch(() => undefined);
  }

  try {
    await client.connect();
    for (const channel of listeners.channels()) await listen(channel);
  } catch (error) {
    await close();
    throw error;
  }
  void watch(client, checks.signal).then(async () => {
    lost.resolve();
    await close();
  });
  return { lost: lost.promise, listen, close };
}

/** Resolves when the connection stops responding: a network that drops everything causes no error. */
async function watch(client: Client, signal: AbortSignal): Promise<void> {
  const { listenerCheckMs } = LIMITS.metadata;
  while (!signal.aborted) {
    await pause(listenerCheckMs, signal);
    if (signal.aborted) return;
    const question = { text: 'select 1', query_timeout: listenerCheckMs };
    const hasAnswered = await client.query(question).then(
      () => true,
      () => false,
    );
    if (!hasAnswered) return;
  }
}

/** Exponential backoff with jitter, so that nodes don't reconnect simultaneously. */
function retryDelayMs(failures: number): number {
  const delayMs = Math.min(100 * 2 ** Math.min(failures, 10), LIMITS.metadata.listenerRetryMsMax);
  return delayMs * (0.5 + Math.random() / 2);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
