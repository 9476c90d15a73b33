/** Values that differ from earlier ones, and what a model says about the rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AT,
  counted,
  measure,
  type Measured,
  type ScriptedRow,
  type Setting,
} from '../../../../test/support/counting-store.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import { groupHash } from './groups.ts';
import type { Judge, JudgeAnswer, JudgeQuestion } from './judge.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const WINDOW = { eventsFrom: AT - 5 * MINUTE_MS, eventsTo: AT };

type Change = Extract<AlertCondition, { kind: 'change' }>;
const CHANGE: Change = {
  kind: 'change',
  compare: 'day',
  periods: 3,
  percent: 50,
  minDifference: 10,
  direction: 'both',
};
const BY_EVENT = { settings: { basis: 'event', query: 'index=main level=error' } } as const;

/** What a rule finds when there were so many events now, and so many on the days before. */
async function compare(
  counts: readonly number[],
  condition: Partial<Change> = {},
  setting: Setting = {},
): Promise<Measured> {
  const periods = counts.length - 1;
  const answers = counts.map((count) => [counted({ count })]);
  const { measured } = await measure({ ...CHANGE, periods, ...condition }, answers, {
    ...BY_EVENT,
    ...setting,
  });
  return measured;
}

test('a day whose events are missing is no baseline', async () => {
  const { eventsFrom } = WINDOW;
  const missing = (lengthMs: number) => {
    const from = eventsFrom - 2 * DAY_MS;
    return [{ kind: 'quota', from_ms: from, to_ms: from + lengthMs }];
  };
  const length = AT - eventsFrom;

  const few = await compare([40, 20, 10, 30], {}, { gaps: missing(0.05 * length) });
  const many = await compare([40, 20, 30], { periods: 3 }, { gaps: missing(0.06 * length) });

  const valuesOf = ({ groups }: Measured) => {
    const earlier = groups[0]?.details?.['earlier'] as { value: number }[];
    return earlier.map(({ value }) => value);
  };
  assert.deepEqual(valuesOf(few), [20, 10, 30]);
  assert.deepEqual(valuesOf(many), [20, 30]);
});

test('a value is compared with the median of those before', async () => {
  const measured = await compare([40, 20, 10, 30]);

  const daysAgo = (days: number, value: number) => ({
    from: WINDOW.eventsFrom - days * DAY_MS,
    to: AT - days * DAY_MS,
    value,
  });
  assert.deepEqual(measured, {
    kind: 'measured',
    groups: [
      {
        key: null,
        hash: groupHash(null),
        value: 40,
        holds: 'true',
        ...WINDOW,
        details: { reference: 20, earlier: [daysAgo(1, 20), daysAgo(2, 10), daysAgo(3, 30)] },
      },
    ],
    isCut: false,
    behind: [],
    isLearning: false,
  });
});

test('the median of an even number of values lies in the middle of two', async () => {
  const { groups } = await compare([40, 10, 20, 90, 31]);

  assert.equal(groups[0]?.details?.['reference'], 25.5);
});

const CASES: readonly (readonly [string, readonly number[], Partial<Change>, string, Setting?])[] =
  [
    ['enough percent and enough in number', [30, 20, 20], {}, 'true'],
    ['too few in number', [29, 20, 20], {}, 'safe'],
    ['just enough in percent', [150, 100, 100], {}, 'true'],
    ['too few in percent', [149, 100, 100], {}, 'safe'],
    ['a fall', [10, 20, 20], {}, 'true'],
    ['a fall where rises count', [10, 20, 20], { direction: 'up' }, 'safe'],
    ['a rise where rises count', [30, 20, 20], { direction: 'up' }, 'true'],
    ['a rise where falls count', [30, 20, 20], { direction: 'down' }, 'safe'],
    ['a fall where falls count', [10, 20, 20], { direction: 'down' }, 'true'],
    ['no difference at all', [20, 20, 20], { minDifference: 0, percent: 1 }, 'safe'],
    ['a rise while events may be missing', [30, 20, 20], {}, 'true', { isBehind: true }],
    ['a fall while events may be missing', [10, 20, 20], {}, 'unknown', { isBehind: true }],
    [
      'no fall yet while events may be missing',
      [30, 20, 20],
      { direction: 'down' },
      'unknown',
      { isBehind: true },
    ],
  ];

for (const [name, counts, condition, holds, setting] of CASES) {
  test(`${name}: ${holds}`, async () => {
    const { groups } = await compare(counts, condition, { ...BY_EVENT, ...setting });

    assert.equal(groups[0]?.holds, holds);
  });
}

test('one earlier period is not enough to compare with', async () => {
  const { groups, isLearning } = await compare([40, 20]);

  assert.deepEqual([groups[0]?.holds, groups[0]?.details?.['reference']], ['unknown', null]);
  assert.equal(isLearning, true);
});

test('a period without such events counts when there were others', async () => {
  const answers = [[counted({ count: 40 })], [], [['00000000000000aa']], [counted({ count: 20 })]];
  const { measured, asked } = await measure({ ...CHANGE, periods: 2 }, answers, BY_EVENT);

  assert.equal(measured.groups[0]?.details?.['reference'], 10);
  assert.match(asked[1] ?? '', /`level`/);
  assert.doesNotMatch(asked[2] ?? '', /`level`/);
  assert.match(asked[2] ?? '', /index_name IN .*,\['main'\] p8,1$/);
});

test('a period without any events is left out', async () => {
  const answers = [[counted({ count: 40 })], [counted({ count: 0 })], [], [counted({ count: 20 })]];
  const { measured, asked } = await measure({ ...CHANGE, periods: 2 }, answers, BY_EVENT);

  assert.deepEqual([asked.length, measured.isLearning], [4, true]);
  assert.equal(measured.groups[0]?.holds, 'unknown');
});

test('a group that a window lacks has no events there, but no value', async () => {
  const both = (a: number, b: number): ScriptedRow[] => [
    counted({ key: ['a'], count: a }),
    counted({ key: ['b'], count: b }),
  ];
  const onlyB = [counted({ key: ['b'], count: 30 })];
  const byHost = await measure(
    { ...CHANGE, periods: 2, by: ['host'] },
    [onlyB, both(50, 30), both(50, 30)],
    BY_EVENT,
  );
  const table = await measure(
    { ...CHANGE, periods: 2, of: 'mean' },
    [
      [['b', 30]],
      [
        ['a', 50],
        ['b', 30],
      ],
      [
        ['a', 50],
        ['b', 30],
      ],
    ],
    { settings: { basis: 'event', query: '* | stats avg(ms) AS mean BY host' } },
  );
  const standings = ({ groups }: Measured) =>
    groups.map(({ key, value, holds }) => [key?.['host'], value, holds]);

  assert.deepEqual(standings(byHost.measured), [
    ['b', 30, 'safe'],
    ['a', 0, 'true'],
  ]);
  assert.deepEqual(standings(table.measured), [
    ['b', 30, 'safe'],
    ['a', null, 'unknown'],
  ]);
  assert.equal(byHost.measured.isLearning, false);
});

test('where groups are left out, of any window, the answer is cut', async () => {
  const many = Array.from({ length: 1_001 }, (_, i) => counted({ key: [`h${i}`], count: 20 }));
  const few = [counted({ key: ['h1'], count: 20 })];
  const by = { by: ['host'], periods: 2 };
  const isCut = async (answers: ScriptedRow[][], maxGroups: number) => {
    const settings = { ...BY_EVENT.settings, maxGroups };
    return (await measure({ ...CHANGE, ...by }, answers, { settings })).measured.isCut;
  };

  assert.equal(await isCut([few, few, few], 1), false);
  assert.equal(await isCut([many, few, few], 2_000), true);
  assert.equal(await isCut([few, few, many], 2_000), true);
  const two = [...few, counted({ key: ['h2'], count: 20 })];
  assert.equal(await isCut([two, few, few], 1), true);
});

type Verdict = Extract<AlertCondition, { kind: 'verdict' }>;
const VERDICT: Verdict = { kind: 'verdict', criteria: 'all is well', minConfidence: 0.5 };
const ROWS = { settings: { query: '* | table host' } };
const TODAY = Math.floor(AT / DAY_MS);

function judging(answer: Partial<JudgeAnswer['findings'][number]>, creditsSpent = 2) {
  const questions: JudgeQuestion[] = [];
  const finding = { id: 'criteria', confidence: 0.9, isIncomplete: false, eventIds: ['e1'] };
  const judge: Judge = {
    judge: async (_organization, question) => {
      questions.push(question);
      const status = 'not_found';
      return { findings: [{ ...finding, status, ...answer }], creditsSpent };
    },
    estimate: () => Promise.reject(new Error('nobody asks what it costs')),
  };
  return { judge, questions };
}

test('a verdict fires on what the rule names, and remembers what it has spent', async () => {
  const { judge, questions } = judging({ eventIds: ['1', '2', '3', '4', '5', '6'] });
  const memory = JSON.stringify({ day: TODAY, spent: 3 });
  const condition = { ...VERDICT, fireOn: ['not_found'] } satisfies Verdict;
  const { measurement } = await measure(condition, [[['a'], ['b']]], {
    ...ROWS,
    judge,
    known: { memory },
  });

  assert.deepEqual(measurement, {
    kind: 'measured',
    groups: [
      {
        key: { item: 'criteria' },
        hash: groupHash({ item: 'criteria' }),
        value: 1,
        holds: 'true',
        ...WINDOW,
        details: { item: 'criteria', status: 'not_found', evidence: ['1', '2', '3', '4', '5'] },
      },
    ],
    isCut: false,
    behind: [],
    isLearning: false,
    memory: JSON.stringify({ day: TODAY, spent: 5 }),
  });
  const [question] = questions;
  assert.deepEqual(
    { ...question, rows: question?.rows.length },
    {
      criteria: 'all is well',
      expectedItems: [],
      mode: 'test_classification',
      rows: 2,
      isCut: false,
    },
  );
});

test('a rule may name its model, and how many rows it has judged', async () => {
  const { judge, questions } = judging({});
  const condition = { ...VERDICT, model: 'haiku-4-5', rows: 1 } satisfies Verdict;
  await measure(condition, [[['a'], ['b']]], { ...ROWS, judge });

  const [question] = questions;
  assert.deepEqual(
    [question?.model, question?.rows.length, question?.isCut],
    ['haiku-4-5', 1, true],
  );
});

const FINDINGS: readonly (readonly [
  string,
  Partial<JudgeAnswer['findings'][number]>,
  number,
  string,
  Setting?,
])[] = [
  ['another status', { status: 'passed' }, 0, 'safe'],
  ['as sure as it must be', { confidence: 0.5 }, 1, 'true'],
  ['less sure than it must be', { confidence: 0.49 }, 0, 'safe'],
  ['without a word how sure', { confidence: undefined }, 1, 'true'],
  ['without a status', { status: undefined }, 0, 'safe'],
  ['not found among some of the rows', { isIncomplete: true }, 1, 'unknown'],
  ['not found while events may be missing', {}, 1, 'unknown', { isBehind: true }],
  ['found while events may be missing', { status: 'passed' }, 0, 'safe', { isBehind: true }],
];

for (const [name, finding, value, holds, setting] of FINDINGS) {
  test(`a finding ${name}: ${holds}`, async () => {
    const { judge } = judging(finding);
    const condition = { ...VERDICT, fireOn: ['not_found'] } satisfies Verdict;
    const { measured } = await measure(condition, [[['a']]], { ...ROWS, judge, ...setting });

    assert.deepEqual([measured.groups[0]?.value, measured.groups[0]?.holds], [value, holds]);
  });
}

test('a rule spends so many credits a day', async () => {
  const after = async (spent: number, day = TODAY) => {
    const { judge } = judging({});
    const memory = JSON.stringify({ day, spent });
    const condition = { ...VERDICT, creditsPerDay: 10 };
    return (await measure(condition, [[['a']]], { ...ROWS, judge, known: { memory } })).measurement;
  };
  const memoryOf = (measurement: Awaited<ReturnType<typeof after>>) =>
    measurement.kind === 'measured' ? measurement.memory : measurement.message;

  assert.equal(memoryOf(await after(9)), JSON.stringify({ day: TODAY, spent: 11 }));
  assert.deepEqual(await after(10), {
    kind: 'failed',
    code: 'AI_CREDITS_EXHAUSTED',
    message: 'This rule reached its limit of 10 AI credits per day.',
  });
  assert.equal(memoryOf(await after(10, TODAY - 1)), JSON.stringify({ day: TODAY, spent: 2 }));
});

test('without rows nobody is asked, and nothing is found', async () => {
  const items = [
    { id: 'one', description: '1' },
    { id: 'two', description: '2' },
  ];
  const itemsOf = async (condition: Partial<Verdict>) => {
    const memory = JSON.stringify({ day: TODAY, spent: 99 });
    const setting = { ...ROWS, known: { memory } };
    const { measured } = await measure({ ...VERDICT, ...condition }, [[]], setting);
    assert.equal(measured.memory, memory);
    return measured.groups.map(({ details }) => [
      details?.['item'],
      details?.['status'],
      details?.['evidence'],
    ]);
  };

  assert.deepEqual(await itemsOf({}), [['criteria', 'not_found', []]]);
  assert.deepEqual(await itemsOf({ expectedItems: items }), [
    ['one', 'not_found', []],
    ['two', 'not_found', []],
  ]);
  assert.deepEqual(await itemsOf({ mode: 'generic_verdict', expectedItems: items }), [
    ['f1', 'not_found', []],
  ]);
});
