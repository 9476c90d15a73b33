import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf } from '../../../../test/support/part-rows.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { summaryOf } from './part-jobs.ts';
import { openParts } from './parts.ts';
import { writePart } from './write-part.ts';

const organization = organizationId('org_a');
const NOW = Date.UTC(2026, 10, 18);

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-parts-'));
  t.after(() => removeFolder(folder));
  return folder;
}

function put(folder: string, name: string, replaces: readonly string[] = []) {
  const part = writePart(partRowsOf([logRecord({ organization })]), { tokens: [], replaces });
  assert(part !== undefined);
  writeFileSync(join(folder, name), Buffer.concat(part.pieces));
  return summaryOf(name, part.bytes, part.index);
}

function namesIn(folder: string): string[] {
  return openParts(folder)
    .all()
    .map(({ name }) => name);
}

test('a start removes what others have taken the place of, and what was half written', (t) => {
  const folder = newFolder(t);
  put(folder, '20261118-0000000001.parquet');
  put(folder, '20261118-0000000002.parquet');
  put(folder, '20261118-0000000003.parquet', ['20261118-0000000001.parquet']);
  writeFileSync(join(folder, '20261118-0000000004.parquet.new'), 'half');

  const parts = openParts(folder);

  assert.deepEqual(namesIn(folder), ['20261118-0000000002.parquet', '20261118-0000000003.parquet']);
  assert(!existsSync(join(folder, '20261118-0000000001.parquet')));
  assert(!existsSync(join(folder, '20261118-0000000004.parquet.new')));
  assert.equal(parts.nextName(NOW), '20261118-0000000004.parquet');
  assert.deepEqual(parts.unreadable(), []);
});

test('a damaged part is named and left where it is; one that replaced it ends that', (t) => {
  const folder = newFolder(t);
  const name = '20261118-0000000001.parquet';
  put(folder, name);
  const path = join(folder, name);
  writeFileSync(path, readFileSync(path).subarray(0, -20));

  assert.deepEqual(openParts(folder).unreadable(), [name]);
  assert(existsSync(path));
  put(folder, '20261118-0000000002.parquet', [name]);
  assert.deepEqual(openParts(folder).unreadable(), []);
});

test('a part that somebody reads is removed once it was read', (t) => {
  const folder = newFolder(t);
  const old = put(folder, '20261118-0000000001.parquet');
  const parts = openParts(folder);
  const release = parts.hold([old]);
  const again = parts.hold([old]);

  parts.add(put(folder, '20261118-0000000002.parquet', [old.name]));

  assert.deepEqual(
    parts.all().map(({ name }) => name),
    ['20261118-0000000002.parquet'],
  );
  release();
  assert(existsSync(join(folder, old.name)));
  again();
  assert(!existsSync(join(folder, old.name)));
});
