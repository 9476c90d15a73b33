/** How the items of a check fared over its latest runs, from the history that the organization keeps. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { notFound } from '../../../base/errors.ts';
import type { CheckOutcomes, CheckTrend } from '../../../contract/check-history.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { HistoryNeeds } from './check-history.ts';
import { checkRunRows } from './check-runs-table.ts';
import { checkRows } from './checks-table.ts';

type Status = CheckTrend['items'][number]['statuses'][number];

export async function readTrend(
  { metadata }: HistoryNeeds,
  { organization }: Actor,
  check: string,
  runs: number,
): Promise<CheckTrend> {
  if ((await checkRows.find(metadata, organization, check)) === undefined) throw notFound('check');
  const page = { limit: runs, after: undefined };
  const found = await checkRunRows.page(metadata, organization, page, { check_id: check });
  const kept = found.slice(0, runs).toReversed();
  const outcomes = kept.map(
    (row) =>
      new Map(
        (JSON.parse(row.outcomes) as CheckOutcomes).map(({ item, status }) => [item, status]),
      ),
  );
  return {
    runs: kept.map(({ id, created_at, version }) => ({ id, at: isoTime(created_at), version })),
    items: itemsOf(outcomes).map((item) => trendOf(item, outcomes)),
  };
}

/** Those of the newest run first: a check that changes with every run has had more items than anybody looks at. */
function itemsOf(outcomes: readonly ReadonlyMap<string, Status>[]): string[] {
  const newestFirst = outcomes.toReversed().flatMap((each) => [...each.keys()]);
  return [...new Set(newestFirst)].slice(0, LIMITS.evaluation.findingsMax);
}

function trendOf(
  item: string,
  outcomes: readonly ReadonlyMap<string, Status>[],
): CheckTrend['items'][number] {
  const statuses = outcomes.map((each) => each.get(item) ?? null);
  const known = statuses.filter((status) => status !== null);
  const count = (wanted: string): number => known.filter((status) => status === wanted).length;
  return {
    item,
    statuses,
    passed: count('passed'),
    failed: count('failed'),
    changes: known.filter((status, at) => at > 0 && status !== known[at - 1]).length,
  };
}
