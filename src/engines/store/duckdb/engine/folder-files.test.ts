/** What is left in the folder after a crash, and what becomes of logs that cannot be read. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { findDayFiles, freeName, removeDayFile } from './folder-files.ts';
import { damagedLogs, noteMissing, repairLog } from './repair-log.ts';

function folderWith(t: TestContext, ...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-folder-'));
  t.after(() => removeFolder(folder));
  for (const name of names) writeFileSync(join(folder, name), name);
  return folder;
}

const left = (folder: string): string[] => readdirSync(folder).toSorted();

test('files with rows are found, the oldest first; what a crash left is cleared away', (t) => {
  const folder = folderWith(
    t,
    '20260102.duckdb',
    '20260101-2.duckdb',
    '20260101.duckdb',
    '20260101.duckdb.wal',
    '20260103.duckdb.new',
    '20260103.duckdb.new.wal',
    '20260104.duckdb.removed',
    '20260104.duckdb.wal',
    '20260104.duckdb.wal.recovery',
    '20260105.duckdb.wal',
    '20260106.duckdb.wal.checkpoint',
    'notes.txt',
    'other.duckdb',
  );

  assert.deepEqual(
    findDayFiles(folder).map((path) => path.slice(folder.length + 1)),
    ['20260101-2.duckdb', '20260101.duckdb', '20260102.duckdb'],
  );
  assert.deepEqual(left(folder), [
    '20260101-2.duckdb',
    '20260101.duckdb',
    '20260101.duckdb.wal',
    '20260102.duckdb',
    '20260105.duckdb.wal.damaged-1',
    '20260106.duckdb.wal.checkpoint.damaged-1',
    'notes.txt',
    'other.duckdb',
  ]);
});

test('a further file of a day has the first number that is free', (t) => {
  const folder = folderWith(t, '20260101.duckdb', '20260102.duckdb', '20260102-2.duckdb');

  assert.equal(freeName(folder, '20260103'), '20260103.duckdb');
  assert.equal(freeName(folder, '20260101'), '20260101-2.duckdb');
  assert.equal(freeName(folder, '20260102'), '20260102-3.duckdb');
});

test('a file goes with its logs and its count, and so does what is left of one', (t) => {
  const own = ['', '.wal', '.wal.checkpoint', '.wal.recovery', '.stored'];
  const folder = folderWith(t, ...own.map((ending) => `20260101.duckdb${ending}`), 'x.duckdb.wal');

  removeDayFile(folder, join(folder, '20260101.duckdb'));
  removeDayFile(folder, join(folder, '20260101.duckdb'));

  assert.deepEqual(left(folder), ['x.duckdb.wal']);
});

const DAMAGE = 'Failure while replaying WAL file "%": entry at byte position 20';

function logWith(t: TestContext, content: Buffer) {
  const folder = folderWith(t, '20260101.duckdb');
  const path = join(folder, '20260101.duckdb');
  writeFileSync(`${path}.wal`, content);
  const repair = (message: string): boolean =>
    repairLog(path, new Error(message.replace('%', `${path}.wal`)));
  return { folder, path, repair, log: () => readFileSync(`${path}.wal`) };
}

test('a log is cut before the entry that is damaged, and kept whole beside it', (t) => {
  const { folder, path, repair, log } = logWith(t, Buffer.from('head' + 'x'.repeat(30)));

  assert.equal(repair(DAMAGE), true);

  assert.equal(log().toString(), 'head');
  assert.deepEqual(damagedLogs(folder), ['20260101.duckdb.wal.damaged-1']);
  assert.equal(readFileSync(`${path}.wal.damaged-1`).length, 34);
});

test('zeros at the end of a log are no rows', (t) => {
  const { folder, repair, log } = logWith(
    t,
    Buffer.concat([Buffer.from('head'), Buffer.alloc(30)]),
  );

  assert.equal(repair(DAMAGE), true);

  assert.equal(log().toString(), 'head');
  assert.deepEqual(damagedLogs(folder), []);
});

test('an entry near the beginning leaves nothing of the log', (t) => {
  const { folder, repair, log } = logWith(t, Buffer.from('damaged'));

  assert.equal(repair(DAMAGE.replace('20', '5')), true);

  assert.equal(log().length, 0);
  assert.deepEqual(damagedLogs(folder), ['20260101.duckdb.wal.damaged-1']);
});

for (const message of [
  'Failure while replaying WAL file "%"',
  'Failure while replaying checkpoint WAL file "%"',
  'This WAL was created for another file',
  DAMAGE.replace('20', '50'),
]) {
  test(`a log of which nothing can be kept is put aside: ${message}`, (t) => {
    const { folder, repair } = logWith(t, Buffer.from('x'.repeat(34)));

    assert.equal(repair(message), true);

    assert.deepEqual(left(folder), ['20260101.duckdb', '20260101.duckdb.wal.damaged-1']);
  });
}

test('of an entry that begins before the end of the log, what stands before it is kept', (t) => {
  const { repair, log } = logWith(t, Buffer.from('x'.repeat(34)));

  repair(DAMAGE.replace('20', '49'));
  assert.equal(log().length, 33);
});

test('the log that is named is the one that is cut, else the first', (t) => {
  const { path, folder } = logWith(t, Buffer.from('x'.repeat(34)));
  writeFileSync(`${path}.wal.recovery`, 'y'.repeat(34));
  const named = `replaying WAL file "${path}.wal.recovery": entry at byte position 20`;

  assert.equal(repairLog(path, new Error(named)), true);
  assert.equal(readFileSync(`${path}.wal.recovery`).length, 4);
  assert.equal(readFileSync(`${path}.wal`).length, 34);
  assert.equal(
    repairLog(path, new Error('replaying WAL file "/other": entry at byte position 21')),
    true,
  );
  assert.equal(readFileSync(`${path}.wal`).length, 5);
  assert.deepEqual(damagedLogs(folder).toSorted(), [
    '20260101.duckdb.wal.damaged-1',
    '20260101.duckdb.wal.recovery.damaged-1',
  ]);
});

test('what is not about a log leaves everything as it is', (t) => {
  const { folder, path, repair } = logWith(t, Buffer.from('rows'));

  assert.equal(repair('The disk is full'), false);
  assert.equal(repairLog(path, 'replaying WAL'), false);
  assert.equal(repairLog(join(folder, 'other.duckdb'), new Error('replaying WAL')), false);
  assert.deepEqual(left(folder), ['20260101.duckdb', '20260101.duckdb.wal']);
});

test('word is left of rows that are missing, beside what was said before', (t) => {
  const folder = folderWith(t);
  const path = join(folder, '20260101.duckdb');

  noteMissing(path, 3);
  noteMissing(path, 4);

  assert.deepEqual(damagedLogs(folder).toSorted(), [
    '20260101.duckdb.damaged-1',
    '20260101.duckdb.damaged-2',
  ]);
  const [first, second] = [1, 2].map((number) => readFileSync(`${path}.damaged-${number}`, 'utf8'));
  assert.equal(first, '3 batches that were stored are missing\n');
  assert.equal(second, '4 batches that were stored are missing\n');
});
