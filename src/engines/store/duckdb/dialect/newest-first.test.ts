import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translateText } from './translated.suite.ts';

const NEWEST = 'ORDER BY timestamp DESC, row_id DESC LIMIT 5';
const EACH = `SELECT timestamp, row_id, body FROM logs ${NEWEST}`;
const VALUES = { p1: '9', p2: '9' };

/** Statements, and of how many of the newest events they tell. */
const STATEMENTS: readonly (readonly [text: string, newest: number | undefined])[] = [
  [`SELECT body FROM logs ${NEWEST}`, 5],
  [`SELECT lowerUTF8(body) AS x FROM logs WHERE level = 'a' ${NEWEST}`, 5],
  ['SELECT body FROM logs ORDER BY timestamp DESC, row_id DESC LIMIT {p1:UInt32}', 9],
  ['SELECT body FROM logs ORDER BY timestamp DESC, row_id DESC LIMIT {p2:UInt64}', undefined],
  [`SELECT * FROM (${EACH}) ${NEWEST}`, 5],
  [`SELECT * FROM (${EACH} UNION ALL ${EACH}) ${NEWEST}`, 5],
  [`SELECT * FROM (${EACH} UNION ALL ${EACH.replace('LIMIT 5', 'LIMIT 6')}) ${NEWEST}`, undefined],
  [`SELECT * FROM (${EACH.replace(' LIMIT 5', '')}) ${NEWEST}`, undefined],
  [`SELECT * FROM (${EACH.replace('DESC', 'ASC')}) ${NEWEST}`, undefined],
  [`SELECT * FROM (SELECT * FROM (${EACH}) ${NEWEST}) ${NEWEST}`, undefined],
  [`SELECT body FROM (${EACH}) WHERE body = 'a' ${NEWEST}`, undefined],
  [`${EACH} UNION ALL ${EACH}`, undefined],
  ['SELECT body FROM logs ORDER BY timestamp DESC, row_id DESC', undefined],
  ['SELECT body FROM logs LIMIT 5', undefined],
  ['SELECT body FROM logs ORDER BY timestamp DESC LIMIT 5', undefined],
  ['SELECT body FROM logs ORDER BY timestamp DESC, row_id DESC, body LIMIT 5', undefined],
  ['SELECT body FROM logs ORDER BY timestamp, row_id DESC LIMIT 5', undefined],
  ['SELECT body FROM logs ORDER BY timestamp DESC, row_id LIMIT 5', undefined],
  ['SELECT body FROM logs ORDER BY received_at DESC, row_id DESC LIMIT 5', undefined],
  ['SELECT body FROM logs ORDER BY timestamp DESC, body DESC LIMIT 5', undefined],
  ['SELECT body FROM logs ORDER BY toStartOfHour(timestamp) DESC, row_id DESC LIMIT 5', undefined],
  [`SELECT DISTINCT body FROM logs ${NEWEST}`, undefined],
  [`SELECT timestamp, row_id FROM logs GROUP BY timestamp, row_id ${NEWEST}`, undefined],
  [
    `SELECT timestamp, row_id FROM logs GROUP BY timestamp, row_id HAVING count() > 1 ${NEWEST}`,
    undefined,
  ],
  ['SELECT body FROM logs ORDER BY timestamp DESC, row_id DESC LIMIT 1 BY host LIMIT 5', undefined],
  [`SELECT row_number() OVER () AS n FROM logs ${NEWEST}`, undefined],
  [`SELECT toString(1 + count() OVER ()) AS n FROM logs ${NEWEST}`, undefined],
  [
    'SELECT list1 AS timestamp, list2 AS row_id FROM sent1 ORDER BY timestamp DESC, row_id DESC LIMIT 5',
    undefined,
  ],
];

for (const [text, expected] of STATEMENTS) {
  test(`${expected ?? 'none'} of the newest events: ${text}`, () => {
    const translation = translateText(text, VALUES);

    assert.ok(translation.kind === 'select');
    assert.equal(translation.newest, expected);
  });
}
