import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMIT_RULES, overridesOf, planRules } from './override-table.ts';

const TABLE = {
  query: { rowsMax: 100, rowsDefault: 10, sampleRatio: 0.5, slowFactor: 2, weight: 1.5 },
  mail: { perDayMin: 5, perDayMax: 9 },
};
const { isPromised: _isPromised, ...rules } = LIMIT_RULES;
const limits = overridesOf(TABLE, rules);
const explained = (value: unknown): readonly string[] =>
  limits.explain?.(JSON.stringify(value)) ?? [];

test('single values are replaced, and the others stay', () => {
  assert.equal(limits.expected, 'a JSON object with the values to replace');
  assert.deepEqual(limits.read('{"query":{"rowsMax":50}}'), {
    query: { rowsMax: 50, rowsDefault: 10, sampleRatio: 0.5, slowFactor: 2, weight: 1.5 },
    mail: { perDayMin: 5, perDayMax: 9 },
  });
  assert.deepEqual(limits.read('{}'), TABLE);
});

test('what was replaced is shown, and nothing else', () => {
  assert.equal(limits.show(TABLE), '{}');
  assert.equal(
    limits.show({ ...TABLE, mail: { perDayMin: 5, perDayMax: 10 } }),
    '{"mail":{"perDayMax":10}}',
  );
});

test('what is no object of the table is refused by its path', () => {
  const rows: readonly (readonly [value: unknown, ...problems: readonly string[]])[] = [
    [{}],
    [[], 'is not a JSON object; expected {"group":{"name":1}}'],
    [5, 'is not a JSON object; expected {"group":{"name":1}}'],
    [{ query: 5 }, 'query: expected an object with the values to replace'],
    [{ query: [] }, 'query: expected an object with the values to replace'],
    [{ querry: {} }, 'querry: unknown name. Did you mean query?'],
    [{ elsewhere: {} }, 'elsewhere: unknown name'],
    [
      { query: { rowsMaxx: 1 }, mail: { x: 1 } },
      'query.rowsMaxx: unknown name. Did you mean query.rowsMax?',
      'mail.x: unknown name',
    ],
  ];
  for (const [value, ...problems] of rows) {
    assert.deepEqual(explained(value), problems, JSON.stringify(value));
  }
  assert.deepEqual(limits.explain?.('{'), ['is not a JSON object; expected {"group":{"name":1}}']);
  assert.equal(limits.read('{"query":5}'), undefined);
});

test('a limit is a whole number, a ratio or a factor by its name', () => {
  const whole = 'an integer of 1 or greater';
  const ratio = 'a number over 0 and up to 1';
  const positive = 'a number over 0';
  const rows: readonly (readonly [name: string, value: unknown, expected?: string])[] = [
    ['slowFactor', 0.5],
    ['slowFactor', 1e9],
    ['slowFactor', 0, positive],
    ['slowFactor', -1, positive],
    ['slowFactor', '2', positive],
    ['weight', 0.1],
    ['weight', 0, positive],
    ['weight', null, positive],
    ['sampleRatio', 1],
    ['sampleRatio', 0.01],
    ['sampleRatio', 0, ratio],
    ['sampleRatio', 1.01, ratio],
    ['sampleRatio', '1', ratio],
    ['rowsMax', 10],
    ['rowsDefault', 1],
    ['rowsDefault', 0, whole],
    ['rowsDefault', 1.5, whole],
    ['rowsDefault', '5', whole],
    ['rowsDefault', 2 ** 53, whole],
    ['rowsDefault', null, whole],
  ];
  for (const [name, value, expected] of rows) {
    const problems = expected === undefined ? [] : [`query.${name}: expected ${expected}`];
    assert.deepEqual(explained({ query: { [name]: value } }), problems, `${name} ${String(value)}`);
  }
});

test('what is usual or least stays below what is most', () => {
  assert.deepEqual(explained({ query: { rowsDefault: 100 } }), []);
  assert.deepEqual(explained({ query: { rowsDefault: 101 } }), [
    'query.rowsDefault (101) is greater than query.rowsMax (100)',
  ]);
  assert.deepEqual(explained({ mail: { perDayMax: 4 } }), [
    'mail.perDayMin (5) is greater than mail.perDayMax (4)',
  ]);
  assert.equal(limits.read('{"mail":{"perDayMax":4}}'), undefined);
});

test('what is promised cannot be replaced, whatever by', () => {
  const promised = overridesOf(TABLE, { ...rules, isPromised: (path) => path === 'query.rowsMax' });
  const reported = "query.rowsMax: is a fixed limit and can't be set; remove it";

  assert.deepEqual(promised.explain?.('{"query":{"rowsMax":50}}'), [reported]);
  assert.deepEqual(promised.explain?.('{"query":{"rowsMax":"x"}}'), [reported]);
  assert.deepEqual(promised.explain?.('{"query":{"weight":2}}'), []);
});

test('a plan has counts, or none, and what happens beyond them', () => {
  const table: { free: { seats: number; days: number | null; overage: string } } = {
    free: { seats: 3, days: null, overage: 'stop' },
  };
  const plans = overridesOf(table, planRules(['stop', 'bill']));
  const count = 'an integer of 0 or greater, or null for no limit';
  const rows: readonly (readonly [name: string, value: unknown, expected?: string])[] = [
    ['seats', 0],
    ['seats', null],
    ['seats', -1, count],
    ['seats', 1.5, count],
    ['seats', '5', count],
    ['seats', [1], count],
    ['days', 7],
    ['overage', 'bill'],
    ['overage', 'nothing', 'one of stop, bill'],
    ['overage', 5, 'one of stop, bill'],
    ['overage', null, 'one of stop, bill'],
  ];
  for (const [name, value, expected] of rows) {
    const problems = expected === undefined ? [] : [`free.${name}: expected ${expected}`];
    const text = JSON.stringify({ free: { [name]: value } });
    assert.deepEqual(plans.explain?.(text), problems, text);
  }
  assert.equal(plans.show({ free: { seats: 3, days: 7, overage: 'stop' } }), '{"free":{"days":7}}');
});
