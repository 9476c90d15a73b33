import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT positionCaseInsensitive(body, level) AS x FROM logs',
    'SELECT strpos(lower("body"), lower("level")) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT positionCaseInsensitiveUTF8(body, 'A') AS x FROM logs`,
    `SELECT strpos(lower("body"), lower('A')) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT body FROM logs WHERE hasTokenCaseInsensitive(body, 'Word')`,
    `SELECT "body" FROM logs_ AS logs WHERE CASE WHEN contains(lower("body"), lower('Word')) THEN regexp_matches(lower("body"), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])' || lower('Word') || '(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])') ELSE FALSE END`,
  ],
  [
    `SELECT body FROM logs WHERE hasToken(lowerUTF8(body), lowerUTF8('Word'))`,
    `SELECT "body" FROM logs_ AS logs WHERE CASE WHEN contains(lower("body"), lower('Word')) THEN regexp_matches(lower("body"), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])' || lower('Word') || '(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])') ELSE FALSE END`,
  ],
  [
    `SELECT body FROM logs WHERE hasTokenCaseInsensitive(body, 'two words')`,
    'refused: hasTokenCaseInsensitive() is used in a way that is not known',
  ],
  [
    'SELECT body FROM logs WHERE hasTokenCaseInsensitive(body, level)',
    'refused: hasTokenCaseInsensitive() is used in a way that is not known',
  ],
  [
    `SELECT body FROM logs WHERE hasTokenCaseInsensitive(body, upperUTF8('word'))`,
    'refused: hasTokenCaseInsensitive() is used in a way that is not known',
  ],
  [
    `SELECT body FROM logs WHERE hasTokenCaseInsensitive(body, 'wört7')`,
    `SELECT "body" FROM logs_ AS logs WHERE CASE WHEN contains(lower("body"), lower('wört7')) THEN regexp_matches(lower("body"), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])' || lower('wört7') || '(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])') ELSE FALSE END`,
  ],
  [
    `SELECT body FROM logs WHERE hasTokenCaseInsensitive(body, '')`,
    'refused: hasTokenCaseInsensitive() is used in a way that is not known',
  ],
  [
    'SELECT body FROM logs WHERE hasTokenCaseInsensitive(body)',
    'refused: hasTokenCaseInsensitive() is used in a way that is not known',
  ],
  [
    'SELECT body FROM (SELECT body, level AS lowerUTF8 FROM logs) WHERE hasTokenCaseInsensitive(body, lowerUTF8)',
    'refused: hasTokenCaseInsensitive() is used in a way that is not known',
  ],
  [
    `SELECT translateUTF8(body, 'aba', 'xyz') AS x FROM logs`,
    'SELECT translate("body", CAST($p1 AS VARCHAR), CAST($p2 AS VARCHAR)) AS "x" FROM logs_ AS logs',
    ['ab', 'zy'],
  ],
  [
    `SELECT translateUTF8(body, 'ab', 'x') AS x FROM logs`,
    'SELECT translate("body", CAST($p1 AS VARCHAR), CAST($p2 AS VARCHAR)) AS "x" FROM logs_ AS logs',
    ['ab', 'x'],
  ],
  [
    'SELECT leftPad(body, 5) AS x FROM logs',
    `SELECT lpad("body", CAST(5 AS INTEGER), ' ') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT leftPad(lower(hex(row_id)), 16, '0') AS x FROM logs`,
    `SELECT format('{:016x}', "row_id") AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT leftPad(lower(hex(row_id)), 12, '0') AS x FROM logs`,
    `SELECT lpad(lower(ch_hex("row_id")), CAST(12 AS INTEGER), '0') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT leftPad(lower(hex(row_id)), 16, '-') AS x FROM logs`,
    `SELECT lpad(lower(ch_hex("row_id")), CAST(16 AS INTEGER), '-') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT leftPad(lower(hex(retention_days)), 16, '0') AS x FROM logs`,
    `SELECT lpad(lower(ch_hex("retention_days")), CAST(16 AS INTEGER), '0') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT rightPad(body, 5, '-') AS x FROM logs`,
    `SELECT rpad("body", CAST(5 AS INTEGER), '-') AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT concat(body, level, 'x') AS x FROM logs`,
    `SELECT ("body" || "level" || 'x') AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT substringUTF8(body, 2, 3) AS x FROM logs',
    'SELECT ch_substring("body", 2, 3) AS "x" FROM logs_ AS logs',
  ],
  [
    `SELECT startsWith(body, 'a') AS x FROM logs`,
    `SELECT CAST(starts_with("body", 'a') AS UTINYINT) AS "x" FROM logs_ AS logs`,
  ],
  [`SELECT endsWith(body, 'a') AS x FROM logs`, 'refused: endsWith() is not known'],
]);
