/** Which parts of files are read, and how that is written; `choose-files.test.ts` has real files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everything } from '../../../../../test/support/store/open-day-files.ts';
import type { LogsRead } from '../dialect/translate.ts';
import { filesFor, fromParts, partsFor, sizeOf, type FilePart } from './choose-files.ts';
import type { DayFile } from './day-file.ts';
import { hashPair, hashWord } from './words/key-hash.ts';

const BOUNDS = {
  rows: 10,
  from: 100,
  to: 200,
  receivedFrom: 300,
  receivedTo: 400,
  storedFrom: 500,
  storedTo: 600,
  rowIdFrom: 700n,
  rowIdTo: 800n,
  written: 0,
  batches: 0,
  expiresFrom: 0,
};

/** A file whose filters find these groups, whatever they are asked for. */
function file(groups: readonly number[] = [], asked: number[][][] = [], catalog = 'day'): DayFile {
  const find = (keys: number[][]): readonly number[] => {
    asked.push(keys);
    return groups;
  };
  return { catalog, bounds: BOUNDS, path: '/nowhere', filters: { find } } as unknown as DayFile;
}

function isRead(read: Partial<LogsRead>): boolean {
  return filesFor([file()], { ...everything, ...read }).length === 1;
}

test('a file is read when both ends of each of its bounds leave room', () => {
  for (const [inside, outside] of [
    [{ from: 200 }, { from: 201 }],
    [{ to: 101 }, { to: 100 }],
    [{ receivedFrom: 400 }, { receivedFrom: 401 }],
    [{ receivedTo: 301 }, { receivedTo: 300 }],
    [{ storedFrom: 600 }, { storedFrom: 601 }],
    [{ storedTo: 501 }, { storedTo: 500 }],
    [{ rowIdFrom: 800n }, { rowIdFrom: 801n }],
    [{ rowIdTo: 701n }, { rowIdTo: 700n }],
  ] as const) {
    assert.equal(isRead(inside), true, Object.keys(inside).join());
    assert.equal(isRead(outside), false, Object.keys(outside).join());
  }
  const empty = { ...file(), bounds: { ...BOUNDS, rows: 0 } };
  assert.deepEqual(filesFor([empty], everything), []);
});

test('without words all groups are read, with words those that filters find, next to each other together', () => {
  const runs = (groups: readonly number[], words: readonly string[]) =>
    partsFor([file(groups)], { ...everything, words: [...words] }).map((part) => part.runs);

  assert.deepEqual(runs([1], []), [undefined]);
  assert.deepEqual(runs([], ['a']), []);
  assert.deepEqual(runs([1, 2, 3, 7, 9, 10], ['a']), [
    [
      [1, 3],
      [7, 7],
      [9, 10],
    ],
  ]);
});

test('sixteen stretches are read one by one, of more all is read', () => {
  const groups = (count: number): number[] => Array.from({ length: count }, (_, i) => 2 * i);
  const runs = (count: number): number | undefined =>
    partsFor([file(groups(count))], { ...everything, words: ['a'] })[0]?.runs?.length;

  assert.equal(runs(16), 16);
  assert.equal(runs(17), undefined);
});

test('filters are asked for every word, pair and choice whose parts they know', () => {
  const asked: number[][][] = [];
  const word = { kind: 'word', word: 'c' } as const;
  const pair = { kind: 'pair', key: 'k', value: 'v' } as const;

  partsFor([file([], asked)], {
    ...everything,
    words: ['a', 'ä'],
    pairs: [['user', 'bob']],
    choices: [
      [word, pair],
      [word, { kind: 'word', word: 'ö' }],
    ],
  });

  assert.deepEqual(asked, [
    [[hashWord('a')], [hashPair('user', 'bob')], [hashWord('c'), hashPair('k', 'v')]],
  ]);
});

const COLUMNS = '* REPLACE (stored_at::TIMESTAMP_MS AS stored_at)';
const SLICE = { from: 5, to: Infinity };
const SINCE = '"timestamp" >= make_timestamp_ms(5::BIGINT)::TIMESTAMP_MS';
const STORED =
  'stored_at >= make_timestamp_ms(2000::BIGINT)::TIMESTAMP_S AND stored_at < make_timestamp_ms(3000::BIGINT)::TIMESTAMP_S';

const NEVER = { storedFrom: undefined, storedTo: undefined };

function written(
  parts: readonly FilePart[],
  { slice, read = NEVER, isPlain = false }: Partial<Parameters<typeof fromParts>[2]>,
): string {
  const { table, where } = fromParts(parts, file([], [], 'any'), {
    read,
    slice,
    isPlain,
  });
  return where === '' ? table : `${table} WHERE ${where}`;
}

test('a single read that takes the columns as they are is no statement of its own', () => {
  const all = { file: file(), runs: undefined };
  const one = { file: file(), runs: [[3, 3]] } as const;
  const stored = { storedFrom: 1_001, storedTo: 3_000 };

  assert.equal(written([all], { isPlain: true }), 'day.logs');
  assert.equal(written([all], { isPlain: true, slice: SLICE }), `day.logs WHERE ${SINCE}`);
  assert.equal(
    written([one], { isPlain: true, slice: SLICE, read: stored }),
    `day.logs WHERE "block" = 3 AND ${SINCE} AND ${STORED}`,
  );
  assert.equal(written([all], {}), `(SELECT ${COLUMNS} FROM day.logs)`);
});

test('several reads are put together, and none still has the columns', () => {
  const some = {
    file: file(),
    runs: [
      [1, 2],
      [4, 4],
    ],
  } as const;
  const other = { file: file([], [], 'next'), runs: undefined };

  assert.equal(
    written([some, other], { isPlain: true, slice: SLICE }),
    `(SELECT ${COLUMNS} FROM day.logs WHERE "block" BETWEEN 1 AND 2 AND ${SINCE} UNION ALL ` +
      `SELECT ${COLUMNS} FROM day.logs WHERE "block" = 4 AND ${SINCE} UNION ALL ` +
      `SELECT ${COLUMNS} FROM next.logs WHERE ${SINCE})`,
  );
  assert.equal(written([], { isPlain: true }), `(SELECT ${COLUMNS} FROM any.logs LIMIT 0)`);
});

test('no more rows are looked at than a file has', () => {
  const large = { ...file(), bounds: { ...BOUNDS, rows: 100_000 } };

  assert.deepEqual(
    sizeOf([
      {
        file: large,
        runs: [
          [1, 2],
          [9, 9],
        ],
      },
    ]).rows,
    3 * 4_096,
  );
  assert.deepEqual(sizeOf([{ file: file(), runs: [[1, 2]] }]).rows, 10);
  assert.deepEqual(
    sizeOf([
      { file: large, runs: undefined },
      { file: file(), runs: undefined },
    ]).rows,
    100_010,
  );
});
