import { AppError } from '../../../base/errors.ts';
import type { AlertTest } from '../../../contract/alert-tests.ts';
import { searchTree } from '../../../flow/search/index.ts';
import { groupFieldsOf } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { boundsOf, inBudget, seenBy, startAsking, windowOf } from '../conditions/asking.ts';
import { isReporting } from '../conditions/evidence.ts';
import type { Tick } from '../conditions/measurement.ts';
import { countedBy } from '../conditions/read-values.ts';
import type { Rule } from '../rule.ts';
import type { BacktestNeeds } from './backtest-needs.ts';

/** How many events of the tested time no group has, since they lack its field. Empty if nobody can say. */
export async function findExcluded(
  needs: BacktestNeeds,
  rule: Rule,
  { series }: Pick<AlertTest, 'series'>,
  given: Pick<Tick, 'storedBy' | 'signal'>,
): Promise<NonNullable<AlertTest['warnings']>> {
  const { settings } = rule;
  const { condition } = settings;
  const [first, last] = [series.at(0), series.at(-1)].map((each) => Date.parse(each?.[0] ?? ''));
  if (first === undefined || last === undefined || !Number.isFinite(first)) return [];
  try {
    const tree = await needs.trees.of(needs.metadata, rule);
    const by = 'by' in condition ? condition.by : [];
    const query = isReporting(tree) ? tree : countedBy(tree, by);
    if (groupFieldsOf(query).length === 0) return [];
    const tick = { ...given, at: last, timeoutMs: LIMITS.alerts.sampleMsMax };
    const asking = await startAsking(needs, rule, query, tick);
    const window = { from: windowOf(settings, first).from, to: windowOf(settings, last).to };
    const bounds = boundsOf(settings, window, seenBy(tick));
    const asked = { ...bounds, query, rowsMax: 1, isAdvised: true };
    const { warnings } = await inBudget(asking, (times) =>
      searchTree(needs.search, asking.actor, { ...asked, ...times }, given.signal),
    );
    return warnings.map(({ code, message }) => ({ code, message }));
  } catch (error) {
    given.signal.throwIfAborted();
    if (error instanceof AppError) return [];
    throw error;
  }
}
