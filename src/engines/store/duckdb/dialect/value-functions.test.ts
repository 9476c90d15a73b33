import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    `SELECT if(level = 'a', 1, 2) AS x FROM logs`,
    `SELECT CASE WHEN ("level" = 'a') THEN 1 ELSE 2 END AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT multiIf(level = 'a', 1, level = 'b', 2, 3) AS x FROM logs`,
    `SELECT CASE WHEN ("level" = 'a') THEN 1 WHEN ("level" = 'b') THEN 2 ELSE 3 END AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT multiIf(level = 'a', 1, level = 'b', 2) AS x FROM logs`,
    'refused: multiIf() is used in a way that is not known',
  ],
  [
    `SELECT toString(if(level = 'a', 1, 1.5)) AS x FROM logs`,
    `SELECT ch_float_text(CASE WHEN ("level" = 'a') THEN 1 ELSE 1.5e0 END) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT coalesce(nullIf(body, ''), level) AS x FROM logs`,
    `SELECT coalesce(nullif("body", ''), "level") AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT toString(coalesce(toFloat64OrNull(body), 1)) AS x FROM logs',
    'SELECT ch_float_text(coalesce(ch_number("body"), 1)) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT arrayMap(p -> concat(toString(p.1), toString(p.2)), CAST(attributes, 'Array(Tuple(String, String))')) AS x FROM logs`,
    'SELECT list_transform(ch_pairs("attributes"), lambda "element of list 1": (struct_extract_at("element of list 1", 1) || struct_extract_at("element of list 1", 2))) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT CAST([], 'Array(Tuple(String, String))') AS x FROM logs`,
    'SELECT CAST([] AS STRUCT(t1 VARCHAR, t2 VARCHAR)[]) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT CAST([('a', 'b')], 'Array(Tuple(String, String))') AS x FROM logs`,
    `SELECT [{'t1': 'a', 't2': 'b'}] AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT CAST([('a', 'b')], 'Map(String, String)') AS x FROM logs`,
    `SELECT ch_map([{'t1': 'a', 't2': 'b'}]) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT CAST(map('a', 'b'), 'Map(String, String)') AS x FROM logs`,
    `SELECT CAST(MAP {'a': 'b'} AS MAP(VARCHAR, VARCHAR)) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT CAST(map('a', ['b']), 'Map(String, Array(String))') AS x FROM logs`,
    `SELECT CAST(MAP {'a': ['b']} AS MAP(VARCHAR, VARCHAR[])) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT CAST(body, 'Nullable(String)') AS x FROM logs`,
    'SELECT CAST("body" AS VARCHAR) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT CAST(body, 'Nullable(Float64)') AS x FROM logs`,
    'SELECT CAST("body" AS DOUBLE) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT toString(CAST(NULL, 'Nullable(DateTime64(3, \\'UTC\\'))')) AS x`,
    `SELECT strftime(CAST(CAST(NULL AS TIMESTAMP) AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g') AS "x"`,
  ],
  [
    `SELECT CAST([], 'Array(String)') AS x FROM logs`,
    'SELECT CAST([] AS VARCHAR[]) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT CAST(body, 'Int8') AS x FROM logs`,
    'refused: CAST() is used in a way that is not known',
  ],
  ['SELECT CAST(body, level) AS x FROM logs', 'refused: CAST() is used in a way that is not known'],
  [
    `SELECT transform(host, (SELECT list1 FROM sent1), (SELECT list2 FROM sent1), '') AS x FROM logs`,
    `SELECT coalesce((SELECT "sent value" FROM (SELECT unnest(list1) AS "sent key", unnest(list2) AS "sent value" FROM "sent1") WHERE "sent key" = "host"), '') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT transform(host, (SELECT list1 FROM sent1), (SELECT list2 FROM sent2), '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  [
    `SELECT transform(host, (SELECT list1 FROM logs), (SELECT list1 FROM logs), '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  [
    `SELECT transform(host, (SELECT body FROM sent1), (SELECT body FROM sent1), '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  [
    `SELECT transform(host, (SELECT concat(list1, list2) FROM sent1), (SELECT list2 FROM sent1), '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  [
    `SELECT transform(host, (SELECT list1 FROM (SELECT 1 AS list1)), (SELECT list2 FROM sent1), '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  [
    `SELECT transform(host, (SELECT list1 FROM sent1 UNION ALL SELECT list1 FROM sent1), (SELECT list2 FROM sent1), '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  [
    `SELECT transform(host, ['a'], ['b'], '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  [
    `SELECT transform(host, (SELECT * FROM sent1), (SELECT list2 FROM sent1), '') AS x FROM logs`,
    'refused: transform() is used in a way that is not known',
  ],
  ['SELECT toNullable(body) AS x FROM logs', 'SELECT "body" AS "x" FROM logs_ AS logs'],
  [
    'SELECT isNull(body) AS x FROM logs',
    'SELECT CAST(("body" IS NULL) AS UTINYINT) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT indexHint(body) AS x FROM logs',
    'SELECT CAST(TRUE AS UTINYINT) AS "x" FROM logs_ AS logs',
  ],
]);
