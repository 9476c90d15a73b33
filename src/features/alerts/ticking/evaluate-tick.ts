import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertBatchRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { rulesOfBatch } from '../rules/alert-rules-table.ts';
import { readGroups } from '../states/alert-groups-table.ts';
import { readMembers } from '../states/alert-members-table.ts';
import type { TickFacts } from '../states/next-run.ts';
import { readRuns } from '../states/rule-runs-table.ts';
import { evaluateRule, type Result } from './evaluate-rule.ts';
import { isQuiet } from './is-quiet.ts';
import { settleResults } from './settle-results.ts';
import type { TickOutcome } from './tick-meters.ts';
import type { RuleBefore, TickNeeds } from './tick-needs.ts';

/** One tick of all rules of a batch. */
export interface TickOfBatch {
  readonly batch: AlertBatchRow;
  readonly organization: OrganizationId;
  readonly at: number;
  /** No other follows now. */
  readonly isNewest: boolean;
  /** Missed before it, and not made up for. */
  readonly skipped: number;
  readonly signal: AbortSignal;
  /** A transaction that fails when another node has the batch. */
  readonly transact: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;
  /** In the last transaction of the tick. */
  readonly finish: (unit: Unit) => Promise<void>;
}

/** What is finished is written down about once a second, so that a slow rule does not hold up the others. */
const SETTLE_MS = SECOND_MS;
/** Rules of a batch that are asked for at the same time, as many as an organization has places. */
const RULES_AT_ONCE = 2;

export async function evaluateTick(needs: TickNeeds, tick: TickOfBatch): Promise<void> {
  const waiting = (await readRules(needs, tick)).toReversed();
  const facts = (rule: RuleBefore): TickFacts => ({ at: tick.at, skipped: skippedOf(rule, tick) });
  // The frontier has passed the tick: whatever counts has been announced by now.
  const hasNews =
    waiting.some((rule) => isQuiet(needs, rule, facts(rule))) && (await needs.catchUpNews());
  const ready: Result[] = [];
  let settledAt = performance.now();
  let settling = Promise.resolve();

  function settleReady(finish?: (unit: Unit) => Promise<void>): Promise<void> {
    settledAt = performance.now();
    const results = ready.splice(0);
    settling = settling.then(() => settle(needs, tick, results, finish));
    return settling;
  }

  async function work(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      tick.signal.throwIfAborted();
      const isKnown = hasNews && isQuiet(needs, next, facts(next));
      ready.push(await evaluateRule(needs, next, { ...facts(next), isKnown }, tick.signal));
      if (performance.now() - settledAt >= SETTLE_MS) await settleReady();
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: RULES_AT_ONCE }, work));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed === undefined) return settleReady(tick.finish);
  // What is finished counts, whatever happened to the others: they are done again.
  if (!tick.signal.aborted && ready.length > 0) await settleReady();
  throw failed.reason;
}

/** Those that have not ticked yet. */
async function readRules(needs: TickNeeds, tick: TickOfBatch): Promise<readonly RuleBefore[]> {
  const { metadata } = needs;
  const { batch, organization, at } = tick;
  const rules = await rulesOfBatch(metadata, organization, batch.id);
  const ids = rules.map(({ id }) => id);
  const runs = await readRuns(metadata, organization, ids);
  const due = rules.filter((rule) => {
    const tickedAt = runs.get(rule.id)?.ticked_at ?? null;
    return rule.isEnabled && (tickedAt === null ? isFirst(needs, rule, tick) : tickedAt < at);
  });
  const absent = due.filter(({ settings }) => settings.condition.kind === 'absence');
  const [groups, members] = await Promise.all([
    readGroups(
      metadata,
      organization,
      due.map(({ id }) => id),
    ),
    readMembers(
      metadata,
      organization,
      absent.map(({ id }) => id),
    ),
  ]);
  return due.map((rule) => ({
    rule,
    run: runs.get(rule.id),
    groups: groups.get(rule.id) ?? [],
    members: members.get(rule.id) ?? [],
  }));
}

/** A rule begins with the newest tick, and with none from before it was made: its batch may be behind. */
function isFirst(
  { storeTime }: TickNeeds,
  { changedAt }: Rule,
  { at, isNewest }: TickOfBatch,
): boolean {
  // Made by a node whose clock is ahead: nobody waits for that time to come.
  const isUnknown = changedAt > storeTime.now();
  return isNewest && (at >= changedAt || isUnknown);
}

function skippedOf({ run }: RuleBefore, { skipped }: TickOfBatch): number {
  return run?.ticked_at === null || run === undefined ? 0 : skipped;
}

async function settle(
  needs: TickNeeds,
  tick: TickOfBatch,
  results: readonly Result[],
  finish: ((unit: Unit) => Promise<void>) | undefined,
): Promise<void> {
  if (results.length === 0 && finish === undefined) return;
  const times = { now: needs.clock.now(), storeNow: Math.max(needs.storeTime.now(), tick.at) };
  const outcomes = await settleResults(needs, results, times, { ...tick, finish });
  report(needs, outcomes, tick.skipped * (finish === undefined ? 0 : results.length));
  for (const [index, result] of results.entries()) {
    if (result.kind !== 'found' || outcomes[index] !== 'measured') continue;
    for (
      let one = 0;
      one < Math.min(result.finding.evidence.size, LIMITS.alerts.groupsMax);
      one++
    ) {
      needs.meters.fired(times.storeNow - tick.at);
    }
  }
}

function report({ meters }: TickNeeds, outcomes: readonly TickOutcome[], skipped: number): void {
  for (const [outcome, those] of Map.groupBy(outcomes, (each) => each)) {
    meters.ticked(outcome, those.length);
  }
  if (skipped > 0) meters.ticked('skipped', skipped);
}
