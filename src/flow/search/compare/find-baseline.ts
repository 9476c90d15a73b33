/** Whether there is anything to compare with: an earlier time without data is no baseline. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { Query } from '../../../language/index.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { runSearch } from '../run-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { indexesOfTree } from '../tree-facts.ts';
import type { Range } from './shift-range.ts';

interface AskedBaseline {
  /** The time to compare with. */
  readonly range: Range;
  readonly waitMsMax: number;
  /** Restricts the indexes, in addition to the actor's permissions. */
  readonly indexes?: ReadonlySet<string>;
}

export interface Baseline {
  readonly baseline: 'complete' | 'partial' | 'none';
  readonly reason?: string;
}

/** At the beginning of the earlier time, so much of it counts as its beginning. */
const BEGINNING = 0.05;
/** Above this share of the earlier time, missing events leave nothing to compare with. */
const GAPS_MAX = 0.05;

export async function findBaseline(
  needs: SearchNeeds,
  actor: Actor,
  tree: Query,
  { indexes, ...asked }: AskedBaseline,
  signal: AbortSignal,
): Promise<Baseline> {
  const { range } = asked;
  const gaps = await (needs.gapsBetween?.(actor.organization, range.from, range.to) ?? []);
  if (lacksEvents(gaps, range)) {
    return { baseline: 'none', reason: 'Events of the compared time range are missing.' };
  }
  const readable = await indexesOfTree(needs, actor, tree);
  const names = readable.filter((name) => indexes?.has(name) !== false);
  // A query without events, such as one of a lookup table, is the same at any time.
  if (names.length > 0 && !(await hasEvents(needs, actor, names, asked, signal))) {
    const reason = `No events from before ${isoTime(range.from)} are stored.`;
    return { baseline: 'none', reason };
  }
  if (missingIn(gaps, range) === 0) return { baseline: 'complete' };
  const reason = 'Some events of the compared time range may be missing.';
  return { baseline: 'partial', reason };
}

type Gaps = Awaited<ReturnType<NonNullable<SearchNeeds['gapsBetween']>>>;

/** Whether so many events of a time are missing that it cannot be compared with. */
export function lacksEvents(gaps: Gaps, range: Range): boolean {
  return missingIn(gaps, range) > GAPS_MAX * (range.to - range.from);
}

function missingIn(gaps: Gaps, range: Range): number {
  return (
    gaps
      // What was only late is there by now.
      .filter(({ kind, to }) => kind !== 'lag' || to === null)
      .reduce((sum, gap) => sum + overlap(gap, range), 0)
  );
}

function overlap(gap: { readonly from: number; readonly to: number | null }, range: Range): number {
  return Math.max(0, Math.min(gap.to ?? range.to, range.to) - Math.max(gap.from, range.from));
}

/** Any event of the same indexes, before the range or at its beginning. The store counts events anyway. */
async function hasEvents(
  needs: SearchNeeds,
  actor: Actor,
  indexes: readonly string[],
  { range: { from, to }, waitMsMax }: AskedBaseline,
  signal: AbortSignal,
): Promise<boolean> {
  const length = to - from;
  const query = `(${indexes.map((name) => `index="${name}"`).join(' OR ')}) | stats count`;
  const bounds = {
    from: from - Math.max(length, DAY_MS),
    to: from + Math.ceil(length * BEGINNING),
    stored: undefined,
  };
  const input = { query, bounds, limit: 1, waitMsMax };
  const { data } = await runSearch(needs, actor, input, signal);
  return Number(data.rows[0]?.['count'] ?? 0) > 0;
}
