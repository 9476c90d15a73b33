import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import { healthOf } from '../states/health-of.ts';
import { nextRun, passedRun } from '../states/next-run.ts';
import { writeRuns } from '../states/rule-runs-table.ts';
import type { Times } from '../states/settle-needs.ts';
import { settleFault } from '../states/settle-fault.ts';
import { settleTick } from '../states/settle-tick.ts';
import type { Result } from './evaluate-rule.ts';
import type { TickOutcome } from './tick-meters.ts';
import type { TickNeeds } from './tick-needs.ts';

/** How what was found is written down. */
export interface Settling {
  readonly signal: AbortSignal;
  /** A transaction that fails when another node has the batch. */
  readonly transact: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;
  /** In the last transaction of the tick. */
  readonly finish: ((unit: Unit) => Promise<void>) | undefined;
}

/**
 * Writes down what was found at a tick of some rules, and tells what became of each, in order: all of them in one
 * transaction, or when that fails each in its own, so that a rule which cannot be settled holds up no other.
 */
export async function settleResults(
  needs: TickNeeds,
  results: readonly Result[],
  times: Times,
  { signal, transact, finish }: Settling,
): Promise<readonly TickOutcome[]> {
  try {
    return await transact(async (unit) => {
      const outcomes = await settleTogether(needs, unit, results, times);
      await finish?.(unit);
      return outcomes;
    });
  } catch (error) {
    if (results.length === 0 || isOver(error, signal)) throw error;
    needs.log.warn({ err: error }, 'rules of a tick are settled one by one');
  }
  const outcomes: TickOutcome[] = [];
  for (const result of results) {
    outcomes.push(await settleAlone(needs, result, times, { signal, transact }));
  }
  if (finish !== undefined) await transact(finish);
  return outcomes;
}

/** Should not even its failure be written down, then the tick is done again. */
async function settleAlone(
  needs: TickNeeds,
  result: Result,
  times: Times,
  { signal, transact }: Omit<Settling, 'finish'>,
): Promise<TickOutcome> {
  const unsettled = result.kind === 'found' ? result.finding : result;
  try {
    const [outcome] = await transact((unit) => settleTogether(needs, unit, [result], times));
    return outcome ?? 'dropped';
  } catch (error) {
    if (isOver(error, signal)) throw error;
    needs.log.error({ err: error, rule: unsettled.rule.id }, 'alert rule not settled');
  }
  const isSettled = await transact((unit) => settleFault(needs, unit, unsettled, times));
  return isSettled ? 'failed' : 'dropped';
}

/** Another node has the batch, or this one stops. */
function isOver(error: unknown, signal: AbortSignal): boolean {
  return error instanceof ClaimLost || signal.aborted;
}

async function settleTogether(
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
