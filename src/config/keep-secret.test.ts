import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { keepSecret } from './keep-secret.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

test('the secret is made once, and readable by its owner alone', async (t) => {
  const file = join(await folder(t), 'data', 'secret');

  const made = await keepSecret(file);

  assert.ok(made.length >= 43);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal(await keepSecret(file), made);
  assert.deepEqual(await readdir(join(file, '..')), ['secret']);
});

test('processes that start at once get the same secret', async (t) => {
  const file = join(await folder(t), 'secret');
  const all = await Promise.all(Array.from({ length: 20 }, () => keepSecret(file)));
  assert.equal(new Set(all).size, 1);
});

test('two data folders have two secrets', async (t) => {
  const directory = await folder(t);
  assert.notEqual(await keepSecret(join(directory, 'a')), await keepSecret(join(directory, 'b')));
});

test('a mode that lets others read is repaired', async (t) => {
  const file = join(await folder(t), 'secret');
  const made = await keepSecret(file);
  await chmod(file, 0o644);

  assert.equal(await keepSecret(file), made);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a damaged file is not used and not replaced', async (t) => {
  const file = join(await folder(t), 'secret');
  await writeFile(file, 'cut');
  await assert.rejects(keepSecret(file), /is damaged/);
});

async function folder(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-secret-'));
  t.after(() => removeFolder(directory));
  return directory;
}
