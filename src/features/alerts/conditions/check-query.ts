import { AppError } from '../../../base/errors.ts';
import { everyQuery, type Query, type StageKind } from '../../../language/index.ts';

/** Refuses what the window of a rule decides, and what writes. */
export function refuseBounds(query: Query): void {
  const [first] = query.stages;
  if (first?.kind === 'search' || first?.kind === 'tstats') {
    const bound = first.earliest ?? first.latest ?? first.indexEarliest ?? first.indexLatest;
    if (bound !== undefined) {
      throw refuseAt(
        bound.start,
        'The window of the rule sets the times: leave out bounds of time.',
      );
    }
  }
  for (const { stages } of everyQuery(query)) {
    const writing = stages.find(({ kind }) => kind === 'outputlookup');
    if (writing !== undefined)
      throw refuseAt(writing.start, 'An alert rule cannot write a lookup.');
  }
}

export function refuseAt(position: number, message: string, path = 'query'): AppError {
  return new AppError('QUERY_SYNTAX_ERROR', message, { details: [{ path, message, position }] });
}

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
