/** Changes what parts hold: joins small ones, leaves out what is deleted or past its retention. One at a time. */
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
  /** Removes rows by their places in the file of their part. */
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

/** A part with so many rows is joined with no others. */
const FULL_ROWS = 131_072;
/** So many of about one size are joined. */
const MERGE_MIN = 8;
const MERGE_MAX = 16;

export function createRewriting({ parts, clock, thread }: RewritingNeeds): Rewriting {
  const alone = createTurns();
  const rewrite = async (inputs: readonly RewriteInput[]): Promise<void> => {
    const now = clock.now();
    const job = {
      kind: 'rewrite',
      folder: parts.folder,
      name: parts.nextName(now),
      inputs,
      now,
      retentions: parts.retentions.all(),
      tokensFrom: now - TOKENS_KEPT_MS,
    } as const;
    const { part } = await thread.run(() => ({ job }));
    if (part === undefined) parts.remove(inputs.map(({ name }) => name));
    else parts.add(part);
  };
  const isThere = ({ name }: PartSummary): boolean =>
    parts.all().some((part) => part.name === name);
  return {
    remove: (part, rows) => rewrite([{ name: part.name, without: rows }]),
    async expire(signal) {
      for (const part of parts.all()) {
        if (signal.aborted) return;
        await alone(async () => {
          const retentions = parts.retentions.all();
          if (!isThere(part) || !hasExpired(part, retentions, clock.now())) return;
          if (isAllExpired(part, retentions, clock.now())) parts.remove([part.name]);
          else await rewrite([{ name: part.name }]);
        });
      }
    },
    async merge(signal) {
      for (;;) {
        if (signal.aborted) return;
        const isMerged = await alone(async () => {
          const chosen = chooseMerge(parts.all());
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

/** Parts of one day and about one size, the smallest first. */
function chooseMerge(parts: readonly PartSummary[]): readonly PartSummary[] {
  const small = parts.filter(({ rows }) => rows < FULL_ROWS / 2);
  const tiers = Map.groupBy(small, ({ name, rows }) => {
    const day = name.slice(0, 8);
    return `${String(Math.floor(Math.log(rows) / Math.log(MERGE_MIN))).padStart(2)} ${day}`;
  });
  for (const [, tier] of [...tiers].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (tier.length < MERGE_MIN) continue;
    const chosen: PartSummary[] = [];
    let rows = 0;
    for (const part of tier.slice(0, MERGE_MAX)) {
      if (rows + part.rows > FULL_ROWS) break;
      chosen.push(part);
      rows += part.rows;
    }
    if (chosen.length >= 2) return chosen;
  }
  return [];
}

/** How many days the rows of a group are kept: the least and the most. */
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
  { groups }: PartSummary,
  retentions: readonly RetentionChange[],
  now: number,
): boolean {
  return groups.every(
    (group) => group.bounds.timestamp[1] + daysOf(group, retentions)[1] * DAY_MS <= now,
  );
}
