import type { AlertTest } from '../../../contract/alert-tests.ts';
import { isRowwise } from '../../../flow/search/index.ts';
import type { GroupKey } from '../conditions/measurement.ts';
import { narrowTree } from '../conditions/evidence.ts';
import type { Rule } from '../rule.ts';
import type { BacktestNeeds } from './backtest-needs.ts';
import { testPast } from './test-rule.ts';

/**
 * Value of one group over the last hours. Runs in slots of the platform, since viewers of an incident do not search.
 */
export async function replayIncident(
  given: BacktestNeeds,
  rule: Rule,
  { group, hours }: { readonly group: GroupKey; readonly hours: number },
  signal: AbortSignal,
): Promise<AlertTest> {
  const trees: BacktestNeeds['trees'] = {
    async of(reader, each) {
      const tree = await given.trees.of(reader, each);
      // Where the query makes a table, or leaves events out by others, its rows are needed whole.
      return isRowwise(tree) ? narrowTree(tree, group) : tree;
    },
  };
  const search = { ...given.search, searchKind: 'background' as const };
  return testPast({ ...given, search, trees }, rule, { hours, spend: false }, signal);
}
