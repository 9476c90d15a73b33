import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../base/log.ts';
import { prepareData } from './open-engines.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

test('the data folder is closed to other users, also when it was there before', async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'xplain-data-'));
  t.after(() => removeFolder(parent));
  const old = join(parent, 'old');
  mkdirSync(old);
  chmodSync(old, 0o755);
  const modeOf = (folder: string): number => statSync(folder).mode & 0o777;

  await prepareData(old, silentLog);
  await prepareData(join(parent, 'new'), silentLog);

  assert.equal(modeOf(old), 0o700);
  assert.equal(modeOf(join(parent, 'new')), 0o700);
});

test('a folder into which a restore has not ended is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-data-'));
  t.after(() => removeFolder(folder));
  mkdirSync(join(folder, 'restoring'));

  await assert.rejects(prepareData(folder, silentLog), /is incomplete/);
});
