/** What a chart has to know about the command that made its table. */
import type { Stage } from '../../../../../src/language/index.ts';
import type { QueryFacts } from '../../../query/text/query-facts.ts';

/** The fields whose values name the rows. */
export function groupKeys(stage: Stage | undefined): readonly string[] {
  switch (stage?.kind) {
    case 'stats':
    case 'tstats':
      return stage.by.map(({ field }) => field.name);
    case 'chart':
      return stage.over === undefined ? [] : [stage.over.field.name];
    case 'top':
    case 'rare':
      return [...stage.by, ...stage.fields].map(({ name }) => name);
    default:
      return [];
  }
}

/** Whether the API compares the table with that of an earlier time. */
export function isComparable(stage: Stage | undefined): boolean {
  return stage?.kind === 'timechart' || groupKeys(stage).length > 0 || stage?.kind === 'stats';
}

/** Returns the commands after the one that made the table. */
export function stagesAfter({ result, tableStage }: QueryFacts): readonly Stage[] {
  const stages = result.query?.stages ?? [];
  return tableStage === undefined ? [] : stages.slice(stages.indexOf(tableStage) + 1);
}

const ADDING: ReadonlySet<string> = new Set(['count', 'sum']);

/** What leaves the numbers of a table as they are. */
const KEEPING: ReadonlySet<Stage['kind']> = new Set([
  'dedup',
  'fields',
  'fillnull',
  'head',
  'rename',
  'search',
  'sort',
  'table',
  'tail',
  'where',
]);

/**
 * Whether the numbers of its rows make one number together: counts do, averages do not, nor does what a later
 * command makes of counts, such as a rate.
 */
export function addsUp(stage: Stage | undefined, later: readonly Stage[]): boolean {
  if (!later.every(({ kind }) => KEEPING.has(kind))) return false;
  switch (stage?.kind) {
    case 'stats':
    case 'tstats':
    case 'chart':
    case 'timechart':
      return stage.aggregations.every((each) => ADDING.has(each.function));
    case 'top':
    case 'rare':
      return true;
    default:
      return false;
  }
}
