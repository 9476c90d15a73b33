/** Attributes that were sent as lists are fields with several values. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { listFields } from './views/fields.ts';
import { HOUR_MS, MINUTE_MS } from '../../spec/units.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 30);

export function listFieldsSuite(engine: EmbeddedEngine): void {
  let tested: SearchUnderTest;

  before(async () => {
    const lookups = { owners: ['tag,owner,zone', 'x,ada,1', 'Y z,bo,2', '20,cy,3'] };
    tested = await openSearch({ now: NOW, engine, lookups });
    const attributes: readonly (readonly (readonly [string, string])[])[] = [
      [
        ['tags', '["x","Y z"]'],
        ['sizes', '[1,20,3.5]'],
        ['service', '["web","api"]'],
        ['n', '1'],
      ],
      [
        ['tags', '["x"]'],
        ['sizes', '20'],
        ['service', 'web'],
        ['user_id', '["u1","u2"]'],
        ['n', '2'],
      ],
      [
        ['tags', 'x'],
        ['sizes', 'large'],
        ['service', 'db'],
        ['user_id', 'u1'],
        ['n', '3'],
      ],
      [
        ['tags', '[main]'],
        ['n', '4'],
        ['host', '["h1","h2"]'],
      ],
      [
        ['tags', '[{"a":1}]'],
        ['n', '5'],
        ['host', 'h1'],
      ],
      [
        ['tags', '[]'],
        ['n', '6'],
        ['addresses', '["10.1.2.3","fe80::1"]'],
      ],
      [
        ['tags', '[null,"",true,"x"]'],
        ['n', '7'],
      ],
      [['n', '8']],
    ];
    await tested.insert(
      attributes.map((each, i) => ({
        body: `event ${i + 1}`,
        source: 'app',
        timestamp: NOW - MINUTE_MS * (i + 1),
        attributes: each,
      })),
    );
  });
  after(() => tested[Symbol.asyncDispose]());

  const found = async (query: string): Promise<string> =>
    (await tested.rows(`${query} | sort n | table n`)).map((row) => String(row['n'])).join(' ');

  for (const [query, expected] of [
    ['tags=x', '1 2 3 7'],
    ['tags="y Z"', '1'],
    ['tags=y*', '1'],
    ['tags=CASE(y*)', ''],
    ['tags=CASE(x)', '1 2 3 7'],
    ['tags=CASE(X)', ''],
    ['tags=true', '7'],
    ['tags="[main]"', '4'],
    ['tags=main', ''],
    ['tags="[\\"x\\",\\"Y z\\"]"', '1'],
    ['tags="[\\"x*"', '1 2'],
    ['tags!=x', '1 4 5 7'],
    ['NOT tags=x', '4 5 6 8'],
    ['tags IN (a, "y z", true)', '1 7'],
    [`tags IN (${Array.from({ length: 30 }, (_, i) => `v${i}`).join(', ')}, X)`, '1 2 3 7'],
    ['tags=*', '1 2 3 4 5 6 7'],
    ['sizes=20', '1 2'],
    ['sizes=20.0', '1 2'],
    ['sizes>=20', '1 2 3'],
    ['sizes<2', '1'],
    ['sizes!=20', '1 3'],
    ['service=api', '1'],
    ['service=WEB', '1 2'],
    ['host=h2', '4'],
    ['host=h1', '4 5'],
    ['user_id=u2', '2'],
    ['user_id=u1', '2 3'],
    ['addresses=10.1.0.0/16', '6'],
    ['addresses=10.2.0.0/16', ''],
    ['* | search tags=x', '1 2 3 7'],
    ['* | where tags="x"', '1 2 3 7'],
    ['* | where tags="X"', ''],
    ['* | where tags!="x"', '1 4 5 7'],
    ['* | where tags IN ("x", "q")', '1 2 3 7'],
    ['* | where "x"=tags', '1 2 3 7'],
    ['* | where sizes=20', '1 2'],
    ['* | where sizes>10', '1 2 3'],
    ['* | where sizes<=1', '1'],
    ['* | where sizes>2 AND sizes<4', '1'],
    ['* | where tags<"Z"', '1'],
    ['* | where sizes>n', '1 2 3'],
    ['* | where mvcount(tags)=2', '1 7'],
    ['* | fields n, tags | search tags=x', '1 2 3 7'],
    ['* | rename tags AS labels | search labels=x', '1 2 3 7'],
    ['* | eval labels=tags | search labels=x', '1 2 3 7'],
    ['* | head 100 | search tags=x', '1 2 3 7'],
    ['* | regex tags="^x$"', '1 2 3 7'],
  ] as const) {
    test(`finds ${query.slice(0, 60)}`, async () => {
      assert.equal(await found(query), expected);
    });
  }

  const answer = (query: string): Promise<Record<string, unknown>[]> => tested.rows(query);

  test('groups by each value, whatever counts', async () => {
    const byTags = [
      { tags: 'Y z', count: 1 },
      { tags: '[main]', count: 1 },
      { tags: '[{"a":1}]', count: 1 },
      { tags: 'true', count: 1 },
      { tags: 'x', count: 4 },
    ];
    assert.deepEqual(await answer('* | stats count by tags'), byTags);
    assert.deepEqual(await answer('* | top tags'), [
      { tags: 'x', count: 4, percent: 50 },
      { tags: 'Y z', count: 1, percent: 12.5 },
      { tags: '[main]', count: 1, percent: 12.5 },
      { tags: '[{"a":1}]', count: 1, percent: 12.5 },
      { tags: 'true', count: 1, percent: 12.5 },
    ]);
    assert.deepEqual(
      (await answer('* | rare limit=1 tags')).map(({ count }) => count),
      [1],
    );
    assert.deepEqual(await answer('* | stats sum(n) AS n by tags | where tags="x"'), [
      { tags: 'x', n: 13 },
    ]);
  });

  test('a copy of a field groups as the field does, also where there are no events', async () => {
    for (const field of ['service', 'host', 'source', 'level', 'user_id', 'tags']) {
      const copied = (search: string) =>
        answer(`${search} | eval copy=${field} | stats count by copy`);
      const own = await answer(`* | stats count by ${field} | rename ${field} AS copy`);
      assert.deepEqual(await copied('*'), own, field);
      assert.deepEqual(await copied('none=x'), [], field);
    }
  });

  test('whatever comes behind a group, its lists were taken apart', async () => {
    for (const [behind, expected] of [
      ['| where tags="Y z"', [{ tags: 'Y z', count: 1 }]],
      ['| where count>1', [{ tags: 'x', count: 4 }]],
      ['| search tags=y*', [{ tags: 'Y z', count: 1 }]],
      ['| head 1', [{ tags: 'Y z', count: 1 }]],
      ['| sort - count | head 1 | fields count', [{ count: 4 }]],
      ['| stats count', [{ count: 5 }]],
      ['| stats sum(count)', [{ 'sum(count)': 8 }]],
      ['| fields count | where count>1', [{ count: 4 }]],
      ['| eventstats sum(count) AS all | where tags="x" | fields all', [{ all: 8 }]],
    ] as const) {
      assert.deepEqual(await answer(`* | stats count by tags ${behind}`), expected, behind);
    }
    // Of a field that is nothing but lists, no group has the name that is looked for.
    assert.deepEqual(await answer('n<3 tags="[*" | stats count by tags | where tags="x"'), [
      { tags: 'x', count: 2 },
    ]);
    assert.deepEqual(await answer('n<3 tags="[*" | stats count by tags | where count>1'), [
      { tags: 'x', count: 2 },
    ]);
    assert.deepEqual(await answer('n<3 | stats count(tags) AS c by n | where c>1'), [
      { n: '1', c: 2 },
    ]);
    assert.deepEqual(await answer('* | stats count by service | where service="api"'), [
      { service: 'api', count: 1 },
    ]);
  });

  test('counts of the summary and of the rows are the same', async () => {
    const expected = [
      { service: 'api', count: 1 },
      { service: 'db', count: 1 },
      { service: 'web', count: 2 },
    ];
    for (const earliest of [NOW - HOUR_MS, NOW - HOUR_MS + 1]) {
      const range = { earliest: new Date(earliest).toISOString() };
      assert.deepEqual(await tested.rows('* | stats count by service', range), expected);
      assert.deepEqual(await tested.rows('| tstats count by service', range), expected);
      assert.deepEqual(await tested.rows('service=api | stats count', range), [{ count: 1 }]);
      assert.deepEqual(await tested.rows('service=web | stats count by service', range), [
        { service: 'api', count: 1 },
        { service: 'web', count: 2 },
      ]);
    }
  });

  test('charts have a column for each value', async () => {
    const row = (await answer('* | timechart span=1d count by service')).at(-1);
    assert.deepEqual(
      { ...row, _time: undefined },
      { _time: undefined, api: 1, db: 1, web: 2, NULL: 5 },
    );
    assert.deepEqual(await answer('service=* | chart count over tags by service'), [
      { tags: 'Y z', api: 1, db: 0, web: 1 },
      { tags: 'x', api: 1, db: 1, web: 2 },
    ]);
  });

  test('functions of stats see each value', async () => {
    const [row] = await answer(
      '* | stats count(tags) dc(tags) values(tags) list(tags) mode(tags) sum(sizes) max(sizes) count(n) max(n) values(service)',
    );
    assert.deepEqual(row, {
      'count(tags)': 8,
      'dc(tags)': 5,
      'values(tags)': ['Y z', '[main]', '[{"a":1}]', 'true', 'x'],
      'list(tags)': ['x', 'Y z', 'x', 'x', '[main]', '[{"a":1}]', 'true', 'x'],
      'mode(tags)': 'x',
      'sum(sizes)': 44.5,
      'max(sizes)': 'large',
      'count(n)': 8,
      'max(n)': 8,
      'values(service)': ['api', 'db', 'web'],
    });
    const numbers = await answer(
      'sizes>0 NOT sizes=large | stats avg(sizes) min(sizes) max(sizes) median(sizes) perc50(sizes) sumsq(sizes) range(sizes) exactperc50(sizes)',
    );
    assert.deepEqual(numbers, [
      {
        'avg(sizes)': 11.125,
        'min(sizes)': 1,
        'max(sizes)': 20,
        'median(sizes)': numbers[0]?.['perc50(sizes)'],
        'perc50(sizes)': numbers[0]?.['perc50(sizes)'],
        'sumsq(sizes)': 813.25,
        'range(sizes)': 19,
        'exactperc50(sizes)': 11.75,
      },
    ]);
  });

  test('list() and values() of a field with several values have each of them', async () => {
    const made = '| makeresults count=2 | streamstats count AS n | eval v=mvappend("b".n, "a")';
    assert.deepEqual(await answer(`${made} | stats list(v) AS l, values(v) AS v`), [
      { l: ['b1', 'a', 'b2', 'a'], v: ['a', 'b1', 'b2'] },
    ]);
    const beside = await answer(`${made} | eventstats list(v) AS l, values(v) AS w | fields l, w`);
    assert.deepEqual(
      beside.map(({ l, w }) => ({ l, w })),
      [
        { l: ['b1', 'a', 'b2', 'a'], w: ['a', 'b1', 'b2'] },
        { l: ['b1', 'a', 'b2', 'a'], w: ['a', 'b1', 'b2'] },
      ],
    );
  });

  test('functions of several values take a list apart', async () => {
    assert.deepEqual(
      await answer(
        'n=1 | eval c=mvcount(tags), f=mvindex(tags, 0), l=mvindex(tags, -1), j=mvjoin(tags, "+"), t=typeof(tags) | table c f l j t',
      ),
      [{ c: 2, f: 'x', l: 'Y z', j: 'x+Y z', t: 'Multivalue' }],
    );
    assert.deepEqual(await answer('n=1 OR n=3 | mvexpand tags | sort n tags | table n tags'), [
      { n: '1', tags: 'Y z' },
      { n: '1', tags: 'x' },
      { n: '3', tags: 'x' },
    ]);
    assert.deepEqual(await answer('n=1 | nomv tags | table tags'), [{ tags: 'x\nY z' }]);
  });

  test('a lookup by a list looks up each value', async () => {
    assert.deepEqual(
      await answer('n<4 | lookup owners tag AS tags OUTPUT owner | sort n | table n owner'),
      [
        { n: '1', owner: ['ada', 'bo'] },
        { n: '2', owner: 'ada' },
        { n: '3', owner: 'ada' },
      ],
    );
    assert.deepEqual(
      await answer('n<4 | lookup owners tag AS sizes | sort n | table n owner zone'),
      [
        { n: '1', owner: 'cy', zone: '3' },
        { n: '2', owner: 'cy', zone: '3' },
        { n: '3', owner: null, zone: null },
      ],
    );
    assert.deepEqual(await answer('* | lookup owners tag AS tags | stats count by owner'), [
      { owner: 'ada', count: 4 },
      { owner: 'bo', count: 1 },
    ]);
    assert.deepEqual(await answer('n>3 n<5 | lookup owners tag AS tags | table owner'), [
      { owner: null },
    ]);
  });

  test('the list of fields has each value, and counts an event once', async () => {
    const { fields } = await listFields(
      tested.needs,
      tested.actorOf('org_test'),
      { query: '*' },
      new AbortController().signal,
    );
    const { values: tags, ...facts } = fields.find(({ name }) => name === 'tags') ?? {};
    assert.deepEqual(facts, { name: 'tags', count: 6, distinct: 5 });
    assert.deepEqual(tags, [
      { value: 'x', count: 4 },
      { value: 'Y z', count: 1 },
      { value: '[main]', count: 1 },
      { value: '[{"a":1}]', count: 1 },
      { value: 'true', count: 1 },
    ]);
    assert.deepEqual(fields.find(({ name }) => name === 'host')?.values, [
      { value: 'h1', count: 2 },
      { value: 'h2', count: 1 },
    ]);
    assert.equal(fields.find(({ name }) => name === 'index')?.count, 8);
  });

  test('eventstats counts each value of a list, and groups by the whole of it', async () => {
    const rows = await answer(
      'n=1 OR n=2 | eventstats count(tags) AS c, dc(tags) AS d by tags | sort n | table n c d',
    );
    assert.deepEqual(rows, [
      { n: '1', c: 2, d: 2 },
      { n: '2', c: 1, d: 1 },
    ]);
  });

  test('a subsearch that groups by a list hands over its values', async () => {
    assert.equal(await found('[search n=1 | stats count by tags | fields tags]'), '1 2 3 7');
  });
}
