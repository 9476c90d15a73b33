/**
 * The statements of all refreshes of this node. Identical statements run once at a time, regardless of the caller; the
 * answer is cached while fresh, and the statement is cancelled when its last waiter has left.
 */
import { hash } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { SearchResult } from '../../../flow/search/index.ts';
import { print } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createAnswerCache, type KeptAnswer } from './answer-cache.ts';
import { type Asker, type RefreshSlots, runStatement } from './run-statement.ts';
import type { Statement } from './statement.ts';

/** A statement and the facts a refresh knows about it. */
export interface KnownStatement {
  readonly statement: Statement;
  /** Names the answer: organization, what it can read, query, range, zone, rows, versions of what it uses. */
  readonly key: string;
  /** The same without the range: what was shown before can be found by it. */
  readonly written: string;
  readonly freshMs: number;
  /** Must neither be read from the cache nor stored in it. */
  readonly isUncached: boolean;
  readonly base?: KnownStatement;
}

export interface Statements {
  /** The answer, where it is remembered and still good. */
  peek(known: KnownStatement): KeptAnswer | undefined;
  /** Whether somebody already waits for it. */
  isUnderWay(known: KnownStatement): boolean;
  /** What was shown last, if it is not too old to be shown as such. */
  stale(known: KnownStatement): KeptAnswer | undefined;
  /** Remembered, joined, or run. */
  obtain(asker: Asker, known: KnownStatement, signal: AbortSignal): Promise<KeptAnswer>;
  readonly bytes: (organization?: string) => number;
}

interface Running {
  readonly answer: Promise<KeptAnswer>;
  readonly controller: AbortController;
  viewers: number;
}

export interface StatementsNeeds {
  readonly clock: Clock;
  readonly slots: RefreshSlots;
}

const { cacheBytesMax, cacheEntryBytesMax, cacheOrganizationDivisor, staleMsMax, refreshMsMax } =
  LIMITS.dashboards;

export function openStatements(needs: StatementsNeeds): Statements {
  const { clock } = needs;
  const cache = createAnswerCache({
    bytesMax: cacheBytesMax,
    entryBytesMax: cacheEntryBytesMax,
    organizationBytesMax: cacheBytesMax / cacheOrganizationDivisor,
  });
  const running = new Map<string, Running>();

  const peek = ({ key, freshMs, isUncached }: KnownStatement): KeptAnswer | undefined => {
    if (isUncached) return undefined;
    const kept = cache.get(key);
    return kept !== undefined && clock.now() - kept.computedAt < freshMs ? kept : undefined;
  };
  /** One that was cancelled may have a follower under the same key. */
  const forget = ({ key }: KnownStatement, one: Running): void => {
    if (running.get(key) === one) running.delete(key);
  };
  const run = async (
    asker: Asker,
    known: KnownStatement,
    signal: AbortSignal,
  ): Promise<KeptAnswer> => {
    const base = known.base && (await obtain(asker, known.base, signal)).result;
    const answer = await runOne(needs, asker, known, base, signal);
    const { organization } = asker.actor;
    if (!known.isUncached) cache.set(organization, known.key, known.written, answer);
    return answer;
  };
  const begin = (asker: Asker, known: KnownStatement): Running => {
    const controller = new AbortController();
    const answer = run(asker, known, controller.signal).finally(() => forget(known, started));
    const started: Running = { answer, controller, viewers: 0 };
    running.set(known.key, started);
    return started;
  };
  const obtain = async (
    asker: Asker,
    known: KnownStatement,
    signal: AbortSignal,
  ): Promise<KeptAnswer> => {
    signal.throwIfAborted();
    const kept = peek(known);
    if (kept !== undefined) return kept;
    const joined = running.get(known.key) ?? begin(asker, known);
    joined.viewers += 1;
    try {
      return await unlessAborted(joined.answer, signal);
    } finally {
      joined.viewers -= 1;
      if (joined.viewers === 0) {
        // Nothing else handles its outcome.
        joined.answer.catch(() => {});
        forget(known, joined);
        joined.controller.abort();
      }
    }
  };
  return {
    peek,
    isUnderWay: ({ key }) => running.has(key),
    stale({ written, isUncached }) {
      if (isUncached) return undefined;
      const kept = cache.lastOf(written);
      return kept !== undefined && clock.now() - kept.computedAt <= staleMsMax ? kept : undefined;
    },
    obtain,
    bytes: cache.bytes,
  };
}

async function runOne(
  { clock, slots }: StatementsNeeds,
  asker: Asker,
  { statement }: KnownStatement,
  base: SearchResult | undefined,
  signal: AbortSignal,
): Promise<KeptAnswer> {
  const leave = await takeSlots(slots, asker);
  const computedAt = clock.now();
  try {
    signal.throwIfAborted();
    const result = await runStatement(asker, statement, base, signal);
    const limits = [...(base?.limits_applied ?? []), ...result.limits_applied];
    const warnings = [...(base?.warnings ?? []), ...result.warnings];
    return { result: { ...result, limits_applied: limits, warnings }, computedAt };
  } finally {
    leave();
  }
}

/** First one of the refresh, then one of the organization, so that refreshes take turns. */
async function takeSlots(
  organizations: RefreshSlots,
  { slots, actor, refresh }: Asker,
): Promise<() => void> {
  const leaveRefresh = await slots.take(refresh, refreshMsMax);
  try {
    const leaveOrganization = await organizations.take(actor.organization, refresh);
    return () => {
      leaveOrganization();
      leaveRefresh?.();
    };
  } catch (error) {
    leaveRefresh?.();
    throw error;
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Settings that apply to all statements of one refresh. */
export interface RefreshScope {
  readonly organization: string;
  /** Of the deletions of events. */
  readonly generation: string;
  readonly isErasing: boolean;
  /** The indexes that can be read, with how long they keep their events. */
  readonly readable: string;
}

/** `versions` are those of the lookup tables and saved searches that the statement uses. */
export function knownStatement(
  scope: RefreshScope,
  statement: Statement,
  versions: string,
  freshMs: number,
  base?: KnownStatement,
): KnownStatement {
  const { organization, generation, readable, isErasing } = scope;
  const { tree, range, timeZone, rowsMax } = statement;
  const place = [organization, generation, readable, versions];
  const asked = [print(tree), range.from, range.to, timeZone, rowsMax, base?.key ?? ''];
  return {
    statement,
    key: `${organization}:${digest([...place, ...asked])}`,
    written: `${organization}:${digest([...place, statement.written])}`,
    freshMs,
    isUncached: isErasing,
    ...(base === undefined ? {} : { base }),
  };
}

function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
