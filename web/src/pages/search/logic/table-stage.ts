/** What a chart has to know about the command that made its table. */
import type { Stage } from '../../../../../src/language/index.ts';

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

const ADDING: ReadonlySet<string> = new Set(['count', 'sum']);

/** Whether the numbers of its rows make one number together: counts do, averages do not. */
export function addsUp(stage: Stage | undefined): boolean {
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
