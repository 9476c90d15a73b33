/** What the views beside a search ask the store, and what they make of its answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeRows, fakeSearch } from '../../../../test/support/search/fake-search.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import type { MinedRows, MiningOptions } from '../../../engines/mining/mining.ts';
import { readContext } from './context.ts';
import { listFields } from './fields.ts';
import { readHistogram } from './histogram.ts';
import { listPatterns } from './patterns.ts';
import { searchPart } from './search-part.ts';

const ID = '0f00000000000000';
const event = (host: string) => ({
  c1: '2026-01-30T00:00:00.000Z',
  c2: ID,
  c3: 'main',
  c4: host,
  c5: 'info',
  c6: 'nginx',
});

test('the events around one are those of its index and source, before and behind it', async () => {
  const { needs, actor, signal, asked } = fakeSearch([
    [event('this')],
    [event('one'), event('two'), event('three')],
    [event('four')],
  ]);

  const context = await readContext(needs, actor, ID, { before: 2, after: 3 }, signal);

  const bodyOf = (row: object): unknown => (row as Readonly<Record<string, unknown>>)['event'];
  assert.deepEqual(context.before.map(bodyOf), ['two', 'one']);
  assert.equal(bodyOf(context.event), 'this');
  assert.deepEqual(context.after.map(bodyOf), ['four']);
  assert.deepEqual([context.hasMoreBefore, context.hasMoreAfter], [true, false]);
  const { elapsedMs, ...stats } = context.stats;
  assert.deepEqual(stats, { scannedRows: 9, scannedBytes: 150 });
  assert.ok(elapsedMs > 0 && elapsedMs < 30_000);
  assert.equal(Math.round(elapsedMs * 100) / 100, elapsedMs);
  assert.deepEqual([context.truncated, context.limits_applied, context.warnings], [false, [], []]);
  const [found, before, after] = asked.map(({ values }) => values.join(' | '));
  assert.equal(
    found,
    'org_test | main | 1900-01-01 00:00:00.000 | 2299-12-31 23:59:59.999 | main | 2026-01-01 12:00:00.000 | ' +
      '1080863910568919040 | 2028-01-30 07:23:38.880 | 2028-01-31 08:23:38.880 | 2',
  );
  assert.equal(
    before,
    'org_test | main | 1900-01-01 00:00:00.000 | 2026-01-30 00:00:00.001 | main | 2026-01-01 12:00:00.000 | ' +
      'nginx | 2026-01-30 00:00:00.000 | 1080863910568919040 | 3',
  );
  assert.equal(
    after,
    'org_test | main | 2026-01-30 00:00:00.000 | 2299-12-31 23:59:59.999 | nginx | 2026-01-30 00:00:00.000 | ' +
      '1080863910568919040 | 4',
  );
  assert.match(asked[1]?.text ?? '', /ORDER BY `timestamp` DESC, `row_id` DESC/);
  assert.match(asked[2]?.text ?? '', /ORDER BY `timestamp` ASC, `row_id` ASC/);
});

test('an event that is not there has nothing around it, and usually ten are shown on each side', async () => {
  const none = fakeSearch([[]]);
  await assert.rejects(readContext(none.needs, none.actor, ID, {}, none.signal), {
    code: 'NOT_FOUND',
  });
  await assert.rejects(readContext(none.needs, none.actor, 'x', {}, none.signal), {
    code: 'NOT_FOUND',
  });
  const usual = fakeSearch([[event('this')], [], []]);
  await readContext(usual.needs, usual.actor, ID, {}, usual.signal);
  assert.deepEqual(
    usual.asked.map(({ values }) => values.at(-1)),
    ['2', '11', '11'],
  );
});

const at = (hour: number): string => `2026-01-31T${String(hour).padStart(2, '0')}:00:00.000Z`;

async function histogram(input: object, reported: readonly FakeRows[]) {
  const { needs, actor, signal, asked } = fakeSearch(reported);
  const given = { query: 'error', earliest: '-3h', span: '1h', ...input };
  return { ...(await readHistogram(needs, actor, given, signal)), asked };
}

test('a histogram has every stretch of its range, those without events, too', async () => {
  const chart = await histogram({ split: '' }, [
    [
      { c5: at(9), c6: 5 },
      { c5: at(11), c6: 2 },
    ],
  ]);

  assert.deepEqual([chart.from, chart.to, chart.span, chart.split], [at(9), at(12), '1h', null]);
  assert.equal(chart.total, 7);
  assert.deepEqual(chart.series, []);
  assert.deepEqual(chart.buckets, [
    { time: at(9), count: 5 },
    { time: at(10), count: 0 },
    { time: at(11), count: 2 },
  ]);
  assert.equal(chart.truncated, false);
});

test('with a field each of its values is a series, with its sum', async () => {
  const series = ['info', 'warn'].map((name) => ({ series: name, missing: 0, rank: 1 }));
  const chart = await histogram({}, [
    series,
    [
      { c10: at(9), c11: 5, c12: 1 },
      { c10: at(11), c11: 2, c12: null },
    ],
  ]);

  assert.equal(chart.split, 'level');
  assert.equal(chart.total, 8);
  assert.deepEqual(chart.series, [
    { value: 'info', count: 7 },
    { value: 'warn', count: 1 },
  ]);
  assert.deepEqual(chart.buckets, [
    { time: at(9), count: 6, values: { info: 5, warn: 1 } },
    { time: at(10), count: 0, values: { info: 0, warn: 0 } },
    { time: at(11), count: 2, values: { info: 2, warn: 0 } },
  ]);
  const host = await histogram({ split: 'host', span: undefined }, [series.slice(0, 1), []]);
  assert.equal(host.split, 'host');
  assert.match(host.asked[0]?.text ?? '', /host/);
  assert.equal(host.asked[1]?.values.at(-1), '10001');
});

test('a stretch that is not among ours would be missing in the sum', async () => {
  await assert.rejects(histogram({ split: '' }, [[{ c5: at(8), c6: 5 }]]), {
    message: 'buckets begin where they should',
  });
});

test('a span that is none, or makes too many stretches, is refused', async () => {
  const refused = (span: string, message: RegExp) =>
    assert.rejects(histogram({ span, earliest: '-30d' }, []), (error: unknown) => {
      const { facts } = error as { facts: { details: { path: string; message: string }[] } };
      assert.equal(facts.details[0]?.path, 'span');
      assert.match(facts.details[0]?.message ?? '', message);
      return true;
    });

  await refused('soon', /./);
  await refused('5', /Invalid duration\. Use a value such as 30s or 5m\./);
  await refused('1s', /Too many buckets \(maximum \d+\)\. Use a longer interval\./);
});

test('a query that begins with rows of its own has no histogram', async () => {
  await assert.rejects(histogram({ query: '| makeresults' }, []), {
    message: /The query must start with an event search\./,
  });
});

const field = (name: string, events: number, top: readonly [string, number][] = []) => ({
  name,
  events,
  distinct_values: 2,
  top: top.map(([item, count]) => ({ item, count })),
});

async function fields(reported: readonly FakeRows[]) {
  const { needs, actor, signal, asked } = fakeSearch(reported);
  const input = { query: 'error', earliest: '-3h' };
  return { ...(await listFields(needs, actor, input, signal)), asked };
}

test('fields have their values, the most frequent first and else by name', async () => {
  const values: [string, number][] = [
    ['b', 2],
    ['c', 5],
    ['a', 2],
  ];
  const { elapsedMs, ...list } = await fields([[field('index', 9), field('host', 4, values)]]).then(
    ({ stats, asked, ...rest }) => ({
      ...rest,
      stats,
      asked: asked.length,
      elapsedMs: stats.elapsedMs,
    }),
  );

  assert.ok(elapsedMs > 0);
  assert.deepEqual(list, {
    from: at(9),
    to: at(12),
    matched: 9,
    sampled: 9,
    fields: [
      { name: 'index', count: 9, distinct: 2, values: [] },
      {
        name: 'host',
        count: 4,
        distinct: 2,
        values: [
          { value: 'c', count: 5 },
          { value: 'a', count: 2 },
          { value: 'b', count: 2 },
        ],
      },
    ],
    stats: { scannedRows: 3, scannedBytes: 50, elapsedMs },
    truncated: false,
    limits_applied: [],
    warnings: [],
    asked: 1,
  });
});

test('of many events the newest are looked at, and of many fields the most frequent are shown', async () => {
  const { fieldsMax, fieldSampleEventsMax } = LIMITS.views;
  const many = Array.from({ length: fieldsMax + 1 }, (_, i) =>
    field(i === 0 ? 'index' : `f${i}`, fieldSampleEventsMax),
  );

  const list = await fields([many, [{ c2: fieldSampleEventsMax + 5 }]]);

  assert.equal(list.fields.length, fieldsMax);
  assert.equal(list.sampled, fieldSampleEventsMax);
  assert.equal(list.matched, fieldSampleEventsMax + 5);
  assert.deepEqual(
    list.limits_applied.map(({ limit, max }) => [limit, max]),
    [
      ['fields', fieldsMax],
      ['fieldSample', fieldSampleEventsMax],
    ],
  );
  assert.equal(list.truncated, true);
  const [asked] = list.asked;
  assert.match(asked?.text ?? '', /ORDER BY name = 'index' DESC, events DESC, name/);
  assert.equal(asked?.values.at(-1), String(fieldsMax + 1));
  const nothing = await fields([[]]);
  assert.deepEqual([nothing.sampled, nothing.matched, nothing.fields], [0, 0, []]);
});

const line = (i: number) => ({
  text: `line ${i}`,
  at: Date.UTC(2026, 0, 31, 10),
  id: `i${i}`,
  level: 'info',
});

async function patterns(
  reported: readonly FakeRows[],
  mined: Partial<MinedRows>,
  input: object = {},
) {
  const { needs, actor, signal, asked } = fakeSearch(reported);
  const given: { lines: readonly string[]; options: MiningOptions }[] = [];
  const mining = {
    minePatterns: async (lines: readonly string[], options: MiningOptions) => {
      given.push({ lines, options });
      return { patterns: [], assignment: [], found: 0, ...mined } as unknown as MinedRows;
    },
  };
  const search = { query: 'error', earliest: '-3h', ...input };
  const list = await listPatterns({ ...needs, mining }, actor, search, signal);
  return { ...list, asked, given };
}

test('patterns are looked for in the lines of the range, beside those of the range before', async () => {
  const pattern = (id: string) => ({ id, template: id, samples: [] });
  const list = await patterns(
    [[{ c2: 2 }], [line(0), line(1)], [{ c2: 1 }], [line(2)]],
    { patterns: [pattern('a'), pattern('b')] as never, assignment: [0, 0, 1] as never, found: 4 },
    { limit: 5 },
  );

  assert.deepEqual(
    list.given.map(({ lines, options }) => [lines, options]),
    [
      [
        ['line 0', 'line 1', 'line 2'],
        { maxSamples: LIMITS.views.patternSamplesMax, patternsMax: LIMITS.views.patternsMax },
      ],
    ],
  );
  assert.deepEqual(
    list.patterns.map(({ id, isNew, count }) => [id, isNew, count]),
    [['a', true, 2]],
  );
  assert.deepEqual([list.matched, list.sampled, list.found], [2, 2, 3]);
  assert.deepEqual(list.limits_applied, [
    { limit: 'patterns', max: 1, message: 'Showing the 1 most frequent of 3 patterns.' },
  ]);
  assert.equal(list.truncated, true);
  assert.deepEqual([list.stats.scannedRows, list.stats.scannedBytes], [6, 100]);
  const past = list.asked[2]?.values.join(' ') ?? '';
  assert.match(past, /2026-01-31 06:00:00.000 2026-01-31 09:00:00.000/);
  assert.doesNotMatch(list.asked[1]?.text ?? '', /sipHash64/);
});

test('without lines nothing is looked at before, and without any before nothing is called new', async () => {
  const none = await patterns([[{ c2: 0 }], []], {});
  assert.deepEqual([none.asked.length, none.patterns, none.truncated], [2, [], false]);
  assert.equal(none.given[0]?.options.patternsMax, LIMITS.views.patternsDefault);
  const first = await patterns([[{ c2: 1 }], [line(0)], [{ c2: 0 }], []], {}, { limit: 7 });
  assert.equal(first.given[0]?.options.patternsMax, 7);
});

test('of many events some stretches of time are taken, always the same', async () => {
  const { patternSampleEventsMax } = LIMITS.views;
  const matched = patternSampleEventsMax * 3 + 1;

  const list = await patterns(
    [[{ c2: matched }], [line(0)], [{ c2: patternSampleEventsMax }], []],
    {},
  );

  assert.match(
    list.asked[1]?.text ?? '',
    /sipHash64\(intDiv\(toUnixTimestamp64Milli\(timestamp\), \{p\d+:Int64\}\)\) % \{p\d+:UInt64\} = 0/,
  );
  const values = list.asked[1]?.values ?? [];
  assert.ok(values.includes('2160'), values.join());
  assert.ok(values.includes('4'), values.join());
  assert.equal(values.at(-1), String(patternSampleEventsMax));
  assert.equal(list.asked[3]?.values.at(-1), String(patternSampleEventsMax - 1));
  assert.deepEqual(list.limits_applied, [
    {
      limit: 'patternSample',
      max: patternSampleEventsMax,
      message: `Sampled: 1 of ${matched} events.`,
    },
  ]);
});

const PARTS: readonly [input: object, text: string, from: string, to: string][] = [
  [{}, '*', '2026-01-30T12:00:00.000Z', at(12)],
  [{ query: 'error | stats count' }, 'error', '2026-01-30T12:00:00.000Z', at(12)],
  [{ query: 'error earliest=-2h latest=-1h' }, 'error', at(10), at(11)],
  [{ query: 'error', earliest: '-2h', latest: '-1h' }, 'error', at(10), at(11)],
];

for (const [input, text, from, to] of PARTS) {
  test(`${JSON.stringify(input)} is a search for ${text} from ${from} to ${to}`, async () => {
    const { needs, actor } = fakeSearch([]);

    const part = await searchPart(needs, actor, input);

    assert.equal(part.text, text);
    assert.deepEqual(part.bounds, { earliest: from, latest: to });
    assert.deepEqual([part.from, part.to], [Date.parse(from), Date.parse(to)]);
    assert.equal(part.zone.name, 'UTC');
  });
}

test('bounds that cannot be read are refused, and bounds beyond all time are its ends', async () => {
  const { needs, actor } = fakeSearch([]);
  const part = (input: object) => searchPart(needs, actor, input);

  await assert.rejects(part({ query: '(' }), { code: 'QUERY_SYNTAX_ERROR' });
  await assert.rejects(part({ earliest: 'soon' }), { code: 'VALIDATION_ERROR' });
  const { bounds } = await part({
    earliest: '1800-01-01T00:00:00Z',
    latest: '2400-01-01T00:00:00Z',
  });
  assert.deepEqual(bounds, {
    earliest: '1900-01-01T00:00:00.000Z',
    latest: '2300-01-01T00:00:00.000Z',
  });
});
