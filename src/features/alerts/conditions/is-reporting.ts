import type { Query, StageKind } from '../../../language/index.ts';

/** Commands that make a table, whose rows are the groups of a rule. */
const REPORTING: ReadonlySet<StageKind> = new Set<StageKind>([
  'chart',
  'inputlookup',
  'makeresults',
  'patterns',
  'rare',
  'stats',
  'timechart',
  'top',
  'tstats',
  'untable',
  'xyseries',
]);

export function isReporting({ stages }: Query): boolean {
  return stages.some(({ kind }) => REPORTING.has(kind));
}
