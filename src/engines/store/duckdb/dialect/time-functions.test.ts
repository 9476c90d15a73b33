import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf, translateText } from './translated.suite.ts';

/** Statements, what becomes of them, and the values that are bound. */
const OUTCOMES: readonly (readonly [text: string, outcome: string, values: readonly string[]])[] = [
  [
    `SELECT toHour(toDateTime64(toDateTime(timestamp, 'Europe/Berlin'), 3)) AS x FROM logs`,
    `SELECT hour(timezone(CAST($p1 AS VARCHAR), timezone('UTC', CAST("timestamp" AS TIMESTAMP)))) AS "x" FROM logs_ AS logs`,
    ['Europe/Berlin'],
  ],
  [
    `SELECT toHour(toDateTime64(timestamp, 3, 'Europe/Berlin')) AS x FROM logs`,
    `SELECT hour(timezone(CAST($p1 AS VARCHAR), timezone('UTC', CAST("timestamp" AS TIMESTAMP)))) AS "x" FROM logs_ AS logs`,
    ['Europe/Berlin'],
  ],
  [
    `SELECT toHour(toDateTime(timestamp, 'Europe/Berlin')) AS x FROM logs`,
    `SELECT hour(timezone(CAST($p1 AS VARCHAR), timezone('UTC', CAST("timestamp" AS TIMESTAMP)))) AS "x" FROM logs_ AS logs`,
    ['Europe/Berlin'],
  ],
  [
    'SELECT toHour(timestamp) AS x FROM logs',
    'SELECT hour(CAST("timestamp" AS TIMESTAMP)) AS "x" FROM logs_ AS logs',
    [],
  ],
  [
    'SELECT toHour(toDateTime(timestamp, level)) AS x FROM logs',
    'SELECT hour(CAST("timestamp" AS TIMESTAMP)) AS "x" FROM logs_ AS logs',
    [],
  ],
  [
    `SELECT fromUnixTimestamp64Milli(throwIf(level = 'bad', 'refused'), 'UTC') AS x FROM logs`,
    `SELECT list_transform([CASE WHEN ("level" = 'bad') THEN CAST(error('refused') AS BIGINT) ELSE 0 END], lambda computed: TRY(epoch_ms(CAST(computed AS BIGINT))))[1] AS "x" FROM logs_ AS logs`,
    [],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%h:%i %p', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR))) AS "x" FROM logs_ AS logs',
    ['1970 ', '^(?:\\d{2}:\\d{2} (?i:AM|PM))$', '%Y %I:%M %p'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%Y%t%m', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR))) AS "x" FROM logs_ AS logs',
    ['', '^(?:\\d{4}\\t\\d{2})$', '%Y\t%m'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%Y%n%m', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR))) AS "x" FROM logs_ AS logs',
    ['', '^(?:\\d{4}\\n\\d{2})$', '%Y\n%m'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%Q', 'UTC') AS x FROM logs`,
    'refused: parseDateTimeOrNull() is used in a way that is not known',
    [],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%Y-%m-%V', 'UTC') AS x FROM logs`,
    'refused: parseDateTimeOrNull() is used in a way that is not known',
    [],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%G-%V-%w', 'UTC') AS x FROM logs`,
    `SELECT ch_short_instant(try_strptime(concat_ws('-', regexp_extract("body", CAST($p1 AS VARCHAR), 1), regexp_extract("body", CAST($p1 AS VARCHAR), 2), replace(regexp_extract("body", CAST($p1 AS VARCHAR), 3), '0', '7')), '%G-%V-%u')) AS "x" FROM logs_ AS logs`,
    ['^(?:(\\d{4})-(\\d{2})-([0-6]))$'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%G-%V-%u', 'UTC') AS x FROM logs`,
    `SELECT ch_short_instant(try_strptime(concat_ws('-', regexp_extract("body", CAST($p1 AS VARCHAR), 1), regexp_extract("body", CAST($p1 AS VARCHAR), 2), regexp_extract("body", CAST($p1 AS VARCHAR), 3)), '%G-%V-%u')) AS "x" FROM logs_ AS logs`,
    ['^(?:(\\d{4})-(\\d{2})-([1-7]))$'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%Y-%V', 'UTC') AS x FROM logs`,
    `SELECT ch_short_instant(try_strptime(concat_ws('-', regexp_extract("body", CAST($p1 AS VARCHAR), 1), regexp_extract("body", CAST($p1 AS VARCHAR), 2), '1'), '%G-%V-%u')) AS "x" FROM logs_ AS logs`,
    ['^(?:(\\d{4})-(\\d{2}))$'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%G', 'UTC') AS x FROM logs`,
    `SELECT ch_short_instant(try_strptime(concat_ws('-', regexp_extract("body", CAST($p1 AS VARCHAR), 1), '01', '1'), '%G-%V-%u')) AS "x" FROM logs_ AS logs`,
    ['^(?:(\\d{4}))$'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%V', 'UTC') AS x FROM logs`,
    `SELECT ch_short_instant(try_strptime(concat_ws('-', '2000', regexp_extract("body", CAST($p1 AS VARCHAR), 1), '1'), '%G-%V-%u')) AS "x" FROM logs_ AS logs`,
    ['^(?:(\\d{2}))$'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%Y-%j', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(ch_day_of_year(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR)), regexp_extract("body", CAST($p1 AS VARCHAR), 1))) AS "x" FROM logs_ AS logs',
    ['', '^(?:\\d{4}-(\\d{3}))$', '%Y-%j'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%y.%m.%d', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(ch_century(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR)), regexp_extract("body", CAST($p1 AS VARCHAR), 1))) AS "x" FROM logs_ AS logs',
    ['', '^(?:(\\d{2})\\.\\d{2}\\.\\d{2})$', '%y.%m.%d'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%H:%i', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR))) AS "x" FROM logs_ AS logs',
    ['1970 ', '^(?:\\d{2}:\\d{2})$', '%Y %H:%M'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, ' %d', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR))) AS "x" FROM logs_ AS logs',
    ['2000@', '^(?: \\d{2})$', '%Y@ %d'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, ' %H', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR))) AS "x" FROM logs_ AS logs',
    ['1970@', '^(?: \\d{2})$', '%Y@ %H'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%Y %z', 'UTC') AS x FROM logs`,
    `SELECT ch_short_instant(timezone('UTC', try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR)))) AS "x" FROM logs_ AS logs`,
    ['', '^(?:\\d{4} [-+]\\d{4})$', '%Y %z'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '%j %z %Y', 'UTC') AS x FROM logs`,
    `SELECT ch_short_instant(timezone('UTC', try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR)))) AS "x" FROM logs_ AS logs`,
    ['', '^(?:(\\d{3}) [-+]\\d{4} \\d{4})$', '%j %z %Y'],
  ],
  [
    `SELECT parseDateTimeOrNull(body, '100%% %Y', 'UTC') AS x FROM logs`,
    'SELECT ch_short_instant(try_strptime((CAST($p2 AS VARCHAR) || regexp_extract("body", CAST($p1 AS VARCHAR))), CAST($p3 AS VARCHAR))) AS "x" FROM logs_ AS logs',
    ['', '^(?:100% \\d{4})$', '100%% %Y'],
  ],
];

for (const [text, outcome, values] of OUTCOMES) {
  test(`${text}: is written in the words of DuckDB, or refused`, () => {
    assert.equal(outcomeOf(text), outcome);
    if (outcome.startsWith('refused')) return;
    assert.deepEqual(
      [...translateText(text).values.values()].map(({ value }) => value),
      values,
    );
  });
}
