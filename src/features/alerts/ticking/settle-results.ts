import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { healthOf } from '../states/health-of.ts';
import { nextRun, passedRun } from '../states/next-run.ts';
import { writeRuns } from '../states/rule-runs-table.ts';
import type { Times } from '../states/settle-needs.ts';
import { settleTick } from '../states/settle-tick.ts';
import type { Result } from './evaluate-rule.ts';
import type { TickOutcome } from './tick-meters.ts';
import type { TickNeeds } from './tick-needs.ts';

/** Writes down what was found at a tick of some rules, within one transaction. Tells what became of each. */
export async function settleResults(
  needs: TickNeeds,
  unit: Unit,
  results: readonly Result[],
  times: Times,
): Promise<TickOutcome[]> {
  const outcomes: TickOutcome[] = [];
  const plain: AlertRuleRunRow[] = [];
  for (const result of results) {
    if (result.kind !== 'found') {
      const { rule, run, tick, kind } = result;
      plain.push(passedRun(rule, run, tick, kind === 'quiet' ? 0 : null));
      outcomes.push(kind);
    } else if (result.isPlain) {
      const { rule, run, measurement, tick } = result.finding;
      const health = healthOf(rule, measurement);
      plain.push(nextRun(rule, run, measurement, tick, health, times.now));
      outcomes.push('measured');
    } else {
      const isSettled = await settleTick(needs, unit, result.finding, times);
      const hasFailed = result.finding.measurement.kind === 'failed';
      outcomes.push(!isSettled ? 'dropped' : hasFailed ? 'failed' : 'measured');
    }
  }
  await writeRuns(unit, plain);
  return outcomes;
}
