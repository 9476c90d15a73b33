/** Searches of the shapes people write, over values they were not written for: an answer or a reason, never a fault. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { AppError } from '../../base/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 30);
const VALUES = [
  '5',
  '-3.75',
  'abc',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e300',
  '1e308',
  '99999999999999999999',
  '-1e18',
  '253402300800',
  '["x","y"]',
  '1,234',
  'true',
  '2026-01-01T00:00:00Z',
  '',
];

const SEARCHES = [
  'eval t=relative_time(bytes, "-1d@d"), u=relative_time(tonumber("NaN"), "-1d@d")',
  'eval t=strftime(bytes, "%Y-%m-%d %H:%M:%S.%3N %Z"), u=strptime(bytes, "%Y-%m-%d")',
  'eval c=strftime(_time, "%F %T") | eval t=strptime(c+"0000", "%F %T%z"), u=strftime(c + bytes, "%F"), v=relative_time(c . host, "-1d"), w=strftime(strptime(c . bytes, "%F %T%z"), "%F")',
  'eval x=substr(event, bytes, bytes), y=substr(event, -bytes), z=len(bytes)',
  'eval x=tostring(bytes, "hex"), y=tostring(bytes, "commas"), z=tostring(bytes, "duration")',
  'eval x=round(bytes, bytes), y=floor(bytes), z=ceiling(bytes), w=abs(bytes), v=tonumber(bytes, 16)',
  'eval x=pow(bytes, bytes), y=ln(0), z=sqrt(-1), w=exp(bytes), v=log(bytes, bytes), u=bytes % 3, t=3 % bytes, s=bytes / 0',
  'eval x=1e308 * 10, y=x - x, z=strftime(y, "%Y"), w=tostring(x, "commas"), v=mvrange(x, y), u=substr(event, y)',
  'eval m=split(event, " "), x=mvindex(m, bytes), y=mvindex(m, bytes, bytes), z=mvindex(m, 0, 1e18), w=mvrange(0, bytes, bytes)',
  'eval x=max(bytes, 1), y=min(bytes, len(event)), z=case(bytes > 1, bytes, true(), mvcount(split(event, " ")))',
  'bin bytes',
  'bin bytes bins=10 | stats count BY bytes',
  'bin bytes span=10',
  'bin bytes span=2log3',
  'eval t=tonumber(bytes) | bin t span=15m | stats count BY t',
  'eval t=_time - 86400 * 40 | bin t span=1h | stats count BY t',
  'stats sum(bytes), avg(bytes), stdev(bytes), stdevp(bytes), var(bytes), varp(bytes), p95(bytes), median(bytes), range(bytes), sumsq(bytes), mode(bytes), min(bytes), max(bytes), rate(bytes) BY host',
  'eval m=mvappend(bytes, "1e300", "5") | stats stdev(m), var(m), sum(m), avg(m), max(m), median(m)',
  'eventstats avg(bytes) AS a, stdev(bytes) AS s BY host | eval z=(bytes - a) / s | where z > 2 OR isnull(z)',
  'streamstats window=3 avg(bytes) AS a, stdev(bytes) AS s, max(bytes) AS m BY host',
  'timechart span=1h sum(bytes), max(bytes), per_hour(bytes) BY host',
  'timechart span=1h avg(eval(bytes * 2)) AS a | eval d=a - 5 | fillnull',
  'chart avg(bytes) OVER bytes BY host',
  'chart count BY bytes span=10',
  'eval _time=tonumber(bytes) | sort _time | stats earliest(host), latest(host), earliest_time(host)',
  'eval _time=bytes | bin _time span=1d | stats count BY _time',
  'eval _time=bytes | timechart span=1y count',
  'eval _time=bytes | transaction host maxspan=5m maxpause=1m | stats avg(duration), max(eventcount)',
  'eval _time=bytes | patterns',
  'eval bytes=tonumber(bytes) | top bytes',
  'eval bytes=tonumber(bytes) | dedup bytes | sort -bytes',
  'sort bytes, -host | accum bytes | delta bytes AS d | rangemap field=bytes low=0-10 high=11-100',
  'convert ctime(bytes) AS c, num(bytes) AS n, dur2sec(bytes) AS d, memk(bytes) AS m, rmunit(bytes) AS r, auto(bytes) AS a, mktime(bytes) AS t',
  'makemv delim="," bytes | mvexpand bytes | stats count, sum(bytes) BY host',
  'table host bytes | addtotals col=true | untable host name value | xyseries host name value',
  'table _time host bytes | transpose 0 header_field=host',
  'stats values(bytes) AS v, count, max(_time) AS t BY host | addcoltotals labelfield=v label=Total count | addcoltotals labelfield=count | addcoltotals labelfield=t',
  'stats count AS c BY host | eval r=10 / max(c, 1), s=round(c / max(c, 1), 2) | stats sum(eval(if(host="a", c, 0)))',
  'stats count BY host | join type=left host [search * | stats avg(bytes) AS count BY host] | fillnull | sort count',
  'stats count BY host | append [search * | stats max(bytes) AS count] | appendcols [search * | stats count AS n] | eval m=coalesce(count, n, 0.5)',
];

export function unfitValuesSuite(engine: EmbeddedEngine): void {
  let tested: SearchUnderTest;

  before(async () => {
    tested = await openSearch({ now: NOW, engine });
    await tested.insert(
      VALUES.map((value, i) => ({
        body: `line ${i} bytes=${value}`,
        source: 'unfit',
        timestamp: NOW - (i + 1) * MINUTE_MS,
        attributes: [
          ...(i % 5 === 4 ? [] : [['host', i % 2 === 0 ? 'a' : 'b'] as const]),
          ...(value === '' ? [] : [['bytes', value] as const]),
        ],
      })),
    );
  });
  after(() => tested[Symbol.asyncDispose]());
  const answers = (query: string): Promise<void> => assert.doesNotReject(tested.rows(query), query);
  const rowOf = async (query: string) => (await tested.rows(`| makeresults | ${query}`))[0];
  const refusalOf = async (query: string) => {
    const error: unknown = await tested.rows(query).then(
      () => assert.fail(query),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof AppError, String(error));
    return error;
  };

  for (const search of SEARCHES) test(search, () => answers(`source=unfit | ${search}`));

  test('what is no number, or too large a one, has no time, place or digits', async () => {
    const bad = ['tonumber("NaN")', 'tonumber("-Infinity")', '1e300', '1e308 * 10'];
    for (const value of bad) {
      const row = await rowOf(
        `eval n=${value}, a=relative_time(n, "-1d@d"), b=strftime(n, "%Y"), c=substr("abc", n), d=tostring(n, "commas"), e=mvindex(split("a,b", ","), n) | table a b c d e`,
      );
      assert.deepEqual(row, { a: null, b: null, c: null, d: null, e: null }, value);
    }
  });

  test('numbers of seconds are times, with parts of a second and before 1970', async () => {
    const row = await rowOf(
      'eval a=strftime(1769862600.5, "%F %T.%3N"), b=relative_time(1769862600, "-1d@d"), c=strftime(-1, "%F %T"), d=strftime(_time, "%F") | table a b c d',
    );
    const midnight = Date.UTC(2026, 0, 30) / 1000;
    const a = '2026-01-31 12:30:00.500';
    assert.deepEqual(row, { a, b: midnight, c: '1969-12-31 23:59:59', d: '2026-01-31' });
  });

  test('one event that holds no number leaves the buckets of the others alone', async () => {
    const rows = await tested.rows(
      'source=unfit bytes IN (5, "-3.75", NaN, "-Infinity") | bin bytes bins=10 | stats count BY bytes',
    );
    assert.deepEqual(
      rows.filter(({ bytes }) => bytes !== null),
      [
        { bytes: -4, count: 1 },
        { bytes: 5, count: 1 },
      ],
    );
  });

  for (const [query, field] of [
    ['source=unfit | bin bytes span=15m', 'bytes span'],
    ['source=unfit | bin span=1mon bytes AS b', 'bytes AS'],
    ['| tstats count BY host span=15m', 'host span'],
    ['source=unfit | stats count BY host, bytes span=1d', 'bytes span'],
    ['source=unfit | chart count BY bytes span=1h', 'bytes span'],
  ] as const) {
    test(`a span of time is refused on what is no time: ${query}`, async () => {
      const { code, facts, message } = await refusalOf(query);
      assert.equal(code, 'QUERY_SYNTAX_ERROR');
      assert.match(message, /^A time span requires a time, and `(bytes|host)` isn’t one\./);
      assert.equal(facts.details?.[0]?.position, query.indexOf(field));
    });
  }

  test('the span behind the fields of tstats is that of _time', async () => {
    const expected = await tested.rows('| tstats count WHERE source=unfit BY _time span=1h, host');

    assert.ok(expected.length > 1);
    for (const by of ['_time host span=1h', '_time, host span=1h']) {
      assert.deepEqual(await tested.rows(`| tstats count WHERE source=unfit BY ${by}`), expected);
    }
  });

  test('a chart over time takes a _time that was computed, wherever it lies', async () => {
    const counts = async (query: string) =>
      (await tested.rows(`source=unfit | head 3 | ${query}`)).filter(({ count }) => count !== 0);
    const day = new Date(NOW - 3 * DAY_MS).toISOString().slice(0, 10);

    assert.deepEqual(await counts('eval _time=_time + 0 | timechart span=1h count'), [
      { _time: '2026-01-31T12:00:00.000Z', count: 3 },
    ]);
    assert.deepEqual(await counts('eval _time=_time - 3 * 86400 | timechart span=1d count'), [
      { _time: `${day}T00:00:00.000Z`, count: 3 },
    ]);
    assert.deepEqual(
      await counts(
        'eval _time=strptime("2025-11-20", "%Y-%m-%d") | timechart span=1mon count | table _time count',
      ),
      [{ _time: '2025-11-01T00:00:00.000Z', count: 3 }],
    );
    assert.deepEqual(await counts('eval _time="never" | timechart span=1d count'), []);
  });

  test('an expression has more groups than ten', async () => {
    const names = Array.from('abcdefghijklm');
    const groups = names.map((name, i) => (i % 3 === 2 ? '(\\w)' : `(?<${name}>\\w)`)).join('');
    const row = await rowOf(`eval t="abcdefghijklm" | rex field=t "${groups}" | table a b j k m`);
    assert.deepEqual(row, { a: 'a', b: 'b', j: 'j', k: 'k', m: 'm' });
    const all = await rowOf(
      `eval t="abcdefghijklmABCDEFGHIJKLM" | rex field=t max_match=0 "${groups}" | table a k m`,
    );
    assert.deepEqual(all, { a: ['a', 'A'], k: ['k', 'K'], m: ['m', 'M'] });
  });

  test('the first and the last by a _time that was computed', async () => {
    const rows = await tested.rows(
      'source=unfit | eval n=_time, _time=2 * now() - _time | stats earliest(n) AS first, latest(n) AS last',
    );
    const [newest, oldest] = [NOW - MINUTE_MS, NOW - VALUES.length * MINUTE_MS];
    assert.deepEqual(rows, [
      { first: new Date(newest).toISOString(), last: new Date(oldest).toISOString() },
    ]);
  });
}
