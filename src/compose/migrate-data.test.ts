import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../test/support/remove-folder.ts';
import type { Config } from '../config/index.ts';
import { isMigrateStep, migrateData } from './migrate-data.ts';

test('four words are steps of a migration', () => {
  const words = ['check', 'copy', 'switch', 'verify', 'Check', 'start', ''];
  assert.deepEqual(words.filter(isMigrateStep), ['check', 'copy', 'switch', 'verify']);
});

test('a folder that is the target, or holds no data, is not moved', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-migrate-'));
  t.after(() => removeFolder(folder));
  const reported: string[] = [];
  const move = (from: string) =>
    migrateData({
      from,
      to: { data: folder } as Config,
      step: 'check',
      tell: (line) => void reported.push(line),
    });

  await assert.rejects(move(`${folder}/./`), {
    name: 'StartError',
    message: `${folder} is also XPLAIN_DATA. Set XPLAIN_DATA to another folder for the target.`,
  });
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'something.txt'), '');
  await assert.rejects(move(empty), {
    name: 'StartError',
    message: `No data found in ${empty}.`,
  });
  assert.deepEqual(reported, []);
});
