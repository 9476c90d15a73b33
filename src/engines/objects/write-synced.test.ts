import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { removeFolder } from '../../../test/support/remove-folder.ts';
import { MB } from '../../spec/units.ts';
import { writeSynced } from './write-synced.ts';

function pathIn(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-write-synced-'));
  t.after(() => removeFolder(folder));
  return join(folder, 'file');
}

async function* pieces(...sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (const [i, size] of sizes.entries()) yield Buffer.alloc(size, i + 1);
}

test('a file is written whole, for its owner alone, and never over another', async (t) => {
  const path = pathIn(t);

  assert.equal(await writeSynced(path, pieces(3, 0, 2)), 5);

  assert.deepEqual([...readFileSync(path)], [1, 1, 1, 3, 3]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  await assert.rejects(writeSynced(path, pieces(1)), { code: 'EEXIST' });
  assert.equal(statSync(path).size, 5);
});

test('it is brought to the disk a megabyte at a time, and in the end', async (t) => {
  const path = pathIn(t);
  const steps: string[] = [];
  await using probe = await open(tmpdir(), 'r');
  const handle = Object.getPrototypeOf(probe) as typeof probe;
  for (const step of ['datasync', 'sync'] as const) {
    t.mock.method(handle, step, async () => void steps.push(`${step} at ${statSync(path).size}`));
  }

  await writeSynced(path, pieces(MB - 1, 1, MB, 5));

  assert.deepEqual(steps, [`datasync at ${MB}`, `datasync at ${2 * MB}`, `sync at ${2 * MB + 5}`]);
});

test('what breaks off on the way is told', async (t) => {
  const broken = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('a');
    throw new Error('gone');
  };

  await assert.rejects(writeSynced(pathIn(t), broken()), /gone/);
});
