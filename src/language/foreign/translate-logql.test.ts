import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../parser/parser.ts';
import { NotTranslatable } from './foreign-text.ts';
import { translateLogql } from './translate-logql.ts';

const TRANSLATED: readonly (readonly [text: string, ours: string])[] = [
  ['{a="b"}', 'a=b'],
  ['{a="b",c="d"}', 'a=b c=d'],
  ['{a="b",}', 'a=b'],
  ['{}', '*'],
  ['{a="x*"}', 'a="x\\*"'],
  ['{a!="x"}', 'NOT a=x'],
  ['{a!="x y"}', 'NOT a="x y"'],
  ['{a=~"x"}', 'a=x'],
  ['{a=~"x|y"}', 'a IN (x, y)'],
  ['{a=~"web-.*"}', 'a=web-*'],
  ['{a=~"web-.+|y"}', 'a IN (web-*, y)'],
  ['{a!~"x"}', 'NOT a=x'],
  ['{a=~"x|"}', '* | regex a="^(?:x|)$"'],
  ['{a=~"x[0-9]"}', '* | regex a="^(?:x[0-9])$"'],
  ['{a!~"x[0-9]"}', '* | regex a!="^(?:x[0-9])$"'],
  ['{a=~"x\\\\d"}', '* | regex a="^(?:x\\d)$"'],
  ['{a=~"(x)"}', '* | regex a="^(?:(x))$"'],
  ['{a=~"x?"}', '* | regex a="^(?:x?)$"'],
  ['{a=~"^x"}', '* | regex a="^(?:^x)$"'],
  ['{a=~"x$"}', '* | regex a="^(?:x$)$"'],
  ['{a=~"x.y"}', '* | regex a="^(?:x.y)$"'],
  ['{a=~".*"}', 'a=*'],
  ['{a="b"} |= "x"', 'a=b x'],
  ['{a="b"} |= "x y"', 'a=b "x y"'],
  ['{a="b"} != "x"', 'a=b NOT x'],
  ['{a="b"} |~ "x"', 'a=b x'],
  ['{a="b"} |~ "x|y z"', 'a=b (x OR "y z")'],
  ['{a="b"} !~ "x|y"', 'a=b NOT (x OR y)'],
  ['{a="b"} !~ "x"', 'a=b NOT x'],
  ['{a="b"} |~ "(?i)err|warn"', 'a=b (err OR warn)'],
  ['{a="b"} |~ "x[0-9]"', 'a=b | regex "x[0-9]"'],
  ['{a="b"} !~ "x[0-9]"', 'a=b | regex _raw!="x[0-9]"'],
  ['{a="b"} |~ `\\d+`', 'a=b | regex "\\d+"'],
  ['{a="b"} | json', 'a=b'],
  ['{a="b"} | logfmt | status=500', 'a=b status=500'],
  ['{a="b"} | json | status==500', 'a=b status=500'],
  ['{a="b"} | status>=500 and level="error"', 'a=b status>=500 level=error'],
  ['{a="b"} | status>500 , level="error" or x<1.5', 'a=b ((status>500 level=error) OR x<1.5)'],
  ['{a="b"} | status!=500', 'a=b status!=500'],
  ['{a="b"} | status<=5', 'a=b status<=5'],
  ['{a="b"} | unwrap x', 'a=b'],
  ['{a="b"} | a!="x y" or b=1 or c=2', 'a=b (a!="x y" OR b=1 OR c=2)'],
  ['rate({a="b"}[5m])', 'a=b | timechart span=5m count | eval rate=count/300'],
  ['rate({a="b"}[1s])', 'a=b | timechart span=1s count | eval rate=count/1'],
  ['rate({a="b"}[2h])', 'a=b | timechart span=2h count | eval rate=count/7200'],
  ['rate({a="b"}[1d])', 'a=b | timechart span=1d count | eval rate=count/86400'],
  ['rate({a="b"}[12345m])', 'a=b | timechart span=12345m count | eval rate=count/740700'],
  ['count_over_time({a="b"}[5m])', 'a=b | timechart span=5m count'],
  ['count_over_time({a="b"}[5m]) by (c)', 'a=b | timechart span=5m count BY c'],
  ['sum_over_time({a="b"} | unwrap x [5m])', 'a=b | timechart span=5m sum(x)'],
  ['avg_over_time({a="b"} | unwrap x [5m]) by (h)', 'a=b | timechart span=5m avg(x) BY h'],
  [
    'avg_over_time({a="b"} | unwrap x [5m]) by (h, i)',
    'a=b | bin _time span=5m | stats avg(x) BY _time, h, i',
  ],
  ['min_over_time({a="b"} | unwrap x [5m])', 'a=b | timechart span=5m min(x)'],
  ['stddev_over_time({a="b"} | unwrap x [5m])', 'a=b | timechart span=5m stdev(x)'],
  ['quantile_over_time(0.95, {a="b"} | unwrap x [5m])', 'a=b | timechart span=5m perc95(x)'],
  [
    'quantile_over_time(0.5, {a="b"} | unwrap x [5m]) by (h)',
    'a=b | timechart span=5m perc50(x) BY h',
  ],
  [
    'sum by (h) (rate({a="b"}[5m]))',
    'a=b | bin _time span=5m | stats count BY _time, h | eval rate=count/300',
  ],
  [
    'sum(rate({a="b"}[5m])) by (h)',
    'a=b | bin _time span=5m | stats count BY _time, h | eval rate=count/300',
  ],
  [
    'sum by (h, i) (count_over_time({a="b"}[1h]))',
    'a=b | bin _time span=1h | stats count BY _time, h, i',
  ],
  ['sum by (h) (count_over_time({a="b"}[1h]))', 'a=b | timechart span=1h count BY h'],
  [
    'sum by (h, i) (rate({a="b"}[1h]))',
    'a=b | bin _time span=1h | stats count BY _time, h, i | eval rate=count/3600',
  ],
  ['sum(rate({a="b"}[5m]))', 'a=b | timechart span=5m count | eval rate=count/300'],
  [
    'sum by ("user agent") (rate({a="b"}[5m]))',
    'a=b | bin _time span=5m | stats count BY _time, "user agent" | eval rate=count/300',
  ],
  ['SUM(RATE({a="b"}[5m]))', 'a=b | timechart span=5m count | eval rate=count/300'],
  [
    'topk(5, sum by (h) (rate({a="b"}[5m])))',
    'a=b | stats count BY h | sort 5 -count | eval rate=count/300',
  ],
  [
    'topk(3, sum by (h, i) (count_over_time({a="b"}[5m])))',
    'a=b | stats count BY h, i | sort 3 -count',
  ],
  ['topk(3, count_over_time({a="b"}[5m]) by (h))', 'a=b | stats count BY h | sort 3 -count'],
  [
    'topk(3, avg_over_time({a="b"} | unwrap x [5m]) by (h))',
    'a=b | stats avg(x) BY h | sort 3 -"avg(x)"',
  ],
  [
    'topk(3, sum by (h) (rate({a="b"} |~ "x[0-9]" [1m])))',
    'a=b | regex "x[0-9]" | stats count BY h | sort 3 -count | eval rate=count/60',
  ],
  ['{a="b"} | x=5 | y=6', 'a=b x=5 y=6'],
];

test('LogQL is said in our language', () => {
  for (const [text, ours] of TRANSLATED) {
    assert.equal(translateLogql(text), ours, text);
    assert.deepEqual(parse(ours).diagnostics, [], ours);
  }
});

test('LogQL that cannot be said in one query is given up', () => {
  for (const text of [
    '{a="b" c="d"}',
    '{a="b"',
    '{a=b}',
    '{"a"="b"}',
    '{a="b"} x',
    '{a=="b"}',
    '{a>"b"}',
    '{a="b"} |= x',
    '{a="b"} = "x"',
    '{a="b"} | status=~"5.."',
    '{a="b"} | "status"=5',
    '{a="b"} | status=x',
    '{a="b"} | status=5ms',
    'rate({a="b"}[5x])',
    'rate({a="b"}[123456m])',
    'rate({a="b"}[5m]',
    'rate({a="b"} 5m)',
    'rate({a="b"} | unwrap x [5m])',
    'count_over_time({a="b"} | unwrap x [5m])',
    'sum_over_time({a="b"}[5m])',
    'last_over_time({a="b"} | unwrap x [5m])',
    'quantile_over_time(0.955, {a="b"} | unwrap x [5m])',
    'quantile_over_time(0.95 {a="b"} | unwrap x [5m])',
    'quantile_over_time(0.95, {a="b"}[5m])',
    'quantile_over_time(x, {a="b"} | unwrap x [5m])',
    'sum(avg_over_time({a="b"} | unwrap x [5m]))',
    'sum by h (rate({a="b"}[5m]))',
    'sum by (h (rate({a="b"}[5m]))',
    'sum(rate({a="b"}[5m])',
    'avg(rate({a="b"}[5m]))',
    'sum without (h) (rate({a="b"}[5m]))',
    'sum(rate({a="b"}[5m])) without (h)',
    'topk(3, sum(count_over_time({a="b"}[5m])))',
    'bottomk(3, sum by (h) (rate({a="b"}[5m])))',
    'topk(x, sum by (h) (rate({a="b"}[5m])))',
    'topk(2.5, sum by (h) (rate({a="b"}[5m])))',
    'topk(5 sum by (h) (rate({a="b"}[5m])))',
    'topk(5, sum by (h) (rate({a="b"}[5m]))',
    'topk 5, sum by (h) (rate({a="b"}[5m]))',
    'sum(topk(5, sum by (h) (rate({a="b"}[5m]))))',
    'rate({a="b"}[5m]) x',
    'sum(5, {a="b"}[5m])',
    'sum({a="b"}[5m])',
    'topk(5, topk(3, sum by (h) (rate({a="b"}[5m]))))',
    'rate(5, {a="b"}[5m])',
  ]) {
    assert.throws(() => translateLogql(text), NotTranslatable, text);
  }
});

test('ten functions may stand inside one another', () => {
  const nested = (depth: number): string =>
    `${'sum('.repeat(depth)}rate({a="b"}[5m])${')'.repeat(depth)}`;

  assert.equal(translateLogql(nested(10)), 'a=b | timechart span=5m count | eval rate=count/300');
  assert.throws(() => translateLogql(nested(11)), NotTranslatable);
});
