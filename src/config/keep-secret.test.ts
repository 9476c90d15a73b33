import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { keepSecret, placeSecret } from './keep-secret.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

test('the secret is made once, and readable by its owner alone', async (t) => {
  const file = join(await folder(t), 'data', 'secret');

  const made = await keepSecret(file);

  assert.match(made, /^[\w-]{43}$/);
  assert.equal(await readFile(file, 'utf8'), `${made}\n`);
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

test('a place that cannot be read stops the start', async (t) => {
  const file = join(await folder(t), 'secret');
  await mkdir(file);

  await assert.rejects(keepSecret(file), { code: 'EISDIR' });
});

test('another installation has the same secret, another one, or none', async (t) => {
  const directory = await folder(t);
  const kept = (name: string) => ({ kind: 'kept', file: join(directory, name) }) as const;
  const given = (value: string) => ({ kind: 'given', value }) as const;
  const made = await keepSecret(join(directory, 'a'));
  await keepSecret(join(directory, 'b'));
  const looked = { isWritten: false };

  assert.equal(await placeSecret(kept('a'), kept('a'), looked), 'same');
  assert.equal(await placeSecret(kept('a'), given(made), looked), 'same');
  assert.equal(await placeSecret(given(made), kept('a'), looked), 'same');
  assert.equal(await placeSecret(kept('a'), kept('b'), looked), 'other');
  assert.equal(await placeSecret(given('x'), kept('b'), looked), 'other');
  assert.equal(await placeSecret(given('x'), given('y'), { isWritten: true }), 'other');
  assert.equal(await placeSecret(kept('missing'), kept('b'), { isWritten: true }), 'none');
  assert.equal(await placeSecret(kept('a'), kept('c'), looked), 'none');
  assert.deepEqual((await readdir(directory)).toSorted(), ['a', 'b']);
});

test('an installation without a secret gets the one of the other when it is to be written', async (t) => {
  const directory = await folder(t);
  const made = await keepSecret(join(directory, 'a'));
  const from = { kind: 'kept', file: join(directory, 'a') } as const;
  const to = { kind: 'kept', file: join(directory, 'new', 'c') } as const;

  assert.equal(await placeSecret(from, to, { isWritten: true }), 'same');
  assert.equal(await keepSecret(to.file), made);
});

async function folder(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-secret-'));
  t.after(() => removeFolder(directory));
  return directory;
}
