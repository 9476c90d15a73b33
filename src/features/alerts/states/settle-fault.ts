import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { healthOf } from './health-of.ts';
import { isToBeTold, nextRun } from './next-run.ts';
import { writeRuns } from './rule-runs-table.ts';
import type { SettleNeeds, Times } from './settle-needs.ts';
import type { Finding } from './settle-tick.ts';
import { tellFailing } from './tell-failing.ts';

const FAULT: Measurement = {
  kind: 'failed',
  code: 'INTERNAL',
  message: "The result couldn't be saved. See the server log.",
};

/**
 * Notes that what a rule found at a tick cannot be written down. States, incidents and messages are left alone, since
 * it is among them that it went wrong. False when the rule is another one by now.
 */
export async function settleFault(
  needs: SettleNeeds,
  unit: Unit,
  { rule, run: before, tick }: Pick<Finding, 'rule' | 'run' | 'tick'>,
  times: Times,
): Promise<boolean> {
  const { id, version } = rule;
  if (!(await unit.lockRow('alert_rules', { id, version, is_enabled: 1 }))) return false;
  const run = nextRun(rule, before, FAULT, tick, healthOf(rule, FAULT), times.now);
  const isTold = isToBeTold(run, times.now);
  await tellFailing(needs, unit, rule, { before, run, isTold }, times);
  await writeRuns(unit, [isTold ? { ...run, told_at: times.now } : run]);
  return true;
}
