import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translateText } from './translated.suite.ts';

const VALUES = { p1: '2026-01-31 12:30:00.000' };
const AT = "{p1:DateTime64(3, 'UTC')}";

const COUNTED = [
  'SELECT count() AS n FROM logs',
  'SELECT count() + 1 AS n FROM logs',
  'SELECT level FROM logs GROUP BY level',
  'SELECT level AS l, service AS s, count() AS n FROM logs GROUP BY l, s',
  'SELECT toStartOfMinute(timestamp) AS m, count() AS n FROM logs GROUP BY m',
  "SELECT countIf(level = 'a') AS n FROM logs",
  'SELECT level, count() AS n FROM logs GROUP BY level HAVING n > 1 ORDER BY lowerUTF8(level) LIMIT 5',
  ...['organization', 'index_name', 'level', 'source', 'service'].map(
    (name) => `SELECT count() AS n FROM logs WHERE ${name} = 'a'`,
  ),
  ...['=', '<', '<=', '>', '>='].map(
    (operator) => `SELECT count() AS n FROM logs WHERE timestamp ${operator} ${AT}`,
  ),
  `SELECT count() AS n FROM logs WHERE ifNull(timestamp >= ${AT}, 0) AND level = 'a'`,
];

const OF_ROWS = [
  'SELECT level FROM logs',
  'SELECT lowerUTF8(level) AS l FROM logs',
  'SELECT emptyArrayInt64() AS x FROM logs',
  'SELECT DISTINCT level, count() AS n FROM logs GROUP BY level',
  'SELECT level, count() AS n FROM logs GROUP BY level LIMIT 1 BY level',
  'SELECT *, count() AS n FROM logs GROUP BY level',
  'SELECT count() AS n FROM logs GROUP BY host',
  "SELECT count() AS n FROM logs GROUP BY level HAVING max(level) = 'a'",
  'SELECT count() AS n FROM logs GROUP BY level ORDER BY max(host)',
  'SELECT count() AS n, max(level) AS m FROM logs',
  'SELECT count() AS n, groupArray(level) AS m FROM logs',
  'SELECT count(level) AS n FROM logs',
  "SELECT sum(level = 'a') AS n FROM logs",
  "SELECT countIf(host = 'a') AS n FROM logs",
  'SELECT count() OVER () AS n FROM logs',
  "SELECT countIf(level = 'a') OVER () AS n FROM logs",
  'SELECT level, row_number() OVER () AS n FROM logs GROUP BY level',
  `SELECT count() AS n FROM logs WHERE timestamp != ${AT}`,
  `SELECT count() AS n FROM logs WHERE received_at >= ${AT}`,
  'SELECT count() AS n FROM logs WHERE timestamp >= received_at',
  `SELECT count() AS n FROM logs WHERE (timestamp >= ${AT} OR level = 'a')`,
  'SELECT toStartOfHour(timestamp) AS h, count() AS n FROM logs GROUP BY h',
];

for (const text of COUNTED) {
  test(`the counts of each minute tell: ${text}`, () => {
    assert.match(translateText(text, VALUES).text, / FROM counts_ AS logs/);
  });
}

for (const text of OF_ROWS) {
  test(`rows have to be read for: ${text}`, () => {
    assert.match(translateText(text, VALUES).text, / FROM logs_ AS logs/);
  });
}
