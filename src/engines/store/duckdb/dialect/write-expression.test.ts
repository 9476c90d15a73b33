import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf, testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    `SELECT body FROM logs WHERE ifNull(level = 'a', 0)`,
    `SELECT "body" FROM logs_ AS logs WHERE ("level" = 'a')`,
  ],
  [
    `SELECT body FROM logs WHERE ifNull(level = 'a', 1)`,
    `SELECT "body" FROM logs_ AS logs WHERE coalesce(("level" = 'a'), TRUE)`,
  ],
  [
    `SELECT body FROM logs WHERE ifNull(level = 'a', level = 'b')`,
    `SELECT "body" FROM logs_ AS logs WHERE coalesce(("level" = 'a'), ("level" = 'b'))`,
  ],
  [
    `SELECT body FROM logs WHERE if(level = 'a', 0)`,
    'refused: if() is used in a way that is not known',
  ],
  [
    `SELECT body FROM logs WHERE coalesce(level = 'a', 0)`,
    `SELECT "body" FROM logs_ AS logs WHERE (coalesce(("level" = 'a'), 0) <> 0)`,
  ],
  [
    `SELECT ifNull(level = 'a', 0) AS x FROM logs`,
    `SELECT CAST(coalesce(("level" = 'a'), FALSE) AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT body FROM logs WHERE empty(body)',
    'SELECT "body" FROM logs_ AS logs WHERE (len("body") = 0)',
  ],
  [
    `SELECT body FROM logs WHERE empty(extractGroups(body, '(a)'))`,
    `SELECT "body" FROM logs_ AS logs WHERE (NOT regexp_matches("body", CAST($p1 AS VARCHAR), 's'))`,
  ],
  [
    `SELECT body FROM logs WHERE empty(extractAllGroupsVertical(body, '(a)'))`,
    `SELECT "body" FROM logs_ AS logs WHERE (NOT regexp_matches("body", CAST($p1 AS VARCHAR), 's'))`,
  ],
  [
    'SELECT body FROM logs WHERE empty(lowerUTF8(body))',
    'SELECT "body" FROM logs_ AS logs WHERE (len(lower("body")) = 0)',
  ],
  [
    `SELECT length(extractGroups(body, '(a)')) AS x FROM logs`,
    `SELECT len(CASE WHEN regexp_matches("body", CAST($p1 AS VARCHAR), 's') THEN [regexp_extract("body", CAST($p1 AS VARCHAR), 1, 's')] ELSE CAST([] AS VARCHAR[]) END) AS "x" FROM logs_ AS logs`,
  ],
  ['SELECT sleep(3)', 'refused: sleep() is not known'],
  ['SELECT sleep(3) OVER () AS x', 'refused: sleep() is not known'],
  ['SELECT body FROM logs WHERE arrayJoin([1]) = 1', 'refused: arrayJoin() is not allowed here'],
  ['SELECT x -> 1', 'refused: not understood: ->, word 3 of a statement'],
  ['SELECT (SELECT 1)', 'refused: unexpected statement'],
  ['SELECT missing FROM logs', 'refused: unknown name'],
  [
    `SELECT extractGroups(body, '(a)(b)')[2] AS x FROM logs`,
    `SELECT regexp_extract("body", CAST($p1 AS VARCHAR), 2, 's') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT extractGroups(body, '(a)')[retention_days] AS x FROM logs`,
    `SELECT coalesce(CASE WHEN regexp_matches("body", CAST($p1 AS VARCHAR), 's') THEN [regexp_extract("body", CAST($p1 AS VARCHAR), 1, 's')] ELSE CAST([] AS VARCHAR[]) END[CAST("retention_days" AS BIGINT)], '') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT extractGroups[1] AS x FROM (SELECT ['a'] AS extractGroups)`,
    `SELECT coalesce("extractGroups"[1], '') AS "x" FROM (SELECT ['a'] AS "extractGroups")`,
  ],
  [
    `SELECT attributes['a'] AS x FROM logs`,
    `SELECT coalesce("attributes"['a'], '') AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT mapFromArrays([level], [1])[body] AS x FROM logs',
    'SELECT coalesce(map(["level"], [1])["body"], 0) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT toString(1 + toFloat64(retention_days)) AS x FROM logs',
    'SELECT ch_float_text((1 + CAST("retention_days" AS DOUBLE))) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT toString(toFloat64(retention_days) + 1) AS x FROM logs',
    'SELECT ch_float_text((CAST("retention_days" AS DOUBLE) + 1)) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT toString(1 + retention_days) AS x FROM logs',
    'SELECT CAST((1 + "retention_days") AS VARCHAR) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT toString(1 / 2) AS x FROM logs',
    'SELECT ch_float_text((1 / 2)) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT toString(3 - 2) AS x FROM logs',
    'SELECT CAST((3 - 2) AS VARCHAR) AS "x" FROM logs_ AS logs',
  ],
  ['SELECT 1 + 2 + 3 + 4 AS x', 'SELECT (1 + 2 + 3 + 4) AS "x"'],
  ['SELECT 1 * 2 * 3 AS x', 'SELECT (1 * 2 * 3) AS "x"'],
  ['SELECT 1 - 2 - 3 AS x', 'SELECT (1 - 2 - 3) AS "x"'],
  ['SELECT 1 + 2 - 3 AS x', 'SELECT (1 + 2 - 3) AS "x"'],
  ['SELECT 8 / 4 / 2 AS x', 'SELECT (8 / 4 / 2) AS "x"'],
  ['SELECT -1.50 AS x, 1e3 AS z', 'SELECT (-1.5e0) AS "x", 1000e0 AS "z"'],
  [
    'SELECT NULL AS n, true AS t, false AS f, nan AS u',
    `SELECT NULL AS "n", TRUE AS "t", FALSE AS "f", CAST('nan' AS DOUBLE) AS "u"`,
  ],
  [
    `SELECT body FROM logs WHERE position(body, 'a') > 0`,
    `SELECT "body" FROM logs_ AS logs WHERE contains("body", 'a')`,
  ],
  [
    `SELECT body FROM logs WHERE positionCaseInsensitive(body, 'a') > 0`,
    `SELECT "body" FROM logs_ AS logs WHERE contains(lower("body"), lower('a'))`,
  ],
  [
    `SELECT body FROM logs WHERE positionCaseInsensitiveUTF8(body, 'a') > 0`,
    `SELECT "body" FROM logs_ AS logs WHERE contains(lower("body"), lower('a'))`,
  ],
  [
    `SELECT body FROM logs WHERE position(body, 'a') >= 0`,
    `SELECT "body" FROM logs_ AS logs WHERE (strpos("body", 'a') >= 0)`,
  ],
  [
    `SELECT body FROM logs WHERE position(body, 'a') > 1`,
    `SELECT "body" FROM logs_ AS logs WHERE (strpos("body", 'a') > 1)`,
  ],
  [
    `SELECT body FROM logs WHERE position(body, 'a') > retention_days`,
    `SELECT "body" FROM logs_ AS logs WHERE (strpos("body", 'a') > "retention_days")`,
  ],
  [
    `SELECT body FROM logs WHERE position(body, 'a') = 0`,
    `SELECT "body" FROM logs_ AS logs WHERE (strpos("body", 'a') = 0)`,
  ],
  [
    'SELECT body FROM logs WHERE length(body) > 0',
    'SELECT "body" FROM logs_ AS logs WHERE (ch_length("body") > 0)',
  ],
  [
    'SELECT body FROM logs WHERE retention_days > 0',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" > 0)',
  ],
  ['SELECT body FROM logs WHERE 0 OR 2', 'SELECT "body" FROM logs_ AS logs'],
  ['SELECT body FROM logs WHERE 0 AND level', 'SELECT "body" FROM logs_ AS logs WHERE FALSE'],
  [
    `SELECT body FROM logs WHERE (level = 'a' OR 0) AND (1 AND host = 'b')`,
    `SELECT "body" FROM logs_ AS logs WHERE (("level" = 'a') AND ("host" = 'b'))`,
  ],
  [
    `SELECT body FROM logs WHERE NOT (level = 'a' AND 1)`,
    `SELECT "body" FROM logs_ AS logs WHERE (NOT ("level" = 'a'))`,
  ],
  [
    'SELECT body FROM logs WHERE retention_days',
    'SELECT "body" FROM logs_ AS logs WHERE ("retention_days" <> 0)',
  ],
  [
    'SELECT body FROM logs WHERE toFloat64(retention_days)',
    'SELECT "body" FROM logs_ AS logs WHERE (CAST("retention_days" AS DOUBLE) <> 0)',
  ],
  [
    `SELECT body FROM logs WHERE NOT ifNull(level = 'a', 0)`,
    `SELECT "body" FROM logs_ AS logs WHERE (NOT coalesce(("level" = 'a'), FALSE))`,
  ],
]);

test('long chains of one operator are cut in half, where the order makes no difference', () => {
  const chain = (operator: string): string =>
    outcomeOf(`SELECT ${Array.from({ length: 17 }, () => '1').join(` ${operator} `)} AS x`);
  const half = (operator: string, count: number): string =>
    `(${Array.from({ length: count }, () => '1').join(` ${operator} `)})`;

  for (const operator of ['+', '*']) {
    const halves = `(${half(operator, 8)} ${operator} ${half(operator, 9)})`;
    assert.equal(chain(operator), `SELECT ${halves} AS "x"`);
  }
  for (const operator of ['-', '/', '%']) {
    assert.equal(chain(operator), `SELECT ${half(operator, 17)} AS "x"`);
  }
  assert.equal(outcomeOf('SELECT 1 + 2 - 3 + 4 AS x'), 'SELECT (1 + 2 - 3 + 4) AS "x"');
});
