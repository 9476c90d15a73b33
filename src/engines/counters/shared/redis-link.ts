/**
 * The connection to Redis. If it is down, callers count elsewhere: commands are never queued, repeated or awaited for
 * longer than `answerMsMax`. After a failure only an occasional probe is sent, so a hanging server delays one request,
 * not all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { Script } from './scripts.ts';

export interface RedisLinkNeeds {
  readonly log: Log;
  readonly limits: Limits['counters'];
  /** A call that fails whenever the real ones would. */
  readonly probe: (link: RedisLink) => Promise<unknown>;
}

export interface RedisLink extends AsyncDisposable {
  isUp(): boolean;
  run(script: Script, key: string, values: readonly string[]): Promise<unknown>;
  removeMember(key: string, member: string): Promise<unknown>;
  /** A call has failed: nothing more is sent until a probe succeeds. */
  reportFailure(error: unknown): void;
}

/** Resolves once the server responds or the attempt times out; reconnects continue in the background. */
export async function openRedisLink(needs: RedisLinkNeeds, url: string): Promise<RedisLink> {
  const { limits, log } = needs;
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: limits.answerMsMax,
    connectTimeout: limits.connectMsMax,
    retryStrategy: (times) => Math.min(times * 50, limits.retryEveryMs),
    // After a failover the old leader refuses to write; the address may lead to the new one by now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    connectionName: 'xplain',
  });
  let state: 'starting' | 'up' | 'down' | 'closed' = 'starting';
  let timer: NodeJS.Timeout | undefined;

  function reportFailure(error: unknown): void {
    if (state === 'down' || state === 'closed') return;
    state = 'down';
    log.warn({ error: messageOf(error) }, 'shared counters unavailable, this node counts alone');
    scheduleProbe();
  }

  function scheduleProbe(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void probe(), limits.retryEveryMs);
    timer.unref();
  }

  async function probe(): Promise<void> {
    try {
      await needs.probe(link);
      if (state === 'closed') return;
      clearTimeout(timer);
      if (state === 'down') log.info({}, 'shared counters available again');
      state = 'up';
    } catch (error) {
      reportFailure(error);
      if (state === 'down') scheduleProbe();
    }
  }

  const link: RedisLink = {
    isUp: () => state === 'up' && redis.status === 'ready',
    run: (script, key, values) => runScript(redis, script, key, values),
    removeMember: (key, member) => redis.zrem(key, member),
    reportFailure,
    async [Symbol.asyncDispose]() {
      state = 'closed';
      clearTimeout(timer);
      redis.disconnect();
    },
  };

  redis.on('error', reportFailure);
  redis.on('close', () => reportFailure(new Error('the connection was closed')));
  redis.on('ready', () => {
    if (state === 'down') void probe();
  });
  try {
    await withTimeout(redis.connect(), limits.connectMsMax);
    await probe();
  } catch (error) {
    reportFailure(error);
  }
  return link;
}

async function runScript(
  redis: Redis,
  script: Script,
  key: string,
  values: readonly string[],
): Promise<unknown> {
  try {
    return await redis.evalsha(script.sha, 1, key, ...values);
  } catch (error) {
    // A server that was restarted has forgotten the script; sending its text teaches it again.
    if (!messageOf(error).startsWith('NOSCRIPT')) throw error;
    return redis.eval(script.lua, 1, key, ...values);
  }
}

/** A server that accepts the connection and then hangs must not delay startup. */
async function withTimeout(work: Promise<unknown>, ms: number): Promise<void> {
  const stop = new AbortController();
  const late = sleep(ms, undefined, { signal: stop.signal }).then(() => {
    throw new Error('no connection in time');
  });
  try {
    await Promise.race([work, late]);
  } finally {
    stop.abort();
    await Promise.allSettled([late]);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
