import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT body FROM logs ORDER BY body UNION ALL SELECT level FROM logs',
    '(SELECT "body" FROM logs_ AS logs ORDER BY "body" NULLS LAST) UNION ALL SELECT "level" FROM logs_ AS logs',
  ],
  [
    'SELECT body FROM logs LIMIT 1 UNION ALL SELECT level FROM logs',
    '(SELECT "body" FROM logs_ AS logs LIMIT 1) UNION ALL SELECT "level" FROM logs_ AS logs',
  ],
  [
    'SELECT body FROM logs UNION ALL SELECT level FROM logs ORDER BY level LIMIT 2',
    'SELECT "body" FROM logs_ AS logs UNION ALL (SELECT "level" FROM logs_ AS logs ORDER BY "level" NULLS LAST LIMIT 2)',
  ],
  [
    'SELECT toString(x) AS y FROM (SELECT 1 AS x UNION ALL SELECT 1.5 AS x)',
    'SELECT ch_float_text("x") AS "y" FROM (SELECT 1 AS "x" UNION ALL SELECT 1.5e0 AS "x")',
  ],
  [
    'SELECT level, count() AS n FROM logs GROUP BY level HAVING ifNull(n > 1, 0)',
    'SELECT "level", CAST(coalesce(sum("events"), 0) AS BIGINT) AS "n" FROM counts_ AS logs GROUP BY "level" HAVING ("n" > 1)',
  ],
  ['SELECT body FROM logs LIMIT retention_days BY host', 'refused: LIMIT BY takes a known number'],
  [
    'SELECT body FROM logs ORDER BY level LIMIT 2 BY host',
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY "level" NULLS LAST) <= 2 ORDER BY "level" NULLS LAST',
  ],
  [
    `SELECT DISTINCT arrayJoin(splitByChar(',', body)) AS x FROM logs ORDER BY x`,
    `SELECT DISTINCT "element 1" AS "x" FROM (SELECT *, unnest(string_split("body", ',')) AS "element 1" FROM logs_ AS logs) ORDER BY "x" NULLS LAST`,
  ],
  [
    `SELECT arrayJoin(splitByChar(',', body)) AS x FROM logs ORDER BY x`,
    `SELECT "element 1" AS "x" FROM (SELECT *, unnest(string_split("body", ',')) AS "element 1" FROM logs_ AS logs) ORDER BY "x" NULLS LAST, row_number() OVER ()`,
  ],
  [
    `SELECT arrayJoin(splitByChar(',', body)) AS x FROM logs WHERE level = 'a' GROUP BY x ORDER BY x`,
    `SELECT "element 1" AS "x" FROM (SELECT *, unnest(string_split("body", ',')) AS "element 1" FROM logs_ AS logs WHERE ("level" = 'a')) GROUP BY "x" ORDER BY "x" NULLS LAST`,
  ],
  [
    `SELECT x FROM (SELECT arrayJoin(splitByChar(',', body)) AS x FROM logs) ORDER BY x`,
    `SELECT "x" FROM (SELECT "element 1" AS "x" FROM (SELECT *, unnest(string_split("body", ',')) AS "element 1" FROM logs_ AS logs)) ORDER BY "x" NULLS LAST, row_number() OVER ()`,
  ],
  ['SELECT integer FROM (SELECT 1)', 'refused: unknown name'],
  ['SELECT arrayJoin() AS x', 'refused: arrayJoin() is used in a way that is not known'],
  [
    'SELECT arrayJoin([1, 2]) AS x',
    'SELECT "element 1" AS "x" FROM (SELECT unnest([1, 2]) AS "element 1")',
  ],
  [
    'SELECT arrayJoin FROM (SELECT 1 AS arrayJoin)',
    'SELECT "arrayJoin" FROM (SELECT 1 AS "arrayJoin")',
  ],
  [
    `SELECT length(arrayJoin(splitByChar(',', body))) AS x FROM logs`,
    `SELECT ch_length("element 1") AS "x" FROM (SELECT *, unnest(string_split("body", ',')) AS "element 1" FROM logs_ AS logs)`,
  ],
  [
    'SELECT count() AS n FROM logs GROUP BY arrayJoin([level])',
    'SELECT count(*) AS "n" FROM (SELECT *, unnest(["level"]) AS "element 1" FROM logs_ AS logs) GROUP BY "element 1"',
  ],
  [
    'SELECT body FROM logs ORDER BY arrayJoin([level])',
    'SELECT "body" FROM (SELECT *, unnest(["level"]) AS "element 1" FROM logs_ AS logs) ORDER BY "element 1" NULLS LAST, row_number() OVER ()',
  ],
  [
    'SELECT *, arrayJoin([level]) AS x FROM (SELECT level FROM logs)',
    'SELECT * EXCLUDE ("element 1"), "element 1" AS "x" FROM (SELECT *, unnest(["level"]) AS "element 1" FROM (SELECT "level" FROM logs_ AS logs))',
  ],
  [
    `SELECT arrayJoin([level]) AS x, arrayJoin([body]) AS y FROM logs WHERE host = 'a'`,
    `SELECT "element 1" AS "x", "element 2" AS "y" FROM (SELECT *, unnest(["body"]) AS "element 2" FROM (SELECT *, unnest(["level"]) AS "element 1" FROM logs_ AS logs WHERE ("host" = 'a')))`,
  ],
  [
    `SELECT transform(host, (SELECT list1 FROM sent1), (SELECT list2 FROM sent1), '') AS x FROM logs`,
    `SELECT coalesce((SELECT "sent value" FROM (SELECT unnest(list1) AS "sent key", unnest(list2) AS "sent value" FROM "sent1") WHERE "sent key" = "host"), '') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(k -> transform(k, (SELECT list1 FROM sent1), (SELECT list2 FROM sent1), ''), [host]) AS x FROM logs`,
    `SELECT list_transform(["host"], lambda "element of list 1": coalesce("list1 to list2 of ""sent1"""["element of list 1"], '')) AS "x" FROM logs_ AS logs, (SELECT map(list1, list2) AS "list1 to list2 of ""sent1""" FROM "sent1")`,
  ],
  [
    `SELECT arrayJoin(arrayMap(k -> transform(k, (SELECT list1 FROM sent1), (SELECT list2 FROM sent1), ''), [host])) AS x FROM logs`,
    `SELECT "element 1" AS "x" FROM (SELECT *, unnest(list_transform(["host"], lambda "element of list 1": coalesce("list1 to list2 of ""sent1"""["element of list 1"], ''))) AS "element 1" FROM logs_ AS logs, (SELECT map(list1, list2) AS "list1 to list2 of ""sent1""" FROM "sent1")), (SELECT map(list1, list2) AS "list1 to list2 of ""sent1""" FROM "sent1")`,
  ],
  [
    `SELECT level = 'a' AS x FROM (SELECT level, body = 'b' AS y FROM logs)`,
    `SELECT CAST(("level" = 'a') AS UTINYINT) AS "x" FROM (SELECT "level", ("body" = 'b') AS "y" FROM logs_ AS logs)`,
  ],
]);
