import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import {
  draftOfImport,
  EMPTY_IMPORT,
  type ImportForm,
  importProblems,
  importWords,
} from './import-form.ts';

const FORM: ImportForm = { ...EMPTY_IMPORT, exportId: 'exp_1', index: 'november' };
const wrong = (part: Partial<ImportForm>) => Object.keys(importProblems({ ...FORM, ...part }));

test('an import names its index with what all such indexes begin with', () => {
  assert.deepEqual(draftOfImport(FORM), {
    source: { kind: 'export', export: 'exp_1' },
    index: 're_november',
    days: 7,
  });
  assert.equal(draftOfImport({ ...FORM, index: 're_november' }).index, 're_november');
  const range = draftOfImport({ ...FORM, from: '2026-11-01T00:00', isUnsigned: true });
  assert.equal(range.from, new Date('2026-11-01T00:00').toISOString());
  assert.equal(range.unsigned, true);
});

test('a folder is sent without what a bucket needs', () => {
  assert.deepEqual(draftOfImport({ ...FORM, kind: 'folder', folder: 'archive' }).source, {
    kind: 'folder',
    folder: 'archive',
  });
});

test('what cannot be read back is refused beside its field', () => {
  const { importDaysMin, importDaysMax } = LIMITS.exports;

  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ exportId: '' }), ['exportId']);
  assert.deepEqual(wrong({ index: 'No!' }), ['index']);
  assert.deepEqual(wrong({ days: importDaysMin }), []);
  assert.deepEqual(wrong({ days: importDaysMin - 1 }), ['days']);
  assert.deepEqual(wrong({ days: importDaysMax }), []);
  assert.deepEqual(wrong({ days: importDaysMax + 1 }), ['days']);
  assert.deepEqual(wrong({ from: '2026-11-02T00:00', to: '2026-11-01T00:00' }), ['to']);
  assert.deepEqual(wrong({ kind: 's3' }).includes('secretAccessKey'), true);
});

test('an import tells what it is doing', () => {
  const none = { rows: 0, rowsRefused: 0, rowsPlanned: null, files: 0, filesPlanned: null };

  assert.equal(importWords({ ...none, state: 'waiting' }), 'queued');
  assert.equal(importWords({ ...none, state: 'running' }), 'verifying manifests');
  assert.equal(importWords({ ...none, state: 'failed' }), 'no events found');
  const half = { state: 'running', rows: 10, rowsPlanned: 20, files: 1, filesPlanned: 2 } as const;
  assert.equal(importWords({ ...half, rowsRefused: 0 }), '10 of 20 rows in 1 of 2 files');
  assert.equal(
    importWords({ ...half, rowsRefused: 1 }),
    '10 of 20 rows in 1 of 2 files, 1 row refused',
  );
});
