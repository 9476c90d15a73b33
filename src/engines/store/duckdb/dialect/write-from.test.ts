import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT toString(received_at) AS x FROM logs',
    `SELECT strftime(CAST("received_at" AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g') AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT toString(retention_days) AS x FROM logs',
    'SELECT CAST("retention_days" AS VARCHAR) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT toString(stored_at) AS x FROM logs',
    `SELECT strftime(CAST("stored_at" AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g') AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT toString(row_id) AS x FROM logs',
    'SELECT CAST("row_id" AS VARCHAR) AS "x" FROM logs_ AS logs',
  ],
  ['SELECT toString(event_id) AS x FROM logs', 'SELECT "event_id" AS "x" FROM logs_ AS logs'],
  [
    `SELECT x FROM logs ARRAY JOIN splitByChar(',', body) AS x`,
    `SELECT "x" FROM (SELECT unnest(string_split("body", ',')) AS "x" FROM logs_ AS logs)`,
  ],
  [
    'SELECT x, y FROM logs ARRAY JOIN [body] AS x, [level] AS y',
    'SELECT "x", "y" FROM (SELECT unnest(["body"]) AS "x", unnest(["level"]) AS "y" FROM logs_ AS logs)',
  ],
  [
    'SELECT count() AS n FROM logs ARRAY JOIN [level] AS x',
    'SELECT count(*) AS "n" FROM (SELECT unnest(["level"]) AS "x" FROM logs_ AS logs)',
  ],
  [
    'SELECT x FROM logs ARRAY JOIN arrayMap(v -> concat(v, level), [body]) AS x',
    'SELECT "x" FROM (SELECT unnest(list_transform(["body"], lambda "element of list 1": ("element of list 1" || "level"))) AS "x" FROM logs_ AS logs)',
  ],
  ['SELECT number FROM numbers(3)', 'SELECT "number" FROM (SELECT range AS number FROM range(3))'],
  [
    'SELECT toString(number) AS x FROM numbers(3)',
    'SELECT CAST("number" AS VARCHAR) AS "x" FROM (SELECT range AS number FROM range(3))',
  ],
  ['SELECT number FROM numbers(1.5)', 'refused: numbers() takes a known number'],
  ['SELECT number FROM numbers(level)', 'refused: numbers() takes a known number'],
  [
    `SELECT c FROM (SELECT 1 AS c, 'x' AS k) LEFT JOIN logs ON ifNull(k = level, 0)`,
    `SELECT "c" FROM (SELECT 1 AS "c", 'x' AS "k") LEFT JOIN logs_ AS logs ON ("k" = "level")`,
  ],
  [
    `SELECT c FROM (SELECT 1 AS c, 'x' AS k) INNER JOIN (SELECT level FROM logs) ON k = level`,
    `SELECT "c" FROM (SELECT 1 AS "c", 'x' AS "k") INNER JOIN (SELECT "level" FROM logs_ AS logs) ON ("k" = "level")`,
  ],
  ['SELECT list1, list200 FROM sent1', 'SELECT "list1", "list200" FROM "sent1"'],
  ['SELECT list0 FROM sent1', 'refused: unknown name'],
  ['SELECT list201 FROM sent1', 'refused: unknown name'],
  ['SELECT 1 FROM other', 'refused: a table is not known'],
  ['SELECT body FROM logs2', 'refused: a table is not known'],
]);
