import { testOutcomes } from './translated.suite.ts';

testOutcomes([
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 - 120000, 60000) AS x FROM logs',
    'SELECT ((epoch_ms("timestamp") - 120000) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 - 0, 300000) AS x FROM logs',
    'SELECT ((epoch_ms("timestamp") - 0) // 300000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 - 1, 60000) AS x FROM logs',
    'SELECT (((TRY_CAST((epoch_ms(ch_floor("timestamp", 60000)) // 1000) AS BIGINT) * 1000) - 1) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 - 0, 90000) AS x FROM logs',
    'SELECT (((TRY_CAST((epoch_ms(ch_floor("timestamp", 60000)) // 1000) AS BIGINT) * 1000) - 0) // 90000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1001 - 0, 60000) AS x FROM logs',
    'SELECT (((TRY_CAST((epoch_ms(ch_floor("timestamp", 60000)) // 1000) AS BIGINT) * 1001) - 0) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 + 0, 60000) AS x FROM logs',
    'SELECT (((TRY_CAST((epoch_ms(ch_floor("timestamp", 60000)) // 1000) AS BIGINT) * 1000) + 0) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) + 1000 - 0, 60000) AS x FROM logs',
    'SELECT ((TRY_CAST((epoch_ms(ch_floor("timestamp", 60000)) // 1000) AS BIGINT) + 1000 - 0) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 - 0 - 0, 60000) AS x FROM logs',
    'SELECT (((TRY_CAST((epoch_ms(ch_floor("timestamp", 60000)) // 1000) AS BIGINT) * 1000) - 0 - 0) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfHour(timestamp))) * 1000 - 0, 60000) AS x FROM logs',
    'SELECT (((TRY_CAST((epoch_ms(ch_floor("timestamp", 3600000)) // 1000) AS BIGINT) * 1000) - 0) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toUnixTimestamp(toStartOfMinute(timestamp)) * 1000 - 0, 60000) AS x FROM logs',
    'SELECT ((((epoch_ms(ch_floor("timestamp", 60000)) // 1000) * 1000) - 0) // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 - retention_days, 60000) AS x FROM logs',
    'SELECT (((TRY_CAST((epoch_ms(ch_floor("timestamp", 60000)) // 1000) AS BIGINT) * 1000) - "retention_days") // 60000) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(retention_days, 2) AS x FROM logs',
    'SELECT ("retention_days" // 2) AS "x" FROM logs_ AS logs',
  ],
  [
    'SELECT intDiv(retention_days) AS x FROM logs',
    'refused: intDiv() is used in a way that is not known',
  ],
]);
