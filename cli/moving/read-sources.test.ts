import assert from 'node:assert/strict';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { readSources } from './read-sources.ts';

const { moving } = LIMITS;

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'xplain-sources-'));
  t.after(() => removeFolder(path));
  return path;
}

/** A tar archive with files of these paths. */
function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const name = Buffer.from(`${path}\0`);
    return [...block('././@LongLink', 'L', name), ...block(path.slice(0, 100), '0', content)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

function block(name: string, type: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write('        ', 148);
  header.write(type, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}

async function archive(t: TestContext, bytes: Buffer, name = 'app.tgz'): Promise<string> {
  const file = join(await folder(t), name);
  await writeFile(file, bytes);
  return file;
}

const read = async (path: string, bounds: Partial<Record<keyof typeof moving, number>> = {}) =>
  readSources(path, () => true, { ...moving, ...bounds });

test('files of a folder and of an archive are read alike', async (t) => {
  const root = await folder(t);
  await mkdir(join(root, 'default'));
  await writeFile(join(root, 'default/a.conf'), '[a]');
  await writeFile(join(root, 'b.csv'), 'x');
  const packed = await archive(t, gzipSync(tarOf({ 'b.csv': 'x', './default/a.conf': '[a]' })));

  for (const path of [root, packed]) {
    const { files, skipped } = await read(path);
    assert.deepEqual(
      files.map((file) => [file.path, file.bytes.toString()]),
      [
        ['b.csv', 'x'],
        ['default/a.conf', '[a]'],
      ],
    );
    assert.deepEqual(skipped, []);
  }
});

test('paths that lead out of an archive, or are too long, are not read', async (t) => {
  const long = 'a'.repeat(moving.sourcePathCharactersMax);
  const outside = ['../a.conf', '/etc/a.conf', 'C:/a.conf', 'a\\b.conf', `${long}b`];
  const paths = [long, ...outside];
  const bytes = tarOf(Object.fromEntries(paths.map((path) => [path, 'x'])));
  const { files, skipped } = await read(await archive(t, bytes, 'app.tar'));

  assert.deepEqual(
    files.map(({ path }) => path),
    [long],
  );
  assert.deepEqual(skipped.map(({ path }) => path).toSorted(), outside.toSorted());
});

test('an archive is read up to its size, its unpacked size and a share of time', async (t) => {
  const bytes = gzipSync(tarOf({ 'a.conf': 'x', 'b.conf': 'y' }));
  const file = await archive(t, bytes);
  const unpackedBytes = tarOf({ 'a.conf': 'x', 'b.conf': 'y' }).length;
  const fine = { archiveBytesMax: bytes.length, unpackedBytesMax: unpackedBytes };
  const refused = async (bounds: Partial<Record<keyof typeof moving, number>>, message: RegExp) =>
    assert.rejects(read(file, { ...fine, ...bounds }), { message });

  assert.equal((await read(file, fine)).files.length, 2);
  await refused({ archiveBytesMax: bytes.length - 1 }, /^the archive has \d+ bytes \(maximum/);
  await refused({ unpackedBytesMax: unpackedBytes - 1 }, /^too much to read/);
  await refused({ unpackedRatioFromBytes: 0, unpackedRatioMax: 1 }, /^the archive unpacks to over/);
  await refused({ sourceEntriesMax: 1 }, /^too many files/);
  await refused({ sourceReadMsMax: -1 }, /^reading takes too long/);
  const { skipped } = await read(file, { ...fine, sourceFileBytesMax: 0 });
  assert.equal(skipped.length, 2);
});

test('what is no archive, or is cut off, is refused', async (t) => {
  const whole = tarOf({ 'a.conf': 'x'.repeat(2_000) });
  for (const bytes of [
    Buffer.from('no archive at all'.repeat(100)),
    whole.subarray(0, 1_800),
    gzipSync(whole).subarray(0, 60),
  ]) {
    await assert.rejects(read(await archive(t, bytes)), { message: /^can't read the archive/ });
  }
});
