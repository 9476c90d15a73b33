import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
  threshold,
} from '../../../../test/support/alerts/example-rule.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { advance, type GroupState } from './advance.ts';

const { alerts } = LIMITS;
const START = Date.UTC(2026, 0, 15, 12);

/** What a tick has to say of the only group; `-` stands for an answer without it. */
type Word = 'T' | 'S' | 'B' | 'U' | 'N' | '-' | 'F' | 'C' | 'L';

const VALUES = threshold({ of: 'avg' });
const other = measuredGroup('safe', 'other');

function measurementOf(word: Word): Measurement {
  switch (word) {
    case 'T':
      return measured([measuredGroup('true', 'a'), other]);
    case 'S':
      return measured([measuredGroup('safe', 'a'), other]);
    case 'B':
      return measured([measuredGroup('between', 'a'), other]);
    case 'U':
      return measured([measuredGroup('unknown', 'a', { value: 3 }), other]);
    case 'N':
      return measured([measuredGroup('unknown', 'a', { value: null }), other]);
    case '-':
      return measured([other]);
    case 'F':
      return failedMeasurement;
    case 'C':
      return measured([measuredGroup('safe', 'a')], { isCut: true });
    case 'L':
      return measured([measuredGroup('safe', 'a')], { behind: ['lag'] });
  }
}

interface Run {
  /** The state after each tick: n, p, f, r, c or . for normal but remembered. */
  readonly states: string;
  readonly told: readonly string[];
  readonly groups: readonly GroupState[];
  readonly health: string;
}

const LETTERS = { pending: 'p', firing: 'f', recovering: 'r', closed: 'c', resting: '.' } as const;
const SILENT = new Set(['began_recovering', 'fires_again']);

function run(
  words: string,
  settings: Partial<AlertRuleSettings> = {},
  before: readonly GroupState[] = [],
): Run {
  const rule = exampleRule({ condition: VALUES, ...settings });
  let groups: readonly GroupState[] = before;
  let states = '';
  let health = '';
  const told: string[] = [];
  for (const [index, word] of words.split('').entries()) {
    const at = START + index * rule.settings.interval * SECOND_MS;
    const step = advance(rule, groups, measurementOf(word as Word), { at });
    groups = step.groups.map((group) => ({ ...group, incidentId: 'inc_1' }));
    health = step.health;
    const mine = groups.find(({ key }) => key?.['host'] === 'a');
    states += mine === undefined ? 'n' : LETTERS[mine.state];
    for (const transition of step.transitions) {
      const reason = transition.kind === 'resolved' ? ` ${transition.reason}` : '';
      if (!SILENT.has(transition.kind)) told.push(`${index} ${transition.kind}${reason}`);
    }
  }
  return { states, told, groups, health };
}

interface Case {
  readonly name: string;
  readonly words: string;
  readonly settings?: Partial<AlertRuleSettings>;
  readonly states: string;
  readonly told: readonly string[];
}

const CASES: readonly Case[] = [
  { name: 'normal stays normal', words: 'SSBUN-', states: 'nnnnnn', told: [] },
  {
    name: 'normal, true: fires if nothing is to wait for',
    words: 'T',
    states: 'f',
    told: ['0 fired'],
  },
  {
    name: 'normal, true: pending if ticks are to wait for',
    words: 'TTT',
    settings: { fireAfter: 3 },
    states: 'ppf',
    told: ['2 fired'],
  },
  {
    name: 'normal, true: pending if seconds are to wait for',
    words: 'TTTT',
    settings: { for: 120 },
    states: 'ppff',
    told: ['2 fired'],
  },
  {
    name: 'pending, false: normal, and the count begins anew',
    words: 'TTSTTT',
    settings: { fireAfter: 3 },
    states: 'ppnppf',
    told: ['5 fired'],
  },
  {
    name: 'pending, below the threshold but not beyond recoverAt: normal',
    words: 'TB',
    settings: { fireAfter: 3 },
    states: 'pn',
    told: [],
  },
  {
    name: 'pending, unknown: counts neither way',
    words: 'TUFLT',
    settings: { fireAfter: 2 },
    states: 'ppppf',
    told: ['4 fired'],
  },
  {
    name: 'firing, safe: recovering, then resolved',
    words: 'TSS',
    states: 'fr.',
    told: ['0 fired', '2 resolved condition_over'],
  },
  {
    name: 'firing, safe: resolved at once where one tick is enough',
    words: 'TS',
    settings: { resolveAfter: 1 },
    states: 'f.',
    told: ['0 fired', '1 resolved condition_over'],
  },
  { name: 'firing, between: firing', words: 'TBBB', states: 'ffff', told: ['0 fired'] },
  { name: 'recovering, true: firing, no message', words: 'TST', states: 'frf', told: ['0 fired'] },
  {
    name: 'recovering, between: goes on recovering',
    words: 'TSB',
    states: 'fr.',
    told: ['0 fired', '2 resolved condition_over'],
  },
  {
    name: 'recovering lasts as long as keepFiring',
    words: 'TSSSS',
    settings: { keepFiring: 180 },
    states: 'frrr.',
    told: ['0 fired', '4 resolved condition_over'],
  },
  {
    name: 'failed, cut, behind, no value: firing stays firing',
    words: 'TFFCCLLNNUU',
    states: 'fffffffffff',
    told: ['0 fired'],
  },
  {
    name: 'failed, cut, behind: recovering does not count on',
    words: 'TSFCLUS',
    states: 'frrrrr.',
    told: ['0 fired', '6 resolved condition_over'],
  },
  {
    name: 'group missing, resolve: gone after three ticks',
    words: 'T---',
    settings: { noData: 'resolve' },
    states: 'fffn',
    told: ['0 fired', '3 resolved group_gone'],
  },
  {
    name: 'group missing, resolve: three ticks in a row',
    words: 'T--T---',
    settings: { noData: 'resolve' },
    states: 'ffffffn',
    told: ['0 fired', '6 resolved group_gone'],
  },
  {
    name: 'value missing, resolve: as if the group were',
    words: 'TNNN',
    settings: { noData: 'resolve' },
    states: 'fffn',
    told: ['0 fired', '3 resolved group_gone'],
  },
  {
    name: 'value missing, fire',
    words: 'N',
    settings: { noData: 'fire' },
    states: 'f',
    told: ['0 fired'],
  },
  {
    name: 'a group without rows has a count of 0',
    words: 'T--',
    settings: { condition: threshold({ by: ['host'] }) },
    states: 'fr.',
    told: ['0 fired', '2 resolved condition_over'],
  },
];

for (const { name, words, settings, states, told } of CASES) {
  test(name, () => {
    const result = run(words, settings);
    assert.deepEqual([result.states, result.told], [states, told]);
  });
}

test('a group that is gone keeps firing for a day', () => {
  const interval = 3_600;
  const ticks = alerts.groupGoneMs / SECOND_MS / interval;

  const almost = run(`T${'-'.repeat(ticks)}`, { interval });
  const gone = run(`T${'-'.repeat(ticks + 1)}`, { interval });

  assert.deepEqual(almost.told, ['0 fired']);
  assert.deepEqual(gone.told, ['0 fired', `${ticks + 1} resolved group_gone`]);
  assert.equal(gone.groups.length, 0);
});

test('a group that is gone is over after some ticks where the rule says so', () => {
  const { groupGoneTicks } = alerts;
  const almostGone = '-'.repeat(groupGoneTicks - 1);

  const almost = run(`T${almostGone}`, { noData: 'resolve' });
  const gone = run(`T${almostGone}-`, { noData: 'resolve' });
  const waiting = run(`T${almostGone}`, { fireAfter: 2 });
  const forgotten = run(`T${almostGone}-`, { fireAfter: 2 });

  assert.deepEqual([almost.states.at(-1), almost.told], ['f', ['0 fired']]);
  assert.deepEqual(gone.told, ['0 fired', `${groupGoneTicks} resolved group_gone`]);
  assert.deepEqual(gone.groups, []);
  // What has not fired yet is forgotten as soon, whatever the rule says.
  assert.deepEqual([waiting.states.at(-1), forgotten.states.at(-1)], ['p', 'n']);
});

test('closed by hand stays closed until the condition was false once', () => {
  const [firing] = run('T').groups;
  assert(firing !== undefined);
  const closed: GroupState = { ...firing, state: 'closed', incidentId: null };

  assert.equal(run('TTBUFLTT', {}, [closed]).states, 'cccccccc');
  const again = run('TST', {}, [closed]);

  assert.deepEqual([again.states, again.told], ['c.f', ['2 fired']]);
});

test('forty ticks of flapping are one incident, and resolve when it is calm', () => {
  const calm = 'S'.repeat(alerts.calmTicks);

  const { told } = run(`${'TS'.repeat(20)}${calm}`);

  assert.deepEqual(told, [
    '0 fired',
    '3 began_flapping',
    '49 calmed_down',
    '49 resolved condition_over',
  ]);
});

test('what flaps and then holds stopped flapping, and still the same incident', () => {
  const { told, states } = run(`TSTS${'T'.repeat(alerts.calmTicks + 1)}`);

  assert.deepEqual(told, ['0 fired', '3 began_flapping', '14 calmed_down']);
  assert.equal(states.at(-1), 'f');
});

test('flapping is found across incidents that end at once', () => {
  const { told } = run('TS'.repeat(20), { resolveAfter: 1 });

  assert.deepEqual(told, ['0 fired', '1 resolved condition_over', '2 fired', '3 began_flapping']);
});

test(`${alerts.flappingChanges} changes in more than ${alerts.flappingTicks} ticks are no flapping`, () => {
  const held = 'T'.repeat(alerts.flappingTicks - 3);

  assert.ok(run(`${held}STS`).told.includes(`${alerts.flappingTicks - 1} began_flapping`));
  assert.deepEqual(run(`${held}TSTS`).told, ['0 fired']);
});

test('a rule that fails fires as a whole where it says so, and is over when it has an answer', () => {
  const { told, groups } = run('FFSS', { onError: 'fire' });

  assert.deepEqual(told, ['0 fired', '3 resolved condition_over']);
  assert.deepEqual(
    groups.map(({ state }) => state),
    ['resting'],
  );
});
