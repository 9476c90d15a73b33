/** Which days are written once more, decided without a database. */
import assert from 'node:assert/strict';
import { truncateSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { compactDays } from './compact-day.ts';
import type { DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';

const HOUR = 3_600_000;
const never = new AbortController().signal;

function fileOf(path: string, more: Partial<DayFile> & { rows?: number } = {}): DayFile {
  const { rows = 1, ...changed } = more;
  const file = { day: '20260101', path, catalog: 'c', isSorted: false, bounds: { rows } };
  return { ...file, ...changed } as unknown as DayFile;
}

/** How many of the files were taken up. */
async function chosen(
  t: TestContext,
  options: {
    readonly now: number;
    readonly files: (path: string) => readonly DayFile[];
    readonly signal?: AbortSignal;
    readonly bytes?: number;
    readonly onTurn?: () => void;
  },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-days-'));
  t.after(() => removeFolder(folder));
  const path = join(folder, '20260101.duckdb');
  writeFileSync(path, '');
  truncateSync(path, options.bytes ?? 0);
  let turns = 0;
  const files = {
    all: () => options.files(path),
    alone: async () => {
      turns += 1;
      options.onTurn?.();
    },
  } as unknown as DayFiles;
  const needs = { database: {} as never, files, folder };
  await compactDays(needs, { now: () => options.now }, options.signal ?? never);
  return turns;
}

const NEXT_DAY = Date.UTC(2026, 0, 2);
const one = (more: Parameters<typeof fileOf>[1] = {}) => ({
  files: (path: string) => [fileOf(path, more)],
});

test('a day is written once more an hour after it is over', async (t) => {
  assert.equal(await chosen(t, { now: NEXT_DAY + HOUR - 1, ...one() }), 0);
  assert.equal(await chosen(t, { now: NEXT_DAY + HOUR, ...one() }), 1);
});

test('days that are in order or empty are left alone', async (t) => {
  const now = NEXT_DAY + 2 * HOUR;
  assert.equal(await chosen(t, { now, ...one({ isSorted: true }) }), 0);
  assert.equal(await chosen(t, { now, ...one({ rows: 0 }) }), 0);
  assert.equal(await chosen(t, { now, ...one({ day: '20260102' }) }), 0);
  assert.equal(await chosen(t, { now, ...one({ day: '20251231' }) }), 1);
});

test('a disk without room for three times the file is left alone', async (t) => {
  const now = NEXT_DAY + 2 * HOUR;
  // Takes no room itself.
  const bytes = 2 ** 42;
  assert.equal(await chosen(t, { now, bytes, ...one() }), 0);
});

test('it ends between two days when it is stopped', async (t) => {
  const now = NEXT_DAY + 2 * HOUR;
  const stop = new AbortController();
  const files = (path: string) => [fileOf(path), fileOf(path)];

  assert.equal(await chosen(t, { now, files }), 2);
  assert.equal(await chosen(t, { now, files, signal: stop.signal, onTurn: () => stop.abort() }), 1);
});
