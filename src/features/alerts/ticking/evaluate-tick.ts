import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertBatchRow, AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Tick } from '../conditions/measurement.ts';
import { NOTHING_SHARED, type Shared } from '../conditions/share-counts.ts';
import type { Rule } from '../rule.ts';
import {
  firstRun,
  healthOf,
  isPaused,
  nextRun,
  passedRun,
  type TickFacts,
} from '../states/next-run.ts';
import type { Times } from '../states/settle-needs.ts';
import { settleFault, settleTick } from '../states/settle-tick.ts';
import { readGroups } from '../tables/alert-groups-table.ts';
import { readMembers } from '../tables/alert-members-table.ts';
import { readRuns, writeRuns } from '../tables/alert-rule-runs-table.ts';
import { rulesOfBatch } from '../tables/alert-rules-table.ts';
import { evaluateRule, hasDefaultTiming, type Result, timeoutOf } from './evaluate-rule.ts';
import { isQuiet } from './quiet.ts';
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

/** Finished results are written about once a second, so that a slow rule does not delay the others. */
const SETTLE_MS = SECOND_MS;
/** Statements of a batch that run at the same time, as many as an organization has slots. */
const RULES_AT_ONCE = 2;

export async function evaluateTick(needs: TickNeeds, tick: TickOfBatch): Promise<void> {
  const rules = await readRules(needs, tick);
  const facts = (rule: RuleBefore): TickFacts => ({ at: tick.at, skipped: skippedOf(rule, tick) });
  const seemsQuiet = (rule: RuleBefore): boolean => isQuiet(needs.quiet, rule, facts(rule));
  // The frontier has passed the tick: everything relevant has been announced by now.
  const isHeard = rules.some(seemsQuiet) && (await needs.quiet.catchUp());
  const isKnown = (rule: RuleBefore): boolean => isHeard && seemsQuiet(rule);
  const asking = { ...needs, asks: needs.openAsks() };
  const settling = openSettling(needs, tick);
  const evaluate = async (rule: RuleBefore, counted?: Tick['counted']): Promise<void> => {
    tick.signal.throwIfAborted();
    const about = { ...facts(rule), isKnown: isKnown(rule), counted };
    await settling.add(await evaluateRule(asking, rule, about, tick.signal));
  };

  const asked = Map.groupBy(rules, (rule) => !isKnown(rule) && !isPausedAt(rule, tick.at));
  for (const rule of asked.get(false) ?? []) await evaluate(rule);
  const waiting = (await shareRules(needs, asked.get(true) ?? [])).toReversed();
  const lateMs = needs.storeTime.now() - tick.at;
  const pace = needs.pace.begin(waiting.length, lateMs);
  const evaluateList = async (list: readonly RuleBefore[]): Promise<void> => {
    tick.signal.throwIfAborted();
    const { counts } = await countShared(needs, list, tick);
    for (const rule of list) await evaluate(rule, counts.get(rule.rule.id));
  };
  async function work(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await pace.run(() => evaluateList(next), tick.signal);
    }
  }

  const workers = await Promise.allSettled(Array.from({ length: RULES_AT_ONCE }, work));
  pace.end();
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed === undefined) return settling.settle(tick.finish);
  // Finished results count even if others failed; the others are repeated.
  if (!tick.signal.aborted) await settling.settle();
  throw failed.reason;
}

/** Lists of rules that one statement counts for, and of single ones. */
async function shareRules(
  needs: TickNeeds,
  rules: readonly RuleBefore[],
): Promise<readonly (readonly RuleBefore[])[]> {
  const known = new Map(rules.map((before) => [before.rule.id, before]));
  const lists = await needs.sharing.shareRules(rules.map(({ rule }) => rule));
  return lists.map((list) => list.flatMap(({ id }) => known.get(id) ?? []));
}

async function countShared(
  needs: TickNeeds,
  rules: readonly RuleBefore[],
  { at, signal }: TickOfBatch,
): Promise<Shared> {
  const [first] = rules;
  if (first === undefined || rules.length < 2) return NOTHING_SHARED;
  const tick = { at, signal, timeoutMs: timeoutOf(first.rule) };
  const shared = await needs.sharing.countShared(
    rules.map(({ rule }) => rule),
    tick,
  );
  needs.meters.shared(shared.counts.size, shared.statements);
  return shared;
}

function isPausedAt({ rule, run }: RuleBefore, at: number): boolean {
  return isPaused(run ?? firstRun(rule), at);
}

interface OpenSettling {
  /** Writes the finished results when the interval has passed. */
  add(result: Result): Promise<void>;
  settle(finish?: (unit: Unit) => Promise<void>): Promise<void>;
}

function openSettling(needs: TickNeeds, tick: TickOfBatch): OpenSettling {
  const ready: Result[] = [];
  let settledAt = performance.now();
  let settling = Promise.resolve();
  const opened: OpenSettling = {
    async add(result) {
      ready.push(result);
      if (performance.now() - settledAt >= SETTLE_MS) await opened.settle();
    },
    settle(finish) {
      settledAt = performance.now();
      const results = ready.splice(0);
      settling = settling.then(() => settle(needs, tick, results, finish));
      return settling;
    },
  };
  return opened;
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

/** A rule starts with the newest tick, and never with one from before its creation: its batch may be behind. */
function isFirst(
  { storeTime }: TickNeeds,
  { changedAt }: Rule,
  { at, isNewest }: TickOfBatch,
): boolean {
  // Created by a node whose clock is ahead: do not wait for that time.
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
    needs.quiet.measured.note(result.finding.rule, tick.at);
    for (
      let one = 0;
      one < Math.min(result.finding.evidence.size, LIMITS.alerts.groupsMax);
      one++
    ) {
      needs.meters.fired(times.storeNow - tick.at);
    }
    const isDefault = hasDefaultTiming(result.finding.rule);
    for (const until of result.unmetUntil.slice(0, LIMITS.alerts.groupsMax)) {
      needs.meters.firedAfter(times.storeNow - until, isDefault);
    }
  }
}

function report({ meters }: TickNeeds, outcomes: readonly TickOutcome[], skipped: number): void {
  for (const [outcome, those] of Map.groupBy(outcomes, (each) => each)) {
    meters.ticked(outcome, those.length);
  }
  if (skipped > 0) meters.ticked('skipped', skipped);
}

/** How what was found is written down. */
export interface Settling {
  readonly signal: AbortSignal;
  /** A transaction that fails when another node has the batch. */
  readonly transact: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;
  /** In the last transaction of the tick. */
  readonly finish: ((unit: Unit) => Promise<void>) | undefined;
}

/**
 * Writes the results of some rules at a tick, and returns the outcome of each, in order. Uses one transaction for all,
 * or if that fails one for each, so that a rule which cannot be settled does not block the others.
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
    needs.log.warn({ err: error }, 'saving alert checks one by one');
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
