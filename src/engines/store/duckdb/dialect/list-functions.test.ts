import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT mapFilter((k, v) -> toString(k) = toString(v), mapFromArrays([body], [toFloat64(retention_days)])) AS m FROM logs',
    'SELECT map_from_entries(list_filter(map_entries(map(["body"], [CAST("retention_days" AS DOUBLE)])), lambda "element of list 1": (struct_extract_at("element of list 1", 1) = ch_float_text(struct_extract_at("element of list 1", 2))))) AS "m" FROM logs_ AS logs',
  ],
  [
    'SELECT mapApply((k, v) -> (toString(k), toString(v)), mapFromArrays([body], [toFloat64(retention_days)])) AS m FROM logs',
    `SELECT map_from_entries(ch_last_entries(list_transform(map_entries(map(["body"], [CAST("retention_days" AS DOUBLE)])), lambda "element of list 1": {'t1': struct_extract_at("element of list 1", 1), 't2': ch_float_text(struct_extract_at("element of list 1", 2))}))) AS "m" FROM logs_ AS logs`,
  ],
  [`SELECT [(1, 'a')][1] AS x`, `SELECT [{'t1': 1, 't2': 'a'}][1] AS "x"`],
  [
    `SELECT [body = 'a'][1] AS x FROM logs`,
    `SELECT CAST([("body" = 'a')][1] AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  ['SELECT [[1]][1] AS x', 'SELECT coalesce([[1]][1], []) AS "x"'],
  [`SELECT [map('a', 'b')][1] AS x`, `SELECT [MAP {'a': 'b'}][1] AS "x"`],
  ['SELECT arrayFilter(1, [1]) AS x', 'refused: arrayFilter() is used in a way that is not known'],
  [
    `SELECT arrayMap(g -> g[1], arraySlice) AS x FROM (SELECT [['a']] AS arraySlice)`,
    `SELECT list_transform("arraySlice", lambda "element of list 1": coalesce("element of list 1"[1], '')) AS "x" FROM (SELECT [['a']] AS "arraySlice")`,
  ],
  [
    `SELECT arrayMap(g -> g[2], extractAllGroupsVertical(body, '(a)(b)')) AS x FROM logs`,
    `SELECT list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 2, 's'), lambda found: coalesce(found, '')) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> g[2], arraySlice(extractAllGroupsVertical(body, '(a)(b)'), 1, 3)) AS x FROM logs`,
    `SELECT ch_slice(list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 2, 's'), lambda found: coalesce(found, '')), 1, 3) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> g[1], [['a']]) AS x FROM logs`,
    `SELECT list_transform([['a']], lambda "element of list 1": coalesce("element of list 1"[1], '')) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> g[1], arrayConcat([['a']])) AS x FROM logs`,
    `SELECT list_transform([['a']], lambda "element of list 1": coalesce("element of list 1"[1], '')) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> g[1], arraySlice([['a']], 1)) AS x FROM logs`,
    `SELECT list_transform(ch_slice([['a']], 1), lambda "element of list 1": coalesce("element of list 1"[1], '')) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> g, extractAllGroupsVertical(body, '(a)(b)')) AS x FROM logs`,
    `SELECT list_transform(list_transform(list_zip(list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 1, 's'), lambda found: coalesce(found, '')), list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 2, 's'), lambda found: coalesce(found, ''))), lambda match: [struct_extract_at(match, 1), struct_extract_at(match, 2)]), lambda "element of list 1": "element of list 1") AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> [g][1], extractAllGroupsVertical(body, '(a)(b)')) AS x FROM logs`,
    `SELECT list_transform(list_transform(list_zip(list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 1, 's'), lambda found: coalesce(found, '')), list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 2, 's'), lambda found: coalesce(found, ''))), lambda match: [struct_extract_at(match, 1), struct_extract_at(match, 2)]), lambda "element of list 1": coalesce(["element of list 1"][1], [])) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> g[retention_days], extractAllGroupsVertical(body, '(a)(b)')) AS x FROM logs`,
    `SELECT list_transform(list_transform(list_zip(list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 1, 's'), lambda found: coalesce(found, '')), list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 2, 's'), lambda found: coalesce(found, ''))), lambda match: [struct_extract_at(match, 1), struct_extract_at(match, 2)]), lambda "element of list 1": coalesce("element of list 1"[CAST("retention_days" AS BIGINT)], '')) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT arrayMap(g -> other[1], extractAllGroupsVertical(body, '(a)(b)')) AS x FROM (SELECT ['x'] AS other, body FROM logs)`,
    `SELECT list_transform(list_transform(list_zip(list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 1, 's'), lambda found: coalesce(found, '')), list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 2, 's'), lambda found: coalesce(found, ''))), lambda match: [struct_extract_at(match, 1), struct_extract_at(match, 2)]), lambda "element of list 1": coalesce("other"[1], '')) AS "x" FROM (SELECT ['x'] AS "other", "body" FROM logs_ AS logs)`,
  ],
  [
    'SELECT arrayMap(v -> assumeNotNull(v), [body]) AS x FROM logs',
    'SELECT ["body"] AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT arrayMap(v -> assumeNotNull(body), [level]) AS x FROM logs',
    'SELECT list_transform(["level"], lambda "element of list 1": "body") AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT arrayMap(v -> assumeNotNull(concat(v, level)), [body]) AS x FROM logs',
    'SELECT list_transform(["body"], lambda "element of list 1": ("element of list 1" || "level")) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT arrayMap(v -> toString(v), [body]) AS x FROM logs',
    'SELECT list_transform(["body"], lambda "element of list 1": "element of list 1") AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT arraySort(x -> x.1, [(1, 'a')]) AS x`,
    `SELECT list_sort([{'t1': 1, 't2': 'a'}]) AS "x"`,
  ],
  [
    `SELECT arraySort(x -> x.2, [(1, 'a')]) AS x`,
    'refused: arraySort() is used in a way that is not known',
  ],
  ['SELECT arraySort(x -> x, [1]) AS x', 'refused: arraySort() is used in a way that is not known'],
  [
    'SELECT arraySort(x -> tuple(x).1, [1]) AS x',
    'refused: arraySort() is used in a way that is not known',
  ],
  ['SELECT arraySort([2, 1]) AS x', 'SELECT list_sort([2, 1]) AS "x"'],
  [
    `SELECT arrayReverseSort([toFloat64(2)]) AS x, arrayReverseSort(['a']) AS y`,
    `SELECT ch_reverse_sort([CAST(2 AS DOUBLE)]) AS "x", list_reverse_sort(['a'], 'NULLS LAST') AS "y"`,
  ],
]);
