import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../parser/parser.ts';
import { NotTranslatable } from './foreign-text.ts';
import { translateSql } from './translate-sql.ts';

const TRANSLATED: readonly (readonly [text: string, ours: string])[] = [
  ['SELECT * FROM web', 'index=web'],
  ['SELECT * FROM log', '*'],
  ['SELECT * FROM entries', '*'],
  ['SELECT * FROM Events', '*'],
  ['SELECT * FROM log_events', '*'],
  ['SELECT * FROM "my logs"', 'index="my logs"'],
  ['SELECT * FROM web WHERE a=1', 'index=web a=1'],
  ['SELECT * FROM web WHERE a=1 AND b=2', 'index=web a=1 b=2'],
  ['SELECT * FROM web WHERE a=1 OR b=2', 'index=web (a=1 OR b=2)'],
  ['SELECT a FROM logs', '* | table a'],
  ['SELECT a, "b c" FROM logs', '* | table a, "b c"'],
  ['SELECT a AS x FROM logs', '* | table a | rename a AS x'],
  ['SELECT a AS "x y", b AS z FROM logs', '* | table a, b | rename a AS "x y", b AS z'],
  ['SELECT *, a FROM logs', '*'],
  ['SELECT DISTINCT a FROM logs', '* | dedup a | table a'],
  ['SELECT DISTINCT a FROM logs ORDER BY a', '* | dedup a | sort 0 a | table a'],
  ['SELECT DISTINCT count(*) FROM logs', '* | stats count'],
  ['SELECT count(*) FROM logs', '* | stats count'],
  ['SELECT count() FROM logs', '* | stats count'],
  ['SELECT count(a) FROM logs', '* | stats count(a)'],
  ['SELECT count(DISTINCT a) FROM logs', '* | stats dc(a)'],
  ['SELECT approx_count_distinct(a) FROM logs', '* | stats dc(a)'],
  [
    'SELECT avg(a), max(a), min(a), sum(a), median(a), stddev(a), uniq(a) FROM logs',
    '* | stats avg(a), max(a), min(a), sum(a), median(a), stdev(a), dc(a)',
  ],
  ['SELECT sum("a b") FROM logs', '* | stats sum("a b")'],
  ['SELECT sum(message) FROM logs', '* | stats sum(event)'],
  ['SELECT host, count(*) FROM logs GROUP BY host', '* | stats count BY host'],
  [
    'SELECT host, count(*) AS n FROM logs GROUP BY host ORDER BY n DESC',
    '* | stats count AS n BY host | sort 0 -n',
  ],
  [
    'SELECT host, count(*) AS n FROM logs GROUP BY host ORDER BY count(*) DESC LIMIT 5',
    '* | stats count AS n BY host | sort 5 -n',
  ],
  ['SELECT host, count(*) FROM logs GROUP BY 1', '* | stats count BY host'],
  ['SELECT host FROM logs GROUP BY host', '* | stats count BY host'],
  ['SELECT host AS h, count(*) FROM logs GROUP BY h', '* | stats count BY host'],
  ['SELECT host, count(*) FROM logs GROUP BY host, level', '* | stats count BY host, level'],
  ['SELECT count(*) AS "all of it" FROM logs', '* | stats count AS "all of it"'],
  [
    "SELECT date_trunc('second', ts), count(*) FROM logs GROUP BY 1",
    '* | bin _time span=1s | stats count BY _time',
  ],
  [
    "SELECT date_trunc('minute', ts), count(*) FROM logs GROUP BY 1",
    '* | bin _time span=1m | stats count BY _time',
  ],
  [
    "SELECT date_trunc('hour', ts), count(*) FROM logs GROUP BY 1",
    '* | bin _time span=1h | stats count BY _time',
  ],
  [
    "SELECT date_trunc('day', ts), count(*) FROM logs GROUP BY 1",
    '* | bin _time span=1d | stats count BY _time',
  ],
  [
    "SELECT date_trunc('week', ts), count(*) FROM logs GROUP BY 1",
    '* | bin _time span=1w | stats count BY _time',
  ],
  [
    "SELECT date_trunc('month', ts), count(*) FROM logs GROUP BY 1",
    '* | bin _time span=1mon | stats count BY _time',
  ],
  [
    "SELECT date_trunc('HOUR', ts), count(*) FROM logs GROUP BY 1",
    '* | bin _time span=1h | stats count BY _time',
  ],
  [
    "SELECT date_trunc('hour', ts) AS t, count(*) FROM logs GROUP BY t ORDER BY t",
    '* | bin _time span=1h | stats count BY _time | sort 0 _time',
  ],
  [
    "SELECT date_trunc('hour', ts) AS t, count(*) FROM logs GROUP BY 1 ORDER BY 2 DESC",
    '* | bin _time span=1h | stats count BY _time | sort 0 -count',
  ],
  [
    "SELECT DATE_TRUNC('hour', ts), count(*) FROM logs GROUP BY DATE_TRUNC('hour', ts)",
    '* | bin _time span=1h | stats count BY _time',
  ],
  [
    'SELECT host, count(*) FROM logs GROUP BY host HAVING count(*) > 5',
    '* | stats count BY host | where count>5',
  ],
  [
    'SELECT host, count(*) AS n FROM logs GROUP BY host HAVING count(*) >= 5 AND n < 10',
    '* | stats count AS n BY host | where n>=5 AND n<10',
  ],
  [
    'SELECT host, count(*) FROM logs GROUP BY host HAVING count(*) <> 5',
    '* | stats count BY host | where count!=5',
  ],
  [
    'SELECT host, sum(a) FROM logs GROUP BY host HAVING sum(a) = 5',
    "* | stats sum(a) BY host | where 'sum(a)'=5",
  ],
  [
    'SELECT host, sum(a) AS total FROM logs GROUP BY host HAVING avg(a) != 5',
    "* | stats sum(a) AS total, avg(a) BY host | where 'avg(a)'!=5",
  ],
  [
    'SELECT host, sum(a) FROM logs GROUP BY host HAVING sum(a) > 1 ORDER BY count(*) DESC LIMIT 3',
    "* | stats sum(a), count BY host | where 'sum(a)'>1 | sort 3 -count",
  ],
  [
    'SELECT host FROM logs GROUP BY host HAVING max(a) > 1 AND max(a) < 9',
    "* | stats max(a) BY host | where 'max(a)'>1 AND 'max(a)'<9",
  ],
  ['SELECT * FROM logs ORDER BY ts DESC', '*'],
  ['SELECT * FROM logs ORDER BY ts DESC LIMIT 10', '* | head 10'],
  ['SELECT * FROM logs ORDER BY ts', '* | sort 0 _time'],
  ['SELECT * FROM logs ORDER BY ts ASC LIMIT 10', '* | sort 10 _time'],
  ['SELECT * FROM logs ORDER BY a DESC, b LIMIT 10', '* | sort 10 -a, b'],
  ['SELECT * FROM logs ORDER BY ts DESC, a', '* | sort 0 -_time, a'],
  ['SELECT a, b FROM logs ORDER BY 2', '* | sort 0 b | table a, b'],
  [
    "SELECT date_trunc('day', ts), count(*) FROM logs GROUP BY 1 ORDER BY 1 DESC LIMIT 3",
    '* | bin _time span=1d | stats count BY _time | sort 3 -_time',
  ],
  ['SELECT * FROM logs;', '*'],
  ['SELECT a FROM logs ORDER BY "x y"', '* | sort 0 "x y" | table a'],
  ['SELECT a AS n, b FROM logs ORDER BY n', '* | sort 0 a | table a, b | rename a AS n'],
  [
    'SELECT a AS n, sum(b) AS n2 FROM logs GROUP BY a HAVING sum(b) > 1 ORDER BY sum(b)',
    '* | stats sum(b) AS n2 BY a | where n2>1 | sort 0 n2',
  ],
  ['SELECT sum(a) AS a FROM logs HAVING a > 1', '* | stats sum(a) AS a | where a>1'],
  [
    "select host, count(*) as n from logs where level = 'error' group by host order by n desc limit 3",
    'level=error | stats count AS n BY host | sort 3 -n',
  ],
];

test('a SELECT is said in our language', () => {
  for (const [text, ours] of TRANSLATED) {
    assert.equal(translateSql(text), ours, text);
    assert.deepEqual(parse(ours).diagnostics, [], ours);
  }
});

test('a SELECT that cannot be said in one query is given up', () => {
  for (const text of [
    'SELECT * FROM 5',
    'SELECT a b FROM logs',
    'SELECT DISTINCT * FROM logs',
    'SELECT 5 FROM logs',
    'SELECT foo(a) FROM logs',
    'SELECT sum(5) FROM logs',
    'SELECT sum(a FROM logs',
    'SELECT avg(DISTINCT a) FROM logs',
    'SELECT toString(a) FROM logs',
    'SELECT max(*) FROM logs',
    'SELECT host, count(*) FROM logs GROUP BY 3',
    'SELECT host, count(*) FROM logs GROUP BY 0',
    "SELECT date_trunc('year', ts), count(*) FROM logs GROUP BY 1",
    "SELECT date_trunc('hour', a), count(*) FROM logs GROUP BY 1",
    "SELECT date_trunc('hour' ts), count(*) FROM logs GROUP BY 1",
    "SELECT date_trunc('hour', ts) FROM logs",
    'SELECT host, count(*) FROM logs GROUP BY host HAVING count(*) > 5 OR count(*) < 2',
    "SELECT host, count(*) FROM logs GROUP BY host HAVING count(*) > 'x'",
    'SELECT host, count(*) FROM logs GROUP BY host HAVING count(*) LIKE 5',
    'SELECT host, count(*) FROM logs GROUP BY host HAVING * > 5',
    'SELECT a, b FROM logs ORDER BY 3',
    'SELECT * FROM logs ORDER BY *',
    'SELECT * FROM logs LIMIT x',
    'SELECT * FROM logs LIMIT 5 5',
    'SELECT * FROM logs; SELECT',
    'SELECT * FROM logs GROUP host',
    "SELECT * FROM web WHERE ts > '2026-01-30' OR a=1",
  ]) {
    assert.throws(() => translateSql(text), NotTranslatable, text);
  }
});
