import assert from 'node:assert/strict';
import { test } from 'node:test';
import { querySyntaxError } from '../diagnose/diagnostics.ts';
import { parse } from '../parser/parser.ts';
import { recognizeForeign } from './recognize-foreign.ts';

/** Texts and the same in our language; pairs that are run stand in docs/language/from-other-languages.md. */
const TRANSLATED: readonly (readonly [text: string, ours: string])[] = [
  ["select * from logs where level='error'", 'level=error'],
  ["SELECT * FROM logs WHERE a = 'it''s'", 'a="it\'s"'],
  ['SELECT * FROM logs WHERE a = \'5* "x"\'', 'a="5\\* \\"x\\""'],
  ['SELECT * FROM events WHERE "user agent" = \'curl\'', '"user agent"=curl'],
  ['SELECT * FROM logs WHERE a=1 AND (b=2 OR c=3) AND NOT d=4', 'a=1 (b=2 OR c=3) NOT d=4'],
  ['SELECT * FROM logs WHERE a=1 AND b=2 OR c=3', '(a=1 b=2) OR c=3'],
  ['SELECT * FROM logs WHERE NOT (a=1 OR b=2)', 'NOT (a=1 OR b=2)'],
  ["SELECT * FROM web WHERE a=1 OR b='x y'", 'index=web (a=1 OR b="x y")'],
  ["SELECT * FROM logs WHERE path NOT LIKE '/api/%'", 'path=* NOT path=/api/*'],
  ["SELECT * FROM logs WHERE severity <> 'info'", 'level!=info'],
  ['SELECT * FROM logs WHERE temperature < -5', 'temperature<-5'],
  [
    "SELECT * FROM logs WHERE timestamp >= '2026-01-30' AND timestamp < '2026-01-31 10:00:00'",
    'earliest="2026-01-30T00:00:00" latest="2026-01-31T10:00:00"',
  ],
  ['SELECT * FROM logs WHERE ts > now() - INTERVAL 15 MINUTE', 'earliest=-15m'],
  ['SELECT * FROM logs LIMIT 5;', '* | head 5'],
  ['SELECT a, b AS c FROM logs', '* | table a, b | rename b AS c'],
  ['SELECT DISTINCT a, b FROM logs', '* | dedup a, b | table a, b'],
  [
    'SELECT sum(a) AS total FROM logs HAVING sum(a) > 10',
    '* | stats sum(a) AS total | where total>10',
  ],
  [
    "SELECT date_trunc('day', ts), host, count(*) FROM logs GROUP BY 1, host",
    '* | bin _time span=1d | stats count BY _time, host',
  ],
  ['{app="a b"}', 'app="a b"'],
  ['{app=""}', 'NOT app=*'],
  ['{app!=""}', 'app=*'],
  ['{app!~"a|b.*"}', 'NOT app IN (a, b*)'],
  [
    '{app="x"} | status=500 or status=503, method="GET"',
    'app=x (status=500 OR (status=503 method=GET))',
  ],
  ['sum(count_over_time({app="x"}[1m]))', 'app=x | timechart span=1m count'],
  ['max_over_time({app="x"} | unwrap a.b [1d])', 'app=x | timechart span=1d max(a.b)'],
];

test('queries of other languages are refused with the same query in ours', () => {
  for (const [text, ours] of TRANSLATED) {
    const { query, diagnostics } = parse(text);
    const [only, ...others] = diagnostics;
    assert.equal(query, undefined, text);
    assert.deepEqual(others, []);
    assert.equal(only?.code, 'foreign-language', text);
    assert.equal(only.fix?.text, ours, text);
    assert.deepEqual(parse(ours).diagnostics, [], ours);
    const error = querySyntaxError(diagnostics);
    assert.equal(error.code, 'QUERY_SYNTAX_ERROR');
    assert.ok(error.message.includes(ours), error.message);
  }
});

test('what cannot be said in one query is still recognised', () => {
  for (const text of [
    'SELECT a FROM b JOIN c ON b.id = c.id',
    'SELECT a FROM (SELECT a FROM b)',
    'SELECT CASE WHEN a=1 THEN 2 END FROM logs',
    "SELECT * FROM logs WHERE ts > '2026-01-01' OR a=1",
    'SELECT row_number() OVER (ORDER BY a) FROM logs',
    "SELECT * FROM logs WHERE a = 'open",
    '{app="x"} | line_format "{{.a}}"',
    '{app="x"} | duration > 10s',
    'rate({app="x"}[5m]) / rate({app="y"}[5m])',
    'sum without (host) (rate({app="x"}[5m]))',
    'bytes_over_time({app="x"}[5m])',
  ]) {
    const [only] = parse(text).diagnostics;
    assert.equal(only?.code, 'foreign-language', text);
    assert.equal(only.fix, undefined);
    assert.match(only.message, /From Splunk, Loki, SQL/);
  }
});

test('words that only look like it are looked for', () => {
  for (const text of [
    'select the best seats from the plane',
    '"select name from users"',
    'selected items from cart',
    'error {id}',
    'sum of the day',
    'rate limit exceeded',
    'count(*)',
    'from select where',
  ]) {
    assert.equal(recognizeForeign(text)?.translate(), undefined, text);
    const codes = parse(text).diagnostics.map(({ code }) => code);
    assert.ok(!codes.includes('foreign-language'), text);
  }
});

test('deep and long texts are given up, not waited for', () => {
  const deep = `SELECT * FROM logs WHERE ${'('.repeat(5_000)}a=1${')'.repeat(5_000)}`;
  const long = `{a="b"} ${'|= "x" '.repeat(2_000)}`;
  const calls = `${'sum('.repeat(3_000)}rate({a="b"}[5m])${')'.repeat(3_000)}`;

  assert.equal(recognizeForeign(deep)?.translate(), undefined);
  assert.equal(recognizeForeign(calls)?.translate(), undefined);
  assert.ok(recognizeForeign(long)?.translate()?.endsWith(' x x'));
});
