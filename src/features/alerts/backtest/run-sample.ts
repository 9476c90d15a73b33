import type { AlertTest } from '../../../contract/alert-tests.ts';
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { measureRule } from '../conditions/measure-rule.ts';
import type { Measurement, Tick } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import type { BacktestNeeds } from './backtest-needs.ts';
import { sampleTicks } from './past-ticks.ts';
import { recordTicks } from './record-ticks.ts';

interface Bounds extends Pick<Tick, 'storedBy'> {
  /** By `performance.now()`. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
}

/** Queries the store for some ticks, one after the other, as they would have been measured. */
export async function runSample(
  needs: BacktestNeeds,
  rule: Rule,
  ticks: readonly number[],
  { endsAt, ...bounds }: Bounds,
  ticksMax: number = LIMITS.alerts.testTicksSampled,
): Promise<AlertTest> {
  const record = recordTicks(rule);
  const chosen = sampleTicks(ticks, ticksMax);
  let members: readonly AlertMemberRow[] = [];
  let memory = '';
  let problem: string | undefined;
  for (const at of chosen) {
    const timeoutMs = Math.floor(endsAt - performance.now());
    if (timeoutMs <= 0) {
      problem = 'Only some of the checks were run, because the time limit was reached.';
      break;
    }
    const known = { members, memory, groups: record.known() };
    const measurement = await measureRule(needs, rule, { ...bounds, at, timeoutMs }, known);
    if (measurement.kind === 'failed') {
      problem = measurement.message;
      break;
    }
    record.add(at, measurement);
    memory = measurement.memory ?? memory;
    members = membersAfter(rule, members, measurement);
  }
  const result = record.result();
  const sampled = result.ticks < ticks.length;
  return {
    ...result,
    sampled,
    ...(sampled ? { ticksPlanned: ticks.length } : {}),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** As settling writes them. */
function membersAfter(
  { organization, id }: Rule,
  before: readonly AlertMemberRow[],
  { members }: Extract<Measurement, { kind: 'measured' }>,
): readonly AlertMemberRow[] {
  if (members === undefined) return before;
  const rows = new Map(before.map((row) => [row.group_hash, row]));
  for (const seen of members.seen) {
    rows.set(seen.hash, {
      organization_id: organization,
      rule_id: id,
      group_hash: seen.hash,
      group_key: JSON.stringify(seen.key),
      windows_seen: seen.windowsSeen,
      is_expected: seen.isExpected ? 1 : 0,
      first_seen_at: seen.firstSeenAt,
      last_seen_at: seen.lastSeenAt,
    });
  }
  for (const hash of members.expired) rows.delete(hash);
  return [...rows.values()];
}
