import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../../base/actor.ts';
import { AppError, invalid } from '../../../base/errors.ts';
import { parseRowId } from '../../../engines/store/row-ids.ts';
import { parse, type ParseResult } from '../../../language/index.ts';
import { reservedIndex } from '../../../spec/reserved-indexes.ts';
import { indexIsClosed, readableIndexes } from '../../indexes/index.ts';
import { refuse } from '../compile/context.ts';
import { macroOptions } from '../knowledge/knowledge.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { type Follower, followLogs } from './follow-logs.ts';

export interface TailInput {
  readonly query?: string;
  /** The id of the last event the client has seen. */
  readonly lastEventId?: string;
}

/** Why the server ends a live tail. */
export type TailEnd = 'closing' | 'access' | 'storage' | 'time';

export interface Tail {
  /** Text of the stream until `ending` aborts; its reason is sent last. */
  messages(ending: AbortSignal): AsyncGenerator<string, void, void>;
}

/** Validates everything before the stream starts: after that there is no status code. */
export async function tailLogs(
  needs: SearchNeeds,
  actor: Actor,
  { query = '*', lastEventId }: TailInput,
  accessNow: () => Promise<Actor>,
  signal: AbortSignal,
): Promise<Tail> {
  const parsed = parse(query, await macroOptions(needs.knowledge, actor.organization, query));
  refuseBounds(parsed);
  const from = lastEventId === undefined ? undefined : parseRowId(lastEventId);
  if (lastEventId !== undefined && from === undefined) {
    throw invalid('lastEventId', 'Invalid event ID.');
  }
  const { relation, scope } = await prepareSearch(
    needs,
    actor,
    { parsed, eventsOnly: true },
    signal,
  );
  const follower = followLogs(needs, relation, from);
  const checkAccess = async (): Promise<void> =>
    requireReadable(needs, await accessNow(), scope.indexes);
  return { messages: (ending) => writeMessages(needs, follower, checkAccess, ending) };
}

/** What opens a reserved index can be taken away meanwhile. An index that was deleted has nothing more to show. */
async function requireReadable(
  needs: SearchNeeds,
  actor: Actor,
  indexes: readonly string[],
): Promise<void> {
  const readable = await readableIndexes(needs, actor);
  const closed = indexes.find((name) => reservedIndex(name) !== undefined && !readable.has(name));
  if (closed !== undefined) throw indexIsClosed(actor, closed);
}

function refuseBounds(parsed: ParseResult): void {
  const [first] = parsed.query?.stages ?? [];
  const bound = first?.kind === 'search' ? (first.earliest ?? first.latest) : undefined;
  if (bound !== undefined) {
    throw refuse(bound, 'Live tail starts now. Remove the time bounds from the query.');
  }
}

async function* writeMessages(
  needs: SearchNeeds,
  follower: Follower,
  checkAccess: () => Promise<void>,
  ending: AbortSignal,
): AsyncGenerator<string, void, void> {
  const { tail } = needs.limits;
  yield `retry: ${tail.retryMs}\n\n`;
  let spokenAt = performance.now();
  let checkedAt = performance.now();
  let failures = 0;
  while (!ending.aborted) {
    const text = await lookOnce(follower, ending);
    failures = text === undefined ? failures + 1 : 0;
    if (failures > tail.pollFailuresMax) return yield end('storage');
    if (performance.now() - checkedAt >= tail.recheckMs) {
      checkedAt = performance.now();
      if (!(await stillHolds(checkAccess))) return yield end('access');
    }
    const isSilent = performance.now() - spokenAt >= tail.heartbeatMs;
    const message = text === undefined || text === '' ? (isSilent ? ': alive\n\n' : '') : text;
    if (message !== '') {
      yield message;
      spokenAt = performance.now();
    }
    await pause(tail.pollMs, ending);
  }
  yield end(ending.reason === 'time' ? 'time' : 'closing');
}

/** Undefined if the store failed; the next poll continues from the same position. */
async function lookOnce(follower: Follower, ending: AbortSignal): Promise<string | undefined> {
  try {
    const { events, dropped, position } = await follower.look(ending);
    const id = position.toString(16).padStart(16, '0');
    // The skipped events are older, so the notice comes first.
    const gap =
      dropped === 0 ? '' : `event: dropped\ndata: ${JSON.stringify({ count: dropped })}\n\n`;
    return gap + events.map((event) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  } catch (error) {
    if (ending.aborted || error instanceof AppError) return undefined;
    throw error;
  }
}

async function stillHolds(checkAccess: () => Promise<void>): Promise<boolean> {
  try {
    await checkAccess();
    return true;
  } catch {
    // Also if the check fails: it is repeated when the client reconnects.
    return false;
  }
}

function end(reason: TailEnd): string {
  return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
}

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: ending });
  } catch (error) {
    if (!ending.aborted) throw error;
  }
}
