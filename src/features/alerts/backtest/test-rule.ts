import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { AlertTest, AlertTestOptions } from '../../../contract/alert-tests.ts';
import { isRowwise } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Asking, startAsking } from '../conditions/asking.ts';
import type { Tick } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import type { BacktestNeeds } from './backtest-needs.ts';
import { pastTicks } from './past-ticks.ts';
import { recordTicks } from './record-ticks.ts';
import { type Replay, replayCounts } from './replay-counts.ts';
import { replayChanges } from './replay-changes.ts';
import { replayValues } from './replay-values.ts';
import { findPhase } from '../tables/alert-batches-table.ts';
import { runSample } from './run-sample.ts';
import { testVerdict } from './test-verdict.ts';
import { findExcluded } from './find-excluded.ts';
import { inSlices } from './in-slices.ts';

export type TestOptions = Required<AlertTestOptions>;

/** Returns what a rule would have done in the last hours. Changes nothing, and sends nothing unless `notify` is set. */
export async function testRule(
  given: BacktestNeeds,
  actor: Actor,
  rule: Rule,
  options: TestOptions,
  signal: AbortSignal,
): Promise<AlertTest> {
  // It is a person who waits, in a slot of people.
  const needs = { ...given, search: { ...given.search, searchKind: 'query' as const } };
  const { basis } = rule.settings;
  const storedBy = await needs.frontier();
  const tested = await testPast(needs, rule, { ...options, storedBy }, signal);
  const warnings = await findExcluded(needs, rule, tested, { storedBy, signal });
  const found = { ...tested, basis, ...(warnings.length === 0 ? {} : { warnings }) };
  if (!options.notify) return found;
  return { ...found, sent: await sendTests(needs, actor, rule, signal) };
}

/** The same in slots of any kind, and without messages. */
export async function testPast(
  needs: BacktestNeeds,
  rule: Rule,
  { hours, spend, storedBy }: Pick<TestOptions, 'hours' | 'spend'> & Pick<Tick, 'storedBy'>,
  signal: AbortSignal,
): Promise<AlertTest> {
  const phase = await findPhase(needs.metadata, rule);
  const ticks = pastTicks(rule, phase, await needs.frontier(), hours);
  const tick = {
    at: ticks.at(-1) ?? 0,
    timeoutMs: LIMITS.alerts.testMsMax,
    signal,
    ...(storedBy === undefined ? {} : { storedBy }),
  };
  return testTicks(needs, rule, ticks, tick, spend);
}

async function testTicks(
  needs: BacktestNeeds,
  rule: Rule,
  ticks: readonly number[],
  tick: Tick,
  spend: boolean,
): Promise<AlertTest> {
  const { condition } = rule.settings;
  if (condition.kind === 'verdict') {
    return testVerdict(needs, rule, condition, { ticks, tick, spend });
  }
  const endsAt = performance.now() + tick.timeoutMs;
  if (condition.kind === 'threshold' || condition.kind === 'change') {
    const exact = await testExactly(needs, rule, condition, ticks, tick);
    if (exact !== undefined) return exact;
  }
  return runSample(needs, rule, ticks, { ...tick, endsAt });
}

/** Replays every tick exactly. Undefined if an exact replay is not possible. */
async function testExactly(
  needs: BacktestNeeds,
  rule: Rule,
  condition: Replayed,
  ticks: readonly number[],
  tick: Tick,
): Promise<AlertTest | undefined> {
  const tree = await needs.trees.of(needs.metadata, rule);
  const replay = await findReplay(await startAsking(needs, rule, tree, tick), condition, ticks);
  if (replay === undefined) return undefined;
  const record = recordTicks(rule);
  await inSlices(ticks, tick.signal, (at) => record.add(at, replay.at(at, record.known())));
  return { ...record.result(), sampled: false };
}

type Replayed = ConditionOf<'threshold'> | ConditionOf<'change'>;

async function findReplay(
  asking: Asking,
  condition: Replayed,
  ticks: readonly number[],
): Promise<Replay | undefined> {
  const { rule, tree, tick } = asking;
  const isThreshold = condition.kind === 'threshold';
  if (isThreshold && rule.settings.basis === 'arrival' && isRowwise(tree)) {
    return replayCounts(asking, condition, ticks);
  }
  // So few ticks can be queried one by one.
  if (ticks.length <= LIMITS.alerts.testTicksSampled) return undefined;
  try {
    // Where it takes longer, the rest of the time is for a sample.
    const shared = (part: number) => ({ ...asking, budget: { leftMs: tick.timeoutMs * part } });
    return isThreshold
      ? await replayValues(shared(1 / 2), condition, ticks)
      : // Each of its sampled ticks takes several statements.
        await replayChanges(shared(1 / 6), condition, ticks);
  } catch (error) {
    tick.signal.throwIfAborted();
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function sendTests(
  { testChannel }: BacktestNeeds,
  actor: Actor,
  { settings }: Rule,
  signal: AbortSignal,
): Promise<NonNullable<AlertTest['sent']>> {
  const sent: NonNullable<AlertTest['sent']> = [];
  for (const channelId of settings.channels) {
    try {
      const { state, error } = await testChannel(actor, channelId, signal);
      sent.push({ channelId, state, ...(error === undefined ? {} : { error }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sent.push({ channelId, state: 'dead', error: error.message });
    }
  }
  return sent;
}
