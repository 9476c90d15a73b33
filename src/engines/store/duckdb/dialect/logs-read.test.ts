import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteBound, type LogsRead } from './logs-read.ts';
import { translateText } from './translated.suite.ts';

const VALUES = {
  p1: 'Ärger',
  p2: '1970-01-01 00:00:01.000',
  p3: '1970-01-01 00:00:02.000',
  p4: '7',
  p5: '5',
  p6: "['a','b']",
  p7: '1970-01-01 00:01:30.000',
  p8: 'true',
  p9: 'order',
};
const TEXT = '{p1:String}';
const FIRST = "{p2:DateTime64(3, 'UTC')}";
const SECOND = "{p3:DateTime64(3, 'UTC')}";
const AFTER_A_MINUTE = "{p7:DateTime64(3, 'UTC')}";
const SEVEN = '{p4:UInt64}';
const FIVE = '{p5:UInt64}';
const NAMES = '{p6:Array(String)}';
const WORD = `indexHint(has(tokens(lowerUTF8(body)), lowerUTF8(${TEXT})))`;
const HOST = `lowerUTF8(host) = lowerUTF8(${TEXT})`;
const pairs = (condition: string): string =>
  `indexHint(has(arrayMap((k, v) -> sipHash64(k, lowerUTF8(v)), mapKeys(attributes), mapValues(attributes)), ${condition}))`;

const ALL: LogsRead = {
  from: undefined,
  to: undefined,
  receivedFrom: undefined,
  receivedTo: undefined,
  storedFrom: undefined,
  storedTo: undefined,
  organization: undefined,
  indexes: undefined,
  words: [],
  pairs: [],
  choices: [],
  rowIdFrom: undefined,
  rowIdTo: undefined,
};
const aWord = { kind: 'word', word: 'ärger' } as const;
const aPair = { kind: 'pair', key: 'host', value: 'ärger' } as const;

/** Conditions, and what the rows that they leave have in common. */
const CONDITIONS: readonly (readonly [condition: string, read: Partial<LogsRead>])[] = [
  [`timestamp > ${FIRST}`, { from: 1_001 }],
  [`timestamp >= ${FIRST}`, { from: 1_000 }],
  [`timestamp < ${FIRST}`, { to: 1_000 }],
  [`timestamp <= ${FIRST}`, { to: 1_001 }],
  [`timestamp = ${FIRST}`, { from: 1_000, to: 1_001 }],
  [`timestamp != ${FIRST}`, {}],
  [
    `received_at > ${FIRST} AND received_at <= ${SECOND}`,
    { receivedFrom: 1_001, receivedTo: 2_001 },
  ],
  [`stored_at > ${FIRST} AND stored_at <= ${SECOND}`, { storedFrom: 1_001, storedTo: 2_001 }],
  [`row_id > ${FIVE} AND row_id <= ${SEVEN}`, { rowIdFrom: 6n, rowIdTo: 8n }],
  [`row_id = ${FIVE}`, { rowIdFrom: 5n, rowIdTo: 6n }],
  [`timestamp >= ${SECOND} AND timestamp >= ${FIRST}`, { from: 2_000 }],
  [`timestamp >= ${FIRST} AND timestamp >= ${SECOND}`, { from: 2_000 }],
  [`timestamp < ${FIRST} AND timestamp < ${SECOND}`, { to: 1_000 }],
  [`timestamp < ${SECOND} AND timestamp < ${FIRST}`, { to: 1_000 }],
  [`timestamp >= ${FIRST} AND timestamp < ${SECOND}`, { from: 1_000, to: 2_000 }],
  [`timestamp < ${SECOND} AND timestamp >= ${FIRST}`, { from: 1_000, to: 2_000 }],
  [`toStartOfMinute(timestamp) > ${AFTER_A_MINUTE}`, { from: 120_000 }],
  [`toStartOfMinute(timestamp) <= ${AFTER_A_MINUTE}`, { to: 120_000 }],
  [`toStartOfMinute(timestamp) = ${AFTER_A_MINUTE}`, {}],
  [`toStartOfMinute(received_at) > ${AFTER_A_MINUTE}`, {}],
  [`toStartOfHour(timestamp) > ${AFTER_A_MINUTE}`, {}],
  [`retention_days > ${FIVE}`, {}],
  [`organization = ${TEXT}`, { organization: 'Ärger' }],
  [`organization != ${TEXT}`, {}],
  [`index_name = ${TEXT}`, { indexes: ['Ärger'] }],
  [`index_name != ${TEXT}`, {}],
  [`index_name IN ${NAMES}`, { indexes: ['a', 'b'] }],
  [`index_name NOT IN ${NAMES}`, {}],
  [`level IN ${NAMES}`, {}],
  [`index_name IN ('a', 'b')`, {}],
  [`index_name IN ${NAMES} AND index_name = ${TEXT}`, { indexes: [] }],
  [`ifNull(timestamp = ${FIRST}, 0)`, { from: 1_000, to: 1_001 }],
  [`ifNull(timestamp = ${FIRST}, 1)`, {}],
  [`ifNull(timestamp = ${FIRST}, level = 'a')`, {}],
  [`coalesce(timestamp = ${FIRST}, 0)`, {}],
  [WORD, { words: ['ärger'] }],
  [`indexHint(has(tokens(lowerUTF8(level)), lowerUTF8(${TEXT})))`, {}],
  [`indexHint(has(tokens(body), lowerUTF8(${TEXT})))`, {}],
  [`indexHint(has(tokens(lowerUTF8(concat(body, ''))), lowerUTF8(${TEXT})))`, {}],
  [`indexHint(has(tokens(lowerUTF8(body)), ${TEXT}))`, {}],
  [`indexHint(has(tokens(lowerUTF8(body)), lowerUTF8(${FIVE})))`, {}],
  [`indexHint(level = ${TEXT})`, {}],
  [`indexHint(concat(tokens(lowerUTF8(body)), lowerUTF8(${TEXT})))`, {}],
  [`has(mapKeys(attributes), ${TEXT})`, {}],
  [`timestamp = {p8:Bool}`, {}],
  [pairs(`sipHash64({p9:String}, lowerUTF8(${TEXT}))`), { pairs: [['order', 'ärger']] }],
  [pairs(`sipHash64(level, lowerUTF8(${TEXT}))`), {}],
  [pairs(`sipHash64({p9:String}, ${TEXT})`), {}],
  [pairs(`sipHash64(${FIVE}, lowerUTF8(${TEXT}))`), {}],
  [pairs(`lowerUTF8({p9:String}, lowerUTF8(${TEXT}))`), {}],
  [HOST, { pairs: [['host', 'ärger']] }],
  [`lowerUTF8(host) != lowerUTF8(${TEXT})`, {}],
  [`lowerUTF8(host) = ${TEXT}`, {}],
  [`host = lowerUTF8(${TEXT})`, {}],
  [`lowerUTF8(level) = lowerUTF8(${TEXT})`, {}],
  [`lowerUTF8(host) = lowerUTF8(level)`, {}],
  [`(${WORD} OR ${HOST})`, { choices: [[aWord, aPair]] }],
  [`(${WORD} OR (level = 'a' AND (${HOST} OR ${WORD})))`, { choices: [[aWord, aPair]] }],
  [`(${WORD} OR level = 'a')`, {}],
  [`(${WORD} OR (level = 'a' OR ${HOST}))`, {}],
  [`NOT (${HOST})`, {}],
];

for (const [condition, expected] of CONDITIONS) {
  test(`what is read where ${condition}`, () => {
    const translation = translateText(`SELECT body FROM logs WHERE ${condition}`, VALUES);

    assert.ok(translation.kind === 'select');
    assert.deepEqual(translation.reads, [{ ...ALL, ...expected }]);
  });
}

test('a bound on the minute of an instant bounds the instant', () => {
  const boundsAt = (ms: number) =>
    (['>=', '>', '<', '<=', '=', '!='] as const).map((operator) => minuteBound(operator, ms));

  assert.deepEqual(boundsAt(120_000), [
    { operator: '>=', ms: 120_000 },
    { operator: '>=', ms: 180_000 },
    { operator: '<', ms: 120_000 },
    { operator: '<', ms: 180_000 },
    undefined,
    undefined,
  ]);
  assert.deepEqual(boundsAt(120_001), [
    { operator: '>=', ms: 180_000 },
    { operator: '>=', ms: 180_000 },
    { operator: '<', ms: 180_000 },
    { operator: '<', ms: 180_000 },
    undefined,
    undefined,
  ]);
});
