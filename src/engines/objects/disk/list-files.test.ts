import assert from 'node:assert/strict';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { listFiles } from './list-files.ts';

async function start(t: TestContext, names: readonly string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'xplain-list-'));
  t.after(() => removeFolder(root));
  for (const name of names) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), name);
  }
  return root;
}

test('files are listed in the order of their names, from after a name on, up to a number', async (t) => {
  const root = await start(t, ['o/b', 'o/a/2', 'o/a/1', 'o/a0', 'o/a-', 'p/x']);
  const list = async (prefix: string, limit: number, after?: string) => {
    const page = { limit, ...(after === undefined ? {} : { after }) };
    return (await listFiles(root, ['o'], prefix, page)).map(({ name }) => name.slice(2)).join(' ');
  };

  assert.equal(await list('o/', 9), 'a- a/1 a/2 a0 b');
  assert.equal(await list('o/', 5), 'a- a/1 a/2 a0 b');
  assert.equal(await list('o/', 2), 'a- a/1');
  assert.equal(await list('o/', 0), '');
  assert.equal(await list('o/a', 9), 'a- a/1 a/2 a0');
  assert.equal(await list('o/a/', 9), 'a/1 a/2');
  assert.equal(await list('o/c', 9), '');
  assert.equal(await list('o/', 9, 'o/a-'), 'a/1 a/2 a0 b');
  assert.equal(await list('o/', 9, 'o/a/1'), 'a/2 a0 b');
  assert.equal(await list('o/', 9, 'o/a/2'), 'a0 b');
  assert.equal(await list('o/', 9, 'o/a/'), 'a/1 a/2 a0 b');
  assert.equal(await list('o/', 1, 'o/a0'), 'b');
  assert.equal(await list('o/', 9, 'o/b'), '');
});

test('a file is listed with its bytes; a link to nothing, and what is not there, is not', async (t) => {
  const root = await start(t, ['o/some']);
  await symlink(join(root, 'nothing'), join(root, 'o/link'));

  assert.deepEqual(await listFiles(root, ['o'], 'o/', { limit: 9 }), [
    { name: 'o/some', bytes: 6 },
  ]);
  assert.deepEqual(await listFiles(root, ['none'], 'none/', { limit: 9 }), []);
  assert.deepEqual(await listFiles(root, ['o', 'some'], 'o/some/', { limit: 9 }), []);
});
