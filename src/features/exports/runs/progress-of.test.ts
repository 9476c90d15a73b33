import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportFileRow } from '../../../engines/metadata/tables/exports.ts';
import { progressOf } from './progress-of.ts';

function file(more: Partial<ExportFileRow>): ExportFileRow {
  return {
    organization_id: 'org_1',
    export_id: 'exp_1',
    run_id: 'run_1',
    number: 1,
    from_ms: 0,
    to_ms: 10,
    rows_planned: 5,
    name: 'a.jsonl',
    state: 'done',
    mark: null,
    row_count: null,
    byte_count: null,
    sha256: null,
    kept_until: null,
    ...more,
  };
}

test('only files that are done count', () => {
  assert.deepEqual(
    progressOf([
      file({ row_count: 3, byte_count: 30 }),
      file({ row_count: 4, byte_count: 50 }),
      file({}),
      file({ state: 'writing', row_count: 100, byte_count: 100 }),
    ]),
    { files_done: 3, row_count: 7, byte_count: 80 },
  );
  assert.deepEqual(progressOf([]), { files_done: 0, row_count: 0, byte_count: 0 });
});
