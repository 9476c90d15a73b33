import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT sum(retention_days) OVER (ORDER BY toFloat64OrNull(body) DESC RANGE BETWEEN 5 PRECEDING AND CURRENT ROW) AS s FROM logs',
    `SELECT coalesce(CAST(sum("retention_days") OVER (ORDER BY nullif(ch_number("body"), CAST('nan' AS DOUBLE)) DESC NULLS LAST RANGE BETWEEN 5 PRECEDING AND CURRENT ROW) AS BIGINT), 0) AS "s" FROM logs_ AS logs`,
  ],
  [
    'SELECT sum(retention_days) OVER (ORDER BY toFloat64OrNull(body) RANGE BETWEEN CURRENT ROW AND 5 FOLLOWING) AS s FROM logs',
    'SELECT coalesce(CAST(sum("retention_days") OVER (ORDER BY ch_number("body") NULLS LAST RANGE BETWEEN CURRENT ROW AND 5 FOLLOWING) AS BIGINT), 0) AS "s" FROM logs_ AS logs',
  ],
  [
    'SELECT sum(retention_days) OVER (ORDER BY toFloat64OrNull(body) DESC ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) AS s FROM logs',
    `SELECT coalesce(CAST(sum("retention_days") OVER (ORDER BY nullif(ch_number("body"), CAST('nan' AS DOUBLE)) DESC NULLS LAST, ch_number("body") NULLS LAST ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) AS BIGINT), 0) AS "s" FROM logs_ AS logs`,
  ],
  [
    'SELECT body FROM logs ORDER BY toFloat64OrNull(body) NULLS FIRST',
    `SELECT "body" FROM logs_ AS logs ORDER BY nullif(ch_number("body"), CAST('nan' AS DOUBLE)) NULLS FIRST, ch_number("body") NULLS FIRST`,
  ],
  [
    'SELECT body FROM logs ORDER BY level NULLS FIRST, host DESC',
    'SELECT "body" FROM logs_ AS logs ORDER BY "level" NULLS FIRST, "host" DESC NULLS LAST',
  ],
  [
    'SELECT count() OVER (PARTITION BY host, level) AS n FROM logs',
    'SELECT count(*) OVER (PARTITION BY "host", "level") AS "n" FROM logs_ AS logs',
  ],
]);
