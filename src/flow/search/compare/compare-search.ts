/** A search beside the same search of an earlier time. Both run at the same time. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { Work } from '../ask-store.ts';
import { runSearch, type SearchAnswer } from '../run-search.ts';
import { boundsOf, type SearchInput, treeOf } from '../search-input.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { searchZone } from '../search-zone.ts';
import { compareRows } from './compare-rows.ts';
import { comparedTable } from './compared-table.ts';
import { findBaseline } from './find-baseline.ts';
import { comparedRange } from './read-comparison.ts';

export interface AskedComparison {
  /** `previous`, or how far back, such as `1d`. */
  readonly compare?: string;
}

/** Whatever people ask for: compared with an earlier time where they say so. */
export async function runAskedSearch(
  needs: SearchNeeds,
  actor: Actor,
  { compare, ...input }: SearchInput & AskedComparison,
  signal: AbortSignal,
  watched?: Work,
): Promise<SearchAnswer> {
  if (compare === undefined || input.explain === true) {
    return runSearch(needs, actor, input, signal, watched);
  }
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  try {
    return await compareSearch(needs, actor, { ...input, compare }, both, watched);
  } finally {
    ending.abort();
  }
}

async function compareSearch(
  needs: SearchNeeds,
  actor: Actor,
  { compare, ...input }: SearchInput & Required<AskedComparison>,
  signal: AbortSignal,
  watched: Work | undefined,
): Promise<SearchAnswer> {
  const startedAt = performance.now();
  const { query } = await treeOf(needs, actor, input);
  const zone = await searchZone(needs, actor.organization, input.timeZone);
  const now = input.now ?? needs.clock.now();
  const range = boundsOf(query, input, { now, zone });
  const table = comparedTable(query, range);
  const { from, to, before } = comparedRange(range, zone, compare, table.spanMs);
  const { rowsMax, timeoutMsMax } = needs.limits.query;
  const earlier = {
    tree: table.earlier,
    bounds: { ...range, from, to },
    now: before(now),
    timeZone: zone.name,
    limit: rowsMax,
    // The search of now has its slot first; this one waits for another, or for that.
    waitMsMax: timeoutMsMax,
  };
  const [answer, past, found] = await Promise.all([
    runSearch(needs, actor, { ...input, now }, signal, watched),
    runSearch(needs, actor, earlier, signal),
    findBaseline(needs, actor, query, { range: { from, to }, waitMsMax: timeoutMsMax }, signal),
  ]);
  const { data } = answer;
  const isAll = !past.data.truncated && !data.truncated;
  const known = found.baseline === 'none' ? undefined : past.data;
  const compared = compareRows(data, known, { ...table, before, isAll });
  return {
    ...answer,
    data: {
      ...data,
      ...compared,
      stats: {
        ...data.stats,
        scannedRows: data.stats.scannedRows + past.data.stats.scannedRows,
        scannedBytes: data.stats.scannedBytes + past.data.stats.scannedBytes,
        elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
      },
      comparison: { from: isoTime(from), to: isoTime(to), ...found },
    },
  };
}
