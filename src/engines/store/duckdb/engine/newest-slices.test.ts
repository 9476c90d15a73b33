import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogsRead } from '../dialect/translate.ts';
import type { DayFile } from './day-file.ts';
import { newestSlices } from './newest-slices.ts';
import { fromCounts } from './read-counts.ts';
import { timesOf, type Slice } from './slice.ts';

function file(from: number, to: number, rows: number, catalog = 'day1'): DayFile {
  return { catalog, bounds: { from, to, rows } } as unknown as DayFile;
}

function read(from?: number, to?: number): LogsRead {
  return { from, to } as LogsRead;
}

test('the first stretch has about ten thousand rows, each further one eight times as many', () => {
  assert.deepEqual(newestSlices([file(0, 999_999, 1_000_000)], [read()]), [
    { from: 990_000, to: 1_000_000 },
    { from: 910_000, to: 990_000 },
    { from: 270_000, to: 910_000 },
    { from: 0, to: 270_000 },
  ]);
});

test('nothing is looked for beyond what is asked for or there', () => {
  const files = [file(1_000, 1_999, 500), file(2_000, 2_999, 500)];
  const only = (...asked: LogsRead[]): Slice[] => newestSlices(files, asked);

  assert.deepEqual(only(read()), [{ from: 1_000, to: 3_000 }]);
  assert.deepEqual(only(read(1_500, 2_500)), [{ from: 1_500, to: 2_500 }]);
  assert.deepEqual(only(read(0, 9_999)), [{ from: 1_000, to: 3_000 }]);
  assert.deepEqual(only(read(1_500, 1_600), read(1_200, 2_500)), [{ from: 1_200, to: 2_500 }]);
  assert.deepEqual(only(read(1_500), read(undefined, 1_600)), [{ from: 1_000, to: 3_000 }]);
  assert.deepEqual(only(read(2_500, 2_500)), []);
  assert.deepEqual(only(read(3_000)), []);
  assert.deepEqual(newestSlices([], [read()]), []);
});

test('files without rows are one stretch', () => {
  assert.deepEqual(newestSlices([file(5, 5, 0)], [read()]), [{ from: 5, to: 6 }]);
});

test('a stretch is a condition for each end that it has', () => {
  const from = '"timestamp" >= make_timestamp_ms(5::BIGINT)::TIMESTAMP_MS';
  const to = '"timestamp" < make_timestamp_ms(9::BIGINT)::TIMESTAMP_MS';

  assert.deepEqual(timesOf({ from: 5, to: 9 }), [from, to]);
  assert.deepEqual(timesOf({ from: -Infinity, to: 9 }), [to]);
  assert.deepEqual(timesOf({ from: 5, to: Infinity }), [from]);
});

const MINUTE = 60_000;

/** Which tables are read, and from when until when. */
function reads(day: DayFile, asked: LogsRead): string[] {
  const { table, where } = fromCounts([day], file(0, 0, 0, 'any'), asked);
  assert.equal(where, '');
  return table
    .slice(1, -1)
    .split(' UNION ALL ')
    .map((each) => {
      const name = /FROM (\w+\.\w+)/.exec(each)?.[1] ?? '';
      const times = [...each.matchAll(/\((\d+)::BIGINT\)/g)].map(([, ms]) => ms).join(' to ');
      return `${name} ${times}`.trim();
    });
}

test('whole minutes are counted already, what is left at the ends is read', () => {
  const day = file(0, 10 * MINUTE - 1, 9);

  assert.deepEqual(reads(day, read(30_000, 3 * MINUTE + 1)), [
    'day1.logs 30000 to 60000',
    'day1.minutes 60000 to 180000',
    'day1.logs 180000 to 180001',
  ]);
  assert.deepEqual(reads(day, read(MINUTE, 2 * MINUTE)), ['day1.minutes 60000 to 120000']);
  assert.deepEqual(reads(day, read(MINUTE + 5, MINUTE + 9)), ['day1.logs 60005 to 60009']);
  assert.deepEqual(reads(day, read()), ['day1.minutes 0 to 600000']);
});

test('a file that has nothing of the time is not read, and some file has to tell the columns', () => {
  assert.deepEqual(reads(file(MINUTE, 2 * MINUTE, 9), read(5 * MINUTE)), ['any.logs']);
});
