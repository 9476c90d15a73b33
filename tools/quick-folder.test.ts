import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { GB } from '../src/spec/units.ts';
import { quickFolder } from './quick-folder.ts';

test('files are kept in memory where there is plenty of it, and nobody wished otherwise', () => {
  const plenty = { wished: undefined, roomBytes: 4 * GB, memoryBytes: 8 * GB };

  assert.equal(quickFolder(plenty), '/dev/shm');
  assert.equal(quickFolder({ ...plenty, roomBytes: 4 * GB - 1 }), tmpdir());
  assert.equal(quickFolder({ ...plenty, memoryBytes: 8 * GB - 1 }), tmpdir());
  assert.equal(quickFolder({ ...plenty, wished: '/var/tmp' }), tmpdir());
});
