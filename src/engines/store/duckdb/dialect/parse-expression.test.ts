import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT body FROM logs ORDER BY body NULLS LAST NULLS FIRST',
    'refused: not understood: NULLS, word 10 of a statement',
  ],
  [
    'SELECT body FROM logs ORDER BY body ASC NULLS FIRST, level DESC NULLS LAST',
    'SELECT "body" FROM logs_ AS logs ORDER BY "body" NULLS FIRST, "level" DESC NULLS LAST',
  ],
  [
    'SELECT body FROM logs ORDER BY body DESC ASC',
    'refused: not understood: ASC, word 9 of a statement',
  ],
  [
    `SELECT body FROM logs WHERE level <> 'a'`,
    `SELECT "body" FROM logs_ AS logs WHERE ("level" <> 'a')`,
  ],
  [
    `SELECT body FROM logs WHERE NOT level = 'a'`,
    `SELECT "body" FROM logs_ AS logs WHERE (NOT ("level" = 'a'))`,
  ],
  [
    `SELECT body FROM logs WHERE NOT NOT level = 'a'`,
    `SELECT "body" FROM logs_ AS logs WHERE (NOT (NOT ("level" = 'a')))`,
  ],
  [
    `SELECT body FROM logs WHERE NOT level = 'a' AND host = 'b'`,
    `SELECT "body" FROM logs_ AS logs WHERE ((NOT ("level" = 'a')) AND ("host" = 'b'))`,
  ],
  [
    `SELECT body FROM logs WHERE level = 'a' OR host = 'b' AND NOT body = 'c' OR source = 'd'`,
    `SELECT "body" FROM logs_ AS logs WHERE (("level" = 'a') OR (("host" = 'b') AND (NOT ("body" = 'c'))) OR ("source" = 'd'))`,
  ],
  [
    `SELECT body FROM logs WHERE level = 'a' AND NOT host = 'b' AND body = 'c'`,
    `SELECT "body" FROM logs_ AS logs WHERE (("level" = 'a') AND (NOT ("host" = 'b')) AND ("body" = 'c'))`,
  ],
  [
    'SELECT body FROM logs WHERE level = NOT host',
    'refused: not understood: host, word 9 of a statement',
  ],
  [
    'SELECT body FROM logs WHERE 1 + NOT level',
    'refused: not understood: level, word 9 of a statement',
  ],
  [
    'SELECT body FROM logs WHERE retention_days + 1 > 2 * 3 - 1 = 1',
    'SELECT "body" FROM logs_ AS logs WHERE ((("retention_days" + 1) > ((2 * 3) - 1)) = 1)',
  ],
  [
    'SELECT 1 + 2 * 3 - 4 / 5 % 6 AS x FROM logs',
    'SELECT (1 + (2 * 3) - (4 / 5 % 6)) AS "x" FROM logs_ AS logs',
  ],
  ['SELECT 1 * 2 + 3 * 4 AS x FROM logs', 'SELECT ((1 * 2) + (3 * 4)) AS "x" FROM logs_ AS logs'],
  ['SELECT (1 + 2) * 3 AS x FROM logs', 'SELECT ((1 + 2) * 3) AS "x" FROM logs_ AS logs'],
  ['SELECT 1 - -2 AS x FROM logs', 'SELECT (1 - (-2)) AS "x" FROM logs_ AS logs'],
  ['SELECT - - 1 * 2 AS x FROM logs', 'SELECT ((-(-1)) * 2) AS "x" FROM logs_ AS logs'],
  [
    `SELECT body FROM logs WHERE level IN ['a', 'b'] = 1`,
    `SELECT "body" FROM logs_ AS logs WHERE (list_contains(['a', 'b'], "level") = 1)`,
  ],
  [
    `SELECT body FROM logs WHERE level NOT IN ['a']`,
    `SELECT "body" FROM logs_ AS logs WHERE (NOT list_contains(['a'], "level"))`,
  ],
  [
    `SELECT body FROM logs WHERE level NOT = 'a'`,
    'refused: not understood: =, word 8 of a statement',
  ],
  [
    `SELECT body FROM logs WHERE level NOT 'a'`,
    'refused: not understood: a text, word 8 of a statement',
  ],
  [
    `SELECT body FROM logs WHERE level LIKE concat('a', 'b') AND 1`,
    `SELECT "body" FROM logs_ AS logs WHERE ch_like("level", ('a' || 'b'))`,
  ],
  [
    `SELECT body FROM logs WHERE level 'a'`,
    'refused: not understood: a text, word 7 of a statement',
  ],
  [
    'SELECT body FROM logs WHERE retention_days + 1 IN [1 + 1, 3]',
    'SELECT "body" FROM logs_ AS logs WHERE list_contains([(1 + 1), 3], ("retention_days" + 1))',
  ],
  [`SELECT (1, 'a').1 AS x`, `SELECT struct_extract_at({'t1': 1, 't2': 'a'}, 1) AS "x"`],
  [`SELECT (1, 'a').2 AS x`, `SELECT struct_extract_at({'t1': 1, 't2': 'a'}, 2) AS "x"`],
  ['SELECT (1, 2).0 AS x', 'refused: not understood: AS, word 9 of a statement'],
  ['SELECT (1, 2).100 AS x', 'refused: not understood: AS, word 9 of a statement'],
  ['SELECT (1, 2).12 AS x', `SELECT struct_extract_at({'t1': 1, 't2': 2}, 12) AS "x"`],
  ['SELECT (1, 2).a AS x', 'refused: not understood: ., word 7 of a statement'],
  ['SELECT [[1, 2]][1][2] AS x', 'SELECT coalesce(coalesce([[1, 2]][1], [])[2], 0) AS "x"'],
  ['SELECT [1, 2 AS x', 'refused: not understood: AS, word 6 of a statement'],
  ['SELECT [1][2 AS x', 'refused: not understood: AS, word 7 of a statement'],
  ['SELECT () AS x', 'refused: not understood: AS, word 4 of a statement'],
  ['SELECT (1 AS x', 'refused: not understood: AS, word 4 of a statement'],
  ['SELECT [] AS x', 'SELECT [] AS "x"'],
  ['SELECT ) AS x', 'refused: not understood: ), word 2 of a statement'],
  ['SELECT', 'refused: not understood: its end, word 2 of a statement'],
  ['SELECT 1 +', 'refused: not understood: its end, word 4 of a statement'],
  ['SELECT FROM(1) AS x', 'refused: not understood: FROM, word 2 of a statement'],
  ['SELECT WHERE(1) AS x', 'refused: not understood: WHERE, word 2 of a statement'],
  ['SELECT GROUP(1) AS x', 'refused: not understood: GROUP, word 2 of a statement'],
  ['SELECT ORDER(1) AS x', 'refused: not understood: ORDER, word 2 of a statement'],
  ['SELECT LIMIT(1) AS x', 'refused: not understood: LIMIT, word 2 of a statement'],
  ['SELECT UNION(1) AS x', 'refused: not understood: UNION, word 2 of a statement'],
  ['SELECT SELECT(1) AS x', 'refused: not understood: SELECT, word 2 of a statement'],
  ['SELECT AS(1) AS x', 'refused: not understood: AS, word 2 of a statement'],
  ['SELECT BY(1) AS x', 'refused: not understood: BY, word 2 of a statement'],
  ['SELECT from(1) AS x', 'refused: not understood: from, word 2 of a statement'],
  [
    'SELECT `FROM` AS x FROM (SELECT 1 AS `FROM`)',
    'SELECT "FROM" AS "x" FROM (SELECT 1 AS "FROM")',
  ],
  ['SELECT `lower`(1) AS x', 'refused: not understood: (, word 3 of a statement'],
  [
    'SELECT `null` AS x FROM (SELECT 1 AS `null`)',
    'SELECT "null" AS "x" FROM (SELECT 1 AS "null")',
  ],
  [
    'SELECT null AS x, True AS y, `true` AS z FROM (SELECT 1 AS `true`)',
    'SELECT NULL AS "x", TRUE AS "y", "true" AS "z" FROM (SELECT 1 AS "true")',
  ],
  [`SELECT concat '(' AS x`, 'refused: not understood: a text, word 3 of a statement'],
  [
    'SELECT arrayMap((a, b, c, d, e, f, g, h) -> concat(a, h), [body], [body], [body], [body], [body], [body], [body], [body]) AS x FROM logs',
    'SELECT list_transform(list_zip(["body"], ["body"], ["body"], ["body"], ["body"], ["body"], ["body"], ["body"]), lambda "element of list 1": (struct_extract_at("element of list 1", 1) || struct_extract_at("element of list 1", 8))) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT arrayMap((${Array.from({ length: 65 }, (_, i) => `n${i}`).join(', ')}) -> n0, [body]) AS x FROM logs`,
    'refused: not understood: ->, word 135 of a statement',
  ],
  [
    'SELECT arrayMap((a) -> concat(a, level), [body]) AS x FROM logs',
    'SELECT list_transform(["body"], lambda "element of list 1": ("element of list 1" || "level")) AS "x" FROM logs_ AS logs',
  ],
  ['SELECT arrayMap((1) -> 1, [1]) AS x', 'refused: not understood: ->, word 7 of a statement'],
  ['SELECT arrayMap((a b) -> 1, [1]) AS x', 'refused: not understood: b, word 6 of a statement'],
  ['SELECT arrayMap((a, ) -> 1, [1]) AS x', 'refused: not understood: ), word 7 of a statement'],
  [
    'SELECT count() OVER (PARTITION BY level, host ORDER BY body, row_id ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING) AS x FROM logs',
    'SELECT count(*) OVER (PARTITION BY "level", "host" ORDER BY "body" NULLS LAST, "row_id" NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT count() OVER (ORDER BY row_id RANGE BETWEEN 1.5 PRECEDING AND CURRENT ROW) AS x FROM logs',
    'refused: not understood: PRECEDING, word 13 of a statement',
  ],
  [
    `SELECT count() OVER (ORDER BY row_id ROWS BETWEEN '1' PRECEDING AND CURRENT ROW) AS x FROM logs`,
    'refused: not understood: PRECEDING, word 13 of a statement',
  ],
  [
    'SELECT count() OVER (ORDER BY row_id ROWS BETWEEN a PRECEDING AND CURRENT ROW) AS x FROM logs',
    'refused: not understood: PRECEDING, word 13 of a statement',
  ],
  [
    'SELECT count() OVER (ORDER BY row_id ROWS 1 PRECEDING) AS x FROM logs',
    'refused: not understood: 1, word 11 of a statement',
  ],
  [
    'SELECT count() OVER (ORDER BY row_id ROWS BETWEEN 1 BEFORE AND CURRENT ROW) AS x FROM logs',
    'refused: not understood: BEFORE, word 13 of a statement',
  ],
  [
    'SELECT count() OVER (ORDER BY row_id AS x FROM logs',
    'refused: not understood: AS, word 10 of a statement',
  ],
  [
    'SELECT count() OVER level AS x FROM logs',
    'refused: not understood: level, word 6 of a statement',
  ],
]);
