import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [`SELECT extractGroups(body, '(a)(b)')[0] AS x FROM logs`, `SELECT '' AS "x" FROM logs_ AS logs`],
  [
    `SELECT extractGroups(body, '(a)(b)')[1] AS x FROM logs`,
    `SELECT regexp_extract("body", CAST($p1 AS VARCHAR), 1, 's') AS "x" FROM logs_ AS logs`,
    ['(a)(b)'],
  ],
  [`SELECT extractGroups(body, '(a)(b)')[3] AS x FROM logs`, `SELECT '' AS "x" FROM logs_ AS logs`],
  [
    `SELECT extractGroups(body, 'a') AS x FROM logs`,
    'refused: extractGroups() is used in a way that is not known',
  ],
  [
    `SELECT extractAllGroupsVertical(body, 'a') AS x FROM logs`,
    'refused: extractAllGroupsVertical() is used in a way that is not known',
  ],
  [
    `SELECT extractAllGroupsVertical(body, '(?<n>a)') AS x FROM logs`,
    `SELECT list_transform(list_zip(list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 1, 's'), lambda found: coalesce(found, ''))), lambda match: [struct_extract_at(match, 1)]) AS "x" FROM logs_ AS logs`,
    ['(?P<n>a)'],
  ],
  [
    `SELECT extractAll(body, 'a+') AS x FROM logs`,
    `SELECT ch_until_empty(regexp_extract_all("body", CAST($p1 AS VARCHAR), 0, 's')) AS "x" FROM logs_ AS logs`,
    ['a+'],
  ],
  [
    `SELECT extractAll(body, '(a+)b') AS x FROM logs`,
    `SELECT list_transform(regexp_extract_all("body", CAST($p1 AS VARCHAR), 1, 's'), lambda found: coalesce(found, '')) AS "x" FROM logs_ AS logs`,
    ['(a+)b'],
  ],
  [
    `SELECT body FROM logs WHERE match(body, 'error.*disk')`,
    `SELECT "body" FROM logs_ AS logs WHERE (contains("body", CAST($p2 AS VARCHAR)) AND regexp_matches("body", CAST($p1 AS VARCHAR), 's'))`,
    ['error', '(error.*disk)'],
  ],
  [
    `SELECT body FROM logs WHERE match(body, 'a|b')`,
    `SELECT "body" FROM logs_ AS logs WHERE regexp_matches("body", CAST($p1 AS VARCHAR), 's')`,
    ['a|b'],
  ],
  [
    'SELECT body FROM logs WHERE match(body, level)',
    'refused: match() is used in a way that is not known',
  ],
  [
    `SELECT extract(body, '(a)b') AS x FROM logs`,
    `SELECT regexp_extract("body", CAST($p1 AS VARCHAR), 1, 's') AS "x" FROM logs_ AS logs`,
    ['(a)b'],
  ],
  [
    `SELECT replaceRegexpAll(body, 'a', 'b') AS x FROM logs`,
    `SELECT regexp_replace("body", CAST($p1 AS VARCHAR), 'b', 'gs') AS "x" FROM logs_ AS logs`,
    ['a'],
  ],
  [
    `SELECT replaceRegexpAll(body, '', 'b') AS x FROM logs`,
    'SELECT "body" AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT replaceRegexpOne(body, 'a', 'b') AS x FROM logs`,
    `SELECT regexp_replace("body", CAST($p1 AS VARCHAR), 'b', 's') AS "x" FROM logs_ AS logs`,
    ['a'],
  ],
]);
