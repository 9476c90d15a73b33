/** What the platform asks the store about the events of trees, and what it makes of the answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeRows, fakeSearch } from '../../../../test/support/search/fake-search.ts';
import { bind, LIST_FOUND, type Sql } from '../../../engines/store/sql.ts';
import type { ExportOptions } from '../../../engines/store/store.ts';
import { parse, type Query } from '../../../language/index.ts';
import { countArrivals, type ArrivalCounting } from './count-arrivals.ts';
import { countTogether, type TogetherCounting } from './count-together.ts';
import { exportAnswer, exportTree, type FileNeeds } from './export-tree.ts';
import { findEventIds, searchTree } from './search-tree.ts';

function treeOf(text: string): Query {
  const { query } = parse(text);
  assert.ok(query !== undefined, text);
  return query;
}

const SEARCH = {
  from: 1_000,
  to: 2_000,
  stored: { from: 3_000, to: 4_000 },
  now: 5_000,
  timeoutMs: 30_000,
};
const COUNTING: Omit<ArrivalCounting, 'query'> = {
  ...SEARCH,
  by: [],
  lateMsMin: 7,
  order: 'most',
  rowsMax: 2,
};

/** A statement in fewer words. */
function brief(text: string | undefined): string {
  return (text ?? '')
    .replaceAll('toUnixTimestamp64Milli(stored_at)', 'STORED')
    .replaceAll('toUnixTimestamp64Milli(timestamp)', 'OWN')
    .replaceAll('(STORED - OWN)', 'LATE')
    .replaceAll(/\{p\d+:\w+(?:\([^}]*\))?\}/g, '?')
    .replaceAll('`', '')
    .replaceAll(/WHERE \(?organization = .*?stored_at < \?\)?/g, 'WHERE SCOPE')
    .replaceAll(
      'indexHint(has(tokens(lowerUTF8(body)), lowerUTF8(?))) AND hasTokenCaseInsensitive(body, ?)',
      'WORD',
    );
}

async function arrivals(counting: Partial<ArrivalCounting>, reported: FakeRows, query = 'error') {
  const { needs, actor, signal, asked } = fakeSearch([reported]);
  const whole = { ...COUNTING, query: treeOf(query), ...counting };
  const counts = await countArrivals(needs, actor, whole, signal);
  return { ...counts, text: brief(asked[0]?.text), values: asked[0]?.values ?? [] };
}

test('arrivals are counted in one statement, in all where nothing makes groups', async () => {
  const { text, values, rows, isCut } = await arrivals({ order: 'least' }, [
    { c1: 0, c2: 0, c3: 5, c4: 0, c5: null, c6: null, c7: 30, c8: 40, c9: 0 },
  ]);

  assert.equal(
    text,
    'SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9 FROM (SELECT 0 AS c1, 0 AS c2, count() AS c3, ' +
      'countIf(LATE > ?) AS c4, min(if(LATE > ?, OWN, NULL)) AS c5, max(if(LATE > ?, OWN, NULL)) AS c6, ' +
      'min(STORED) AS c7, max(STORED) AS c8, 0 AS c9 FROM logs WHERE SCOPE AND ((WORD))) ' +
      'ORDER BY c3 ASC LIMIT ?',
  );
  assert.equal(values[0], '7');
  assert.equal(values.at(-1), '3');
  assert.deepEqual(rows, [
    {
      key: [],
      own: 0,
      storing: 0,
      windows: 0,
      count: 5,
      late: 0,
      lateTimes: undefined,
      storedTimes: [30, 40],
    },
  ]);
  assert.equal(isCut, false);
});

test('groups, stretches and late ones are told apart, the most frequent first', async () => {
  const counting = {
    by: ['host', 'user'],
    own: { first: 100, sizeMs: 10 },
    storing: { first: 200, sizeMs: 20 },
    windows: { first: 300, sizeMs: 30 },
    lateStoredFrom: 8,
  };
  const row = {
    c1: 'a',
    c2: 5,
    c3: 1,
    c4: 2,
    c5: 9,
    c6: 3,
    c7: 11,
    c8: 12,
    c9: 13,
    c10: 14,
    c11: 4,
  };

  const { text, values, rows, isCut } = await arrivals(counting, [row, { c5: 0 }, row]);

  const late = 'LATE > ? AND STORED >= ?';
  const isList = (name: string): string =>
    `ifNull(startsWith(${name}, '[') AND isValidJSON(ifNull(${name}, '')), 0)`;
  assert.equal(
    text,
    'SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 FROM (SELECT host AS c1, attributes[?] AS c2, ' +
      'intDiv(OWN - ?, ?) AS c3, intDiv(STORED - ?, ?) AS c4, count() AS c5, ' +
      `countIf(${late}) AS c6, min(if(${late}, OWN, NULL)) AS c7, max(if(${late}, OWN, NULL)) AS c8, ` +
      'min(STORED) AS c9, max(STORED) AS c10, uniqExact(intDiv(STORED - ?, ?)) AS c11 ' +
      "FROM logs WHERE SCOPE AND ((WORD)) AND (host != '') AND (attributes[?] != '') GROUP BY c1, c2, c3, c4 " +
      `HAVING throwIf(count() > 0 AND (${isList('c1')} OR ${isList('c2')}), ?) = 0 LIMIT 4611686018427387904) ` +
      'ORDER BY c5 DESC, c1 ASC, c2 ASC, c3 ASC, c4 ASC LIMIT ?',
  );
  assert.deepEqual(values.slice(0, 9).join(), 'user,100,10,200,20,7,8,300,30');
  assert(values.includes(LIST_FOUND));
  assert.equal(isCut, true);
  assert.deepEqual(rows, [
    {
      key: ['a', '5'],
      own: 1,
      storing: 2,
      windows: 4,
      count: 9,
      late: 3,
      lateTimes: [11, 12],
      storedTimes: [13, 14],
    },
    {
      key: ['""', '""'],
      own: 0,
      storing: 0,
      windows: 0,
      count: 0,
      late: 0,
      lateTimes: undefined,
      storedTimes: undefined,
    },
  ]);
});

async function together(
  parts: TogetherCounting['parts'],
  reported: readonly FakeRows[],
  partsMax = 2,
) {
  const { needs, actor, signal, asked } = fakeSearch(reported);
  const counting = { ...SEARCH, parts, lateMsMin: 7, partsMax };
  const counts = await countTogether(needs, actor, counting, signal);
  return { ...counts, texts: asked.map(({ text }) => brief(text)), asked };
}

const part = (text: string, receivedFrom?: number) => ({
  query: treeOf(text),
  ...(receivedFrom === undefined ? {} : { receivedFrom }),
});

test('parts that read the same are counted together, and once where they are the same', async () => {
  const { counts, statements, texts } = await together(
    [part('error'), part('failed', 1_500), part('error')],
    [[{ count0: 4, count1: 5, late: 0 }]],
  );

  assert.equal(statements, 1);
  assert.deepEqual(counts, [
    { count: 4, late: 0, lateTimes: undefined },
    { count: 5, late: 0, lateTimes: undefined },
    { count: 4, late: 0, lateTimes: undefined },
  ]);
  assert.match(
    texts[0] ?? '',
    /AS count0, .*AND \(received_at >= \?\)\) AS count1, countIf\(LATE > \?\) AS late FROM logs WHERE SCOPE AND \(.* OR .*\)$/,
  );
});

test('of late events a second statement tells whose they are', async () => {
  const { counts, statements, texts } = await together(
    [part('error'), part('failed')],
    [[{ count0: 4, count1: 5, late: 2 }], [{ late0: 2, from0: 11, to0: 12, late1: 0 }]],
  );

  assert.equal(statements, 2);
  assert.deepEqual(counts, [
    { count: 4, late: 2, lateTimes: [11, 12] },
    { count: 5, late: 0, lateTimes: undefined },
  ]);
  assert.match(
    texts[1] ?? '',
    /^SELECT countIf\(part0\) AS late0, min\(if\(part0, own, NULL\)\) AS from0, max\(if\(part0, own, NULL\)\) AS to0, countIf\(part1\) AS late1, .* FROM \(SELECT OWN AS own, .* AS part0, .* AS part1 FROM logs WHERE SCOPE AND LATE > \? AND \(.* OR .*\)\)$/,
  );
});

test('as many parts have one statement as is said, those that have to read everything apart', async () => {
  const words = ['one', 'two', 'three'].map((word) => part(word));
  const { counts, statements, texts } = await together(
    [...words, part('a*')],
    [[{ count0: 1, count1: 2 }], [{ count2: 3 }], [{ count3: 4 }]],
  );

  assert.equal(statements, 3);
  assert.deepEqual(
    counts.map((each) => each?.count),
    [1, 2, 3, 4],
  );
  assert.match(texts[1] ?? '', /AS count2/);
  assert.match(texts[1] ?? '', /SCOPE AND \(/);
  assert.match(texts[2] ?? '', /WHERE SCOPE$/);
});

test('what cannot be counted with the others is left to whoever asks', async () => {
  const { counts, statements } = await together(
    [
      part('error | head 5'),
      part('x [search y | table host]'),
      part('index=nosuch'),
      part('error'),
      part('index=_audit'),
      part('error | stats count'),
    ],
    [[{ count0: 4 }]],
  );

  assert.equal(statements, 1);
  assert.deepEqual(
    counts.map((each) => each?.count),
    [undefined, undefined, undefined, 4, undefined, undefined],
  );
  const none = await together([part('error | head 5')], []);
  assert.deepEqual([none.counts, none.statements], [[undefined], 0]);
});

async function exported(
  run: (needs: FileNeeds, reported: ReturnType<typeof fakeSearch>) => Promise<unknown>,
) {
  const reported = fakeSearch([]);
  const files: [text: string, format: string, options: ExportOptions][] = [];
  const store = {
    ...reported.needs.store,
    export: async (statement: Sql, format: string, options: ExportOptions) => {
      files.push([brief(bind(statement).text), format, options]);
      return { content: 'file' } as never;
    },
  };
  const file = await run({ ...reported.needs, store }, reported);
  return { file, files };
}

test('an archive has its events by index, time and id, with what names them', async () => {
  const { file, files } = await exported((needs, { actor, signal }) =>
    exportTree(
      needs,
      actor,
      { ...SEARCH, query: treeOf('error | fields host, level') },
      { format: 'jsonl', mayPack: 'zstd' },
      signal,
    ),
  );

  const [[text, format, options] = assert.fail('a file')] = files;
  assert.match(text, /^SELECT x1 AS _time, x2 AS _id, x3 AS _index, x4 AS _indextime, /);
  assert.match(text, /ORDER BY index_name ASC, timestamp ASC, row_id ASC LIMIT \?\)$/);
  assert.match(text, /stored_at AS x4/);
  assert.equal(format, 'jsonl');
  assert.equal(options.mayPack, 'zstd');
  assert.equal(options.timeoutMs, 1_800_000);
  assert.equal(options.memoryBytesMax, 1_073_741_824);
  assert.deepEqual(options.settings, {
    max_bytes_before_external_sort: 536_870_912,
    max_threads: 1,
    priority: 10,
  });
  assert.deepEqual(file, {
    content: 'file',
    columns: ['_time', '_id', '_index', '_indextime', 'event', 'host', 'level'],
  });
});

test('only whole events are archived, while any answer may be a file', async () => {
  await assert.rejects(
    exported((needs, { actor, signal }) =>
      exportTree(
        needs,
        actor,
        { ...SEARCH, query: treeOf('error | stats count') },
        { format: 'csv' },
        signal,
      ),
    ),
    { message: 'only whole events are archived' },
  );
  const { files, file } = await exported((needs, { actor, signal }) =>
    exportAnswer(
      needs,
      actor,
      { query: 'error | stats count', now: Date.UTC(2026, 0, 1), earliest: '-1h' },
      { format: 'csv' },
      signal,
    ),
  );
  assert.equal(files.length, 1);
  assert.deepEqual(file, { content: 'file', columns: ['count'] });
});

test('the ids of the newest events are found, none once they are a table', async () => {
  const { needs, actor, signal, asked } = fakeSearch([[{ c1: 'a' }, { c1: 'b' }]]);
  const find = (query: string) =>
    findEventIds(needs, actor, { ...SEARCH, query: treeOf(query), rowsMax: 2 }, signal);

  assert.deepEqual(await find('error | fields host'), ['a', 'b']);
  assert.equal(asked[0]?.values.at(-1), '2');
  assert.deepEqual(await find('error | stats count'), []);
  assert.equal(asked.length, 1);
});

test('the rows of a tree are as many as asked for, and say when there are more', async () => {
  const { needs, actor, signal } = fakeSearch([
    [{ c3: 1 }, { c3: 2 }, { c3: 3 }],
    [{ c3: 1 }, { c3: 2 }],
  ]);
  const search = { ...SEARCH, query: treeOf('error | stats count BY host'), rowsMax: 2 };

  const more = await searchTree(needs, actor, search, signal);
  const all = await searchTree(needs, actor, search, signal);

  assert.deepEqual([more.rows.length, more.isCut], [2, true]);
  assert.deepEqual([all.rows.length, all.isCut], [2, false]);
  assert.deepEqual(
    all.columns.map(({ name }) => name),
    ['host', 'count'],
  );
});
