/** Ticks of the past that are asked one after the other, and what judging them would cost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AT,
  counted,
  type ScriptedRow,
  scriptedNeeds,
} from '../../../../test/support/counting-store.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { holdTime } from '../../../../test/support/held-time.ts';
import { systemActor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { Judge } from '../conditions/judge.ts';
import { settleCondition } from '../../../contract/alert-rule-form.ts';
import type { BacktestNeeds } from './backtest-needs.ts';
import { inSlices } from './in-slices.ts';
import { runSample } from './run-sample.ts';
import { testRule } from './test-rule.ts';
import { testVerdict } from './test-verdict.ts';

const MINUTE_MS = 60_000;
const { signal } = new AbortController();

const OVER: AlertCondition = { kind: 'threshold', op: '>', value: 7 };
const MEMBERS: AlertCondition = { kind: 'absence', scope: 'member', by: ['host'], minSeen: 1 };
const VERDICT: AlertCondition = { kind: 'verdict', criteria: 'Is it well?' };

function start(
  answers: readonly (readonly ScriptedRow[])[],
  given: AlertCondition,
  settings: Partial<AlertRuleSettings> = {},
  judge?: Judge,
) {
  const { needs, asked } = scriptedNeeds(answers, judge === undefined ? {} : { judge });
  const told: string[] = [];
  const whole: BacktestNeeds = {
    ...needs,
    frontier: async () => AT,
    testChannel: async (actor, channelId) => {
      told.push(`${actor.organization} ${channelId}`);
      if (channelId === 'chn_gone') throw new AppError('NOT_FOUND', 'No such channel.');
      if (channelId === 'chn_broken') throw new TypeError('broken');
      return channelId === 'chn_late'
        ? { state: 'dead', error: 'It took too long.' }
        : { state: 'sent' };
    },
  };
  const condition = settleCondition(given);
  return { needs: whole, rule: exampleRule({ condition, ...settings }), condition, asked, told };
}

const minutes = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => AT - (count - 1 - i) * MINUTE_MS);

const inTime = () => ({ endsAt: performance.now() + 60_000, signal });

test('every tick is asked for itself, and noted', async () => {
  const { needs, rule, asked } = start([[counted({ count: 3 })], [counted({ count: 9 })]], OVER);

  const found = await runSample(needs, rule, minutes(2), inTime());

  assert.deepEqual(found, {
    ticks: 2,
    series: [
      ['2026-01-15T11:59:00.000Z', 3],
      ['2026-01-15T12:00:00.000Z', 9],
    ],
    firings: [{ group: null, from: '2026-01-15T12:00:00.000Z', to: null, peak: 9 }],
    messages: 1,
    sampled: false,
  });
  assert.equal(asked.length, 2);
});

test('of more ticks a sample is asked', async () => {
  const most = start([], OVER);
  const few = start([], OVER);

  const sixty = await runSample(most.needs, most.rule, minutes(61), inTime());
  const two = await runSample(few.needs, few.rule, minutes(4), inTime(), 2);

  assert.deepEqual([sixty.ticks, sixty.sampled, sixty.problem], [60, true, undefined]);
  assert.deepEqual([two.ticks, two.sampled], [2, true]);
  assert.deepEqual(
    two.series.map(([at]) => at),
    ['2026-01-15T11:58:00.000Z', '2026-01-15T12:00:00.000Z'],
  );
});

test('it ends when its time is over, and says so', async (t) => {
  holdTime(t);
  const { needs, rule, asked } = start([], OVER);
  const within = async (ms: number) => {
    const { ticks, sampled, problem } = await runSample(needs, rule, minutes(2), {
      endsAt: performance.now() + ms,
      signal,
    });
    return [ticks, sampled, problem];
  };

  const message = 'Only some of the checks were run, because the time limit was reached.';
  assert.deepEqual(await within(0), [0, true, message]);
  assert.deepEqual(await within(0.5), [0, true, message]);
  assert.equal(asked.length, 0);
  assert.deepEqual(await within(1), [2, false, undefined]);
});

test('it ends with the first tick that fails, and says why', async () => {
  const { needs, rule } = start([], OVER, { query: 'index=nowhere' });

  const { ticks, sampled, problem } = await runSample(needs, rule, minutes(3), inTime());

  assert.deepEqual([ticks, sampled], [0, true]);
  assert.match(problem ?? '', /nowhere/);
});

test('members that one tick has learnt are missed by the next', async () => {
  const sign = (at: number) => [
    counted({ key: ['a'], count: 2, windows: 1, storedTimes: [at, at] }),
  ];
  const history = sign(AT - 3 * MINUTE_MS);
  const { needs, rule, asked } = start([history, sign(AT - 90_000), []], MEMBERS);

  const { firings, series } = await runSample(needs, rule, minutes(2), inTime());

  assert.equal(asked.length, 3, 'history is read once');
  assert.deepEqual(
    series.map(([, value]) => value),
    [2, 0],
  );
  assert.deepEqual(firings, [
    { group: { host: 'a' }, from: '2026-01-15T12:00:00.000Z', to: null, peak: 0 },
  ]);
});

test('members are known for as long as they are kept', async () => {
  const at = AT - 30 * MINUTE_MS;
  const sign = [counted({ key: ['a'], count: 2, windows: 1, storedTimes: [at, at] })];
  const condition: AlertCondition = { ...MEMBERS, expire: 3_600, learn: 3_600 };
  const { needs, rule } = start([sign], condition, { interval: 1_800 });
  const ticks = [AT, AT + 30 * MINUTE_MS, AT + 60 * MINUTE_MS, AT + 90 * MINUTE_MS];

  const { series } = await runSample(needs, rule, ticks, inTime());

  assert.deepEqual(
    series.map(([, value]) => value),
    [0, 0, null, null],
  );
});

function judging(estimated: number[] = []): Judge {
  const finding = {
    id: 'criteria',
    status: 'failed',
    confidence: 1,
    isIncomplete: false,
    eventIds: [],
  } as const;
  return {
    judge: async () => ({ findings: [finding], creditsSpent: 0.5 }),
    estimate: async (_, question) => {
      estimated.push(question.rows.length);
      return 0.25;
    },
  };
}

const EVENT: ScriptedRow = ['an event'];

test('a rule that has events judged is told its price, and spends nothing unless it may', async () => {
  const estimated: number[] = [];
  const { needs, rule, condition } = start(
    [[EVENT]],
    VERDICT,
    { interval: 300 },
    judging(estimated),
  );
  assert(condition.kind === 'verdict');

  const found = await testVerdict(needs, rule, condition, {
    ticks: minutes(3),
    tick: { at: AT, timeoutMs: 5_000, signal },
    spend: false,
  });

  assert.deepEqual(found, {
    ticks: 0,
    series: [],
    firings: [],
    messages: 0,
    sampled: true,
    ticksPlanned: 3,
    credits: { perTick: 0.25, perDay: 72, spent: 0 },
  });
  assert.deepEqual(estimated, [1]);
});

test('where nothing was found nothing is estimated', async () => {
  const { needs, rule, condition } = start([[]], VERDICT);
  assert(condition.kind === 'verdict');

  const { credits } = await testVerdict(needs, rule, condition, {
    ticks: minutes(1),
    tick: { at: AT, timeoutMs: 5_000, signal },
    spend: false,
  });

  assert.deepEqual(credits, { perTick: 0, perDay: 0, spent: 0 });
});

test('verdicts that are spent on are counted, five of them at most', async () => {
  const answers = Array.from({ length: 9 }, () => [EVENT]);
  const { needs, rule, condition } = start(answers, VERDICT, {}, judging());
  assert(condition.kind === 'verdict');

  const { ticks, sampled, credits } = await testVerdict(needs, rule, condition, {
    ticks: minutes(8),
    tick: { at: AT, timeoutMs: 5_000, signal },
    spend: true,
  });

  assert.deepEqual([ticks, sampled], [5, true]);
  assert.deepEqual(credits, { perTick: 0.25, perDay: 360, spent: 2.5 });
});

const ADA = systemActor(organizationId('org_ada'), 'alerts', []);
const OPTIONS = { hours: 0.05, notify: false, spend: false };

test('a test counts every tick where it can, and asks for some of them elsewhere', async () => {
  const exact = start([[counted({ storing: 6, count: 9 })]], OVER);
  const byEvents = start([], OVER, { basis: 'event' });
  const table = start([], { ...OVER, of: 'n' }, { query: '* | stats count AS n' });

  const counts = await testRule(exact.needs, ADA, exact.rule, OPTIONS, signal);
  await testRule(byEvents.needs, ADA, byEvents.rule, OPTIONS, signal);
  await testRule(table.needs, ADA, table.rule, OPTIONS, signal);

  assert.deepEqual([counts.ticks, counts.sampled, counts.sent], [3, false, undefined]);
  assert.deepEqual(
    counts.series.map(([at, value]) => [at.slice(11, 16), value]),
    [
      ['11:58', 0],
      ['11:59', 0],
      ['12:00', 9],
    ],
  );
  assert.deepEqual([exact.asked.length, byEvents.asked.length, table.asked.length], [1, 3, 3]);
});

test('a rule of verdicts is tested as one', async () => {
  const { needs, rule } = start([[EVENT]], VERDICT, {}, judging());

  const { credits, ticks } = await testRule(needs, ADA, rule, OPTIONS, signal);

  assert.deepEqual([credits?.perTick, ticks], [0.25, 0]);
});

test('each channel of the rule has a message where that is wanted', async () => {
  const channels = ['chn_1', 'chn_late', 'chn_gone'];
  const { needs, rule, told } = start([], OVER, { channels });
  const broken = start([], OVER, { channels: ['chn_broken'] });
  const options = { ...OPTIONS, notify: true };

  const { sent } = await testRule(needs, ADA, rule, options, signal);

  assert.deepEqual(sent, [
    { channelId: 'chn_1', state: 'sent' },
    { channelId: 'chn_late', state: 'dead', error: 'It took too long.' },
    { channelId: 'chn_gone', state: 'dead', error: 'No such channel.' },
  ]);
  assert.deepEqual(told, ['org_ada chn_1', 'org_ada chn_late', 'org_ada chn_gone']);
  await assert.rejects(testRule(broken.needs, ADA, broken.rule, options, signal), TypeError);
});

test('work lets others have their turn, and ends when it is no longer wanted', async (t) => {
  const time = holdTime(t);
  const ending = new AbortController();
  const done: number[] = [];
  const turns: number[] = [];
  setImmediate(() => turns.push(done.length));
  const work = (one: number): void => {
    done.push(one);
    time.pass(2);
  };

  await inSlices([1, 2, 3, 4], signal, work);
  assert.deepEqual([done, turns], [[1, 2, 3, 4], [3]]);

  ending.abort(new Error('no longer wanted'));
  await assert.rejects(inSlices([5, 6, 7, 8], ending.signal, work), /no longer wanted/);
  assert.deepEqual(done, [1, 2, 3, 4, 5, 6, 7]);
});
