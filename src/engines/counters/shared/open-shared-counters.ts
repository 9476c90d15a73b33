/**
 * Windows and slots shared by all nodes through Redis or Valkey. While it is unreachable, each node counts alone, so
 * limits apply per node. That is better than no limits and better than rejecting everyone.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { Counters } from '../counters.ts';
import { openMemoryCounters } from '../memory/open-memory-counters.ts';
import { askSlot, askWindow, probeRedis, type RedisNeeds } from './ask-redis.ts';
import { openRedisLink } from './redis-link.ts';

export interface SharedCountersNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits['counters'];
}

export interface SharedCountersSettings {
  readonly url: string;
  /** For tests: the clock that was handed in decides instead of the server's. */
  readonly time?: RedisNeeds['time'];
}

export async function openSharedCounters(
  needs: SharedCountersNeeds,
  settings: SharedCountersSettings,
): Promise<Counters> {
  const local = openMemoryCounters(needs);
  const link = await openRedisLink({ ...needs, probe: probeRedis }, settings.url);
  const redis: RedisNeeds = { ...needs, link, time: settings.time ?? 'server' };

  /** The answer of Redis, or this node's own when there is none. */
  async function orLocally<T>(ask: Promise<T>, locally: () => T): Promise<T> {
    try {
      return await ask;
    } catch (error) {
      link.reportFailure(error);
      return locally();
    }
  }

  return {
    hit(key, limit, windowMs, cost = 1) {
      const locally = () => local.hit(key, limit, windowMs, cost);
      if (!link.isUp()) return locally();
      return orLocally(askWindow(redis, key, { limit, windowMs, cost, isCounting: true }), locally);
    },

    peek(key, limit, windowMs) {
      const locally = () => local.peek(key, limit, windowMs);
      if (!link.isUp()) return locally();
      const hit = { limit, windowMs, cost: 1, isCounting: false };
      return orLocally(askWindow(redis, key, hit), locally);
    },

    acquire(key, slots, holdMsMax) {
      const locally = () => local.acquire(key, slots, holdMsMax);
      if (!link.isUp()) return locally();
      return orLocally(askSlot(redis, key, slots, holdMsMax), locally);
    },

    async health() {
      if (link.isUp()) return { state: 'up' };
      return {
        state: 'degraded',
        note: "Can't reach the shared counters. Limits apply per node.",
      };
    },

    async [Symbol.asyncDispose]() {
      await link[Symbol.asyncDispose]();
      await local[Symbol.asyncDispose]();
    },
  };
}
