import type { DashboardSummary } from '../../../../../src/contract/dashboards.ts';

export interface DashboardFilter {
  readonly words: string;
  readonly isStarred: boolean;
  readonly tag: string | undefined;
}

export const NO_FILTER: DashboardFilter = { words: '', isStarred: false, tag: undefined };

/** Starred ones first, then the most recently changed. Every word must occur somewhere. */
export function findDashboards(
  dashboards: readonly DashboardSummary[],
  { words, isStarred, tag }: DashboardFilter,
): DashboardSummary[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return dashboards
    .filter((each) => {
      const text = [each.name, each.description, each.key ?? '', each.updatedBy, ...each.tags]
        .join('\n')
        .toLowerCase();
      return (
        wanted.every((word) => text.includes(word)) &&
        (!isStarred || each.isStarred) &&
        (tag === undefined || each.tags.includes(tag))
      );
    })
    .toSorted(
      (left, right) =>
        Number(right.isStarred) - Number(left.isStarred) ||
        Date.parse(right.updatedAt) - Date.parse(left.updatedAt) ||
        left.name.localeCompare(right.name, 'en'),
    );
}
