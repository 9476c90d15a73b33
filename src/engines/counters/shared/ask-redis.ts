import type { Clock } from '../../../base/clock.ts';
import { randomBase62 } from '../../../base/ids.ts';
import type { Limits } from '../../../spec/limits.ts';
import { boundedKey } from '../bounded-key.ts';
import type { Slot, WindowState } from '../counters.ts';
import type { RedisLink } from './redis-link.ts';
import { ACQUIRE, WINDOW } from './scripts.ts';

export interface RedisNeeds {
  readonly clock: Clock;
  readonly limits: Limits['counters'];
  readonly link: RedisLink;
  /** Whose time decides: the server's, which all nodes share, or for tests the clock that is handed in. */
  readonly time: 'server' | 'clock';
}

interface Hit {
  readonly limit: number;
  readonly windowMs: number;
  readonly cost: number;
  readonly isCounting: boolean;
}

export async function askWindow(needs: RedisNeeds, key: string, hit: Hit): Promise<WindowState> {
  const { limit, windowMs, cost, isCounting } = hit;
  const numbers = [limit, windowMs, cost, isCounting ? 1 : 0].map(String);
  const values = [timeArgument(needs), ...numbers, expiry(needs, windowMs)];
  const name = nameOf(needs.limits, `window:${windowMs}`, key);
  const answer = await needs.link.run(WINDOW, name, values);
  const [allowed = 0, total = 0, emptyInMs = 0, retryAfterMs = 0] = readNumbers(answer, 4);
  return {
    isAllowed: allowed === 1,
    remaining: Math.max(0, limit - total),
    resetAt: Math.floor(needs.clock.now()) + emptyInMs,
    retryAfterMs,
  };
}

export async function askSlot(
  needs: RedisNeeds,
  key: string,
  slots: number,
  holdMsMax: number,
): Promise<Slot | undefined> {
  const { link, limits } = needs;
  const name = nameOf(limits, 'slots', key);
  const holder = randomBase62(22);
  const numbers = [slots, holdMsMax].map(String);
  const values = [timeArgument(needs), ...numbers, holder, expiry(needs, holdMsMax)];
  const [taken] = readNumbers(await link.run(ACQUIRE, name, values), 1);
  if (taken !== 1) return undefined;

  async function release(): Promise<void> {
    if (!link.isUp()) return;
    try {
      await link.removeMember(name, holder);
    } catch (error) {
      // A slot that could not be released expires on its own.
      link.reportFailure(error);
    }
  }
  return { release, [Symbol.asyncDispose]: release };
}

/** A hit like any other, so that it fails whenever they would. */
export function probeRedis(link: RedisLink): Promise<unknown> {
  return link.run(WINDOW, 'xplain:probe', ['', '1', '1000', '1', '1', '1000']);
}

function nameOf(limits: Limits['counters'], kind: string, key: string): string {
  return `xplain:${kind}:${boundedKey(key, limits.keyCharactersMax)}`;
}

function timeArgument({ clock, time }: RedisNeeds): string {
  return time === 'clock' ? String(Math.floor(clock.now())) : '';
}

/** Redis forgets a key by its own time, to which the clock of a test bears no relation. */
function expiry({ time }: RedisNeeds, ms: number): string {
  return String(ms + (time === 'clock' ? 3_600_000 : 1_000));
}

function readNumbers(answer: unknown, count: number): readonly number[] {
  const numbers: unknown[] = Array.isArray(answer) ? answer : [answer];
  if (numbers.length === count && numbers.every((value) => typeof value === 'number')) {
    return numbers;
  }
  throw new Error('unexpected response from the shared counters');
}
