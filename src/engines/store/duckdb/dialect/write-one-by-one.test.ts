import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    `SELECT countIf(body = 'a' AND level = 'b' AND attributes['x'] = 'y' AND host = 'c') AS x FROM logs`,
    `SELECT count(*) FILTER (WHERE CASE WHEN ("level" = 'b') THEN CASE WHEN ("host" = 'c') THEN CASE WHEN ("body" = 'a') THEN (coalesce("attributes"['x'], '') = 'y') ELSE FALSE END ELSE FALSE END ELSE FALSE END) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT countIf(ifNull(body = 'a' AND level = 'b', 0)) AS x FROM logs`,
    `SELECT count(*) FILTER (WHERE CASE WHEN ("level" = 'b') THEN ("body" = 'a') ELSE FALSE END) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT countIf(level = 'a' AND hasTokenCaseInsensitive(body, 'word')) AS x FROM logs`,
    `SELECT count(*) FILTER (WHERE CASE WHEN ("level" = 'a') THEN CASE WHEN contains(lower("body"), lower('word')) THEN regexp_matches(lower("body"), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])' || lower('word') || '(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])') ELSE FALSE END ELSE FALSE END) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT countIf(hasTokenCaseInsensitive(body, 'word')) AS x FROM logs`,
    `SELECT count(*) FILTER (WHERE CASE WHEN contains(lower("body"), lower('word')) THEN regexp_matches(lower("body"), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])' || lower('word') || '(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])') ELSE FALSE END) AS "x" FROM logs_ AS logs`,
  ],
  [
    'SELECT countIf(1) AS x FROM logs',
    'SELECT CAST(coalesce(sum("events") FILTER (WHERE TRUE), 0) AS BIGINT) AS "x" FROM counts_ AS logs',
  ],
  [
    `SELECT countIf(level = 'a' OR body = 'b') AS x FROM logs`,
    `SELECT count(*) FILTER (WHERE (("level" = 'a') OR ("body" = 'b'))) AS "x" FROM logs_ AS logs`,
  ],
  [
    `SELECT countIf(lowerUTF8(body) = 'b' AND lowerUTF8(level) = 'a') AS x FROM logs`,
    `SELECT count(*) FILTER (WHERE CASE WHEN (lower("level") = 'a') THEN (lower("body") = 'b') ELSE FALSE END) AS "x" FROM logs_ AS logs`,
  ],
]);
