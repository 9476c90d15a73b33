/**
 * Changes the content of parts: joins small ones, leaves out rows that are deleted or past their retention. One part at
 * a time.
 */
import type { Clock } from '../../../base/clock.ts';
import { createTurns } from '../../../base/turns.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { ThreadPool } from '../../threads/threads.ts';
import { hasRoomFor } from '../duckdb/engine/free-space.ts';
import { TOKENS_KEPT_MS } from './insert-parts.ts';
import type {
  GroupSummary,
  PartAnswer,
  PartJob,
  PartSummary,
  RetentionChange,
  RewriteInput,
} from './part-jobs.ts';
import type { Parts } from './parts.ts';
import { changeFor } from './retentions.ts';

export interface Rewriting {
  /** Removes rows by their positions in the file of their part. */
  remove(part: PartSummary, rows: Uint32Array): Promise<void>;
  expire(signal: AbortSignal): Promise<void>;
  /** Joins small parts as long as there are too many. */
  merge(signal: AbortSignal): Promise<void>;
  /** Nothing is rewritten meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

interface RewritingNeeds {
  readonly parts: Parts;
  readonly clock: Clock;
  readonly thread: Pick<ThreadPool<PartJob, PartAnswer>, 'run'>;
}

/** A part with at least this many rows is not joined with others. */
const FULL_ROWS = 131_072;
/**
 * Smaller ones are joined once they fill half a part, or reach this number: most rows are written twice, not more
 * often.
 */
const SMALL_ROWS = 32_768;
const SMALL_MAX = 24;
/** This many larger ones of a day are joined. */
const MEDIUM_MAX = 8;

export function createRewriting({ parts, clock, thread }: RewritingNeeds): Rewriting {
  const alone = createTurns();
  /**
   * Only `expire` leaves out rows past their retention, so that a row is removed at one known time, regardless of what
   * else happens to it.
   */
  const rewrite = async (
    inputs: readonly RewriteInput[],
    { isExpiring = false } = {},
  ): Promise<void> => {
    const now = clock.now();
    const job = {
      kind: 'rewrite',
      folder: parts.folder,
      name: parts.nextName(now),
      inputs,
      leaving: parts.leaving(),
      expiredAt: isExpiring ? now : undefined,
      retentions: parts.retentions.all(),
      tokensFrom: now - TOKENS_KEPT_MS,
    } as const;
    // Even without rows, the part records what it replaces and which batches were stored.
    const { part } = await thread.run(() => ({ job }));
    if (part !== undefined) parts.add(part);
  };
  const isThere = ({ name }: PartSummary): boolean =>
    parts.all().some((part) => part.name === name);
  /** Files that it replaces still exist, and would come back without it. */
  const isNeeded = ({ replaces }: PartSummary): boolean =>
    parts.leaving().some((name) => replaces.includes(name));
  /** Has no rows, and the list of stored batches is no longer needed. */
  const isSaid = ({ rows, tokens }: PartSummary): boolean =>
    rows === 0 && tokens.every(([, storedAt]) => storedAt < clock.now() - TOKENS_KEPT_MS);
  const isDamaged = ({ name }: PartSummary): boolean => parts.unreadable().includes(name);
  return {
    remove: (part, rows) => rewrite([{ name: part.name, without: rows }]),
    async expire(signal) {
      for (const part of parts.all()) {
        if (signal.aborted) return;
        await alone(async () => {
          const retentions = parts.retentions.all();
          const isOver = isSaid(part) || isAllExpired(part, retentions, clock.now());
          if (!isThere(part) || (isOver && isNeeded(part))) return;
          if (isOver) parts.removeSaid(part);
          else if (hasExpired(part, retentions, clock.now()) && !isDamaged(part)) {
            await rewrite([{ name: part.name }], { isExpiring: true });
          }
        });
      }
    },
    async merge(signal) {
      for (;;) {
        if (signal.aborted) return;
        const isMerged = await alone(async () => {
          const chosen = chooseMerge(parts.all().filter((part) => !isDamaged(part)));
          const bytes = chosen.reduce((sum, part) => sum + part.bytes, 0);
          if (chosen.length === 0 || !(await hasRoomFor(parts.folder, bytes))) return false;
          await rewrite(chosen.map(({ name }) => ({ name })));
          return true;
        });
        if (!isMerged) return;
      }
    },
    alone,
  };
}

/** Parts of one day: small ones first, then larger ones. */
function chooseMerge(parts: readonly PartSummary[]): readonly PartSummary[] {
  const days = Map.groupBy(
    parts.filter(({ rows }) => rows < FULL_ROWS / 2),
    ({ name }) => name.slice(0, 8),
  );
  for (const day of days.values()) {
    const small = day.filter(({ rows }) => rows < SMALL_ROWS);
    const medium = day.filter(({ rows }) => rows >= SMALL_ROWS);
    const smallRows = small.reduce((sum, { rows }) => sum + rows, 0);
    const isDue = small.length >= SMALL_MAX || smallRows >= FULL_ROWS / 2;
    const due = isDue ? small : medium.length >= MEDIUM_MAX ? medium : [];
    const chosen = fitting(due);
    if (chosen.length >= 2) return chosen;
  }
  return [];
}

/** As many as fit into one part, the smallest first. */
function fitting(parts: readonly PartSummary[]): readonly PartSummary[] {
  let sum = 0;
  return parts
    .toSorted((a, b) => a.rows - b.rows)
    .filter(({ rows }) => {
      const fits = sum + rows <= FULL_ROWS;
      if (fits) sum += rows;
      return fits;
    });
}

/** Retention of the rows of a group in days: minimum and maximum. */
function daysOf(
  { organization, index, bounds }: GroupSummary,
  retentions: readonly RetentionChange[],
): readonly [number, number] {
  const change = changeFor(retentions, organization, index);
  const [least, most] = bounds.retention_days;
  if (change === undefined || bounds.stored_at[0] > change.storedTo) return [least, most];
  if (bounds.stored_at[1] <= change.storedTo) return [change.days, change.days];
  return [Math.min(least, change.days), Math.max(most, change.days)];
}

function hasExpired(
  { groups }: PartSummary,
  retentions: readonly RetentionChange[],
  now: number,
): boolean {
  return groups.some(
    (group) => group.bounds.timestamp[0] + daysOf(group, retentions)[0] * DAY_MS <= now,
  );
}

function isAllExpired(
  { rows, groups }: PartSummary,
  retentions: readonly RetentionChange[],
  now: number,
): boolean {
  return (
    rows > 0 &&
    groups.every(
      (group) => group.bounds.timestamp[1] + daysOf(group, retentions)[1] * DAY_MS <= now,
    )
  );
}
