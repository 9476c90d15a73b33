import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { AlertTest } from '../../../contract/alert-tests.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';
import { startAsking, windowOf } from '../conditions/asking.ts';
import { readQuestion } from '../conditions/measure-verdict.ts';
import type { Tick } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import type { BacktestNeeds } from './backtest-needs.ts';
import { runSample } from './run-sample.ts';

interface VerdictTest {
  readonly ticks: readonly number[];
  readonly tick: Tick;
  /** Real verdicts, for credits. */
  readonly spend: boolean;
}

/** What the rule would cost; what it would have found only where credits may be spent on it. */
export async function testVerdict(
  needs: BacktestNeeds,
  rule: Rule,
  condition: ConditionOf<'verdict'>,
  { ticks, tick, spend }: VerdictTest,
): Promise<AlertTest> {
  const endsAt = performance.now() + tick.timeoutMs;
  const tree = await needs.trees.of(needs.metadata, rule);
  const asking = await startAsking(needs, rule, tree, tick);
  const question = await readQuestion(asking, condition, windowOf(rule.settings, tick.at));
  const isEmpty = question.rows.length === 0;
  const perTick = isEmpty
    ? 0
    : await needs.judge.estimate(rule.organization, question, tick.signal);
  const perDay = (perTick * DAY_MS) / (rule.settings.interval * SECOND_MS);
  if (!spend) {
    const nothing = { ticks: 0, series: [], firings: [], messages: 0 };
    const credits = { perTick, perDay, spent: 0 };
    return { ...nothing, sampled: true, ticksPlanned: ticks.length, credits };
  }
  let spent = 0;
  const judge: BacktestNeeds['judge'] = {
    ...needs.judge,
    async judge(...asked) {
      const answer = await needs.judge.judge(...asked);
      spent += answer.creditsSpent;
      return answer;
    },
  };
  const bounds = { ...tick, endsAt };
  const ticksMax = LIMITS.alerts.testVerdictsMax;
  const found = await runSample({ ...needs, judge }, rule, ticks, bounds, ticksMax);
  return { ...found, credits: { perTick, perDay, spent } };
}
