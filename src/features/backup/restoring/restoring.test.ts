import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { type Repository, RepositoryError } from '../repository/open-repository.ts';
import { chunksOf, pointOf, snapshotId, type SnapshotFile } from '../snapshot.ts';
import { inLanes } from '../taking/in-lanes.ts';
import { placeRestored, prepareTarget } from './place-restored.ts';
import { restoreFiles } from './restore-files.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-restoring-'));
  t.after(() => removeFolder(folder));
  return folder;
}

function snapshot(...files: SnapshotFile[]) {
  return { id: snapshotId(0), point: 0, finishedAt: 0, release: '1.0.0', files };
}

function file(path: string, bytes: number, ...chunks: string[]): SnapshotFile {
  return { path, bytes, chunks, stamp: '' };
}

/** Whose parts are these. */
function repositoryOf(parts: Readonly<Record<string, Buffer>>): Repository {
  const readChunk = async (name: string): Promise<Buffer> => {
    const part = parts[name];
    if (part === undefined) throw new Error(`no part ${name}`);
    return part;
  };
  return { readChunk } as unknown as Repository;
}

test('an empty folder is prepared, and what is restored moves up at the end', async (t) => {
  const data = join(newFolder(t), 'deep', 'data');
  const work = await prepareTarget(data);
  assert.equal(work, join(data, 'restoring'));
  assert.equal(statSync(data).mode & 0o777, 0o700);
  assert.equal(statSync(work).mode & 0o777, 0o700);
  writeFileSync(join(work, 'a'), 'one');
  mkdirSync(join(work, 'folder'));
  writeFileSync(join(work, 'folder', 'b'), 'two');
  await placeRestored(data);
  assert.deepEqual(readdirSync(data).toSorted(), ['a', 'folder']);
  assert.equal(readFileSync(join(data, 'folder', 'b'), 'utf8'), 'two');
});

test('a folder with something in it is refused, and nothing of it is touched', async (t) => {
  const data = newFolder(t);
  writeFileSync(join(data, 'kept'), 'x');
  await assert.rejects(
    prepareTarget(data),
    new RepositoryError(
      `The folder ${data} is not empty. Restore into an empty folder; existing data is never overwritten.`,
    ),
  );
  assert.deepEqual(readdirSync(data), ['kept']);
});

test('what a restore that broke off has left makes room', async (t) => {
  const data = newFolder(t);
  mkdirSync(join(data, 'restoring', 'half'), { recursive: true });
  mkdirSync(join(data, 'moved'));
  writeFileSync(join(data, 'moved', 'x'), 'x');
  const work = await prepareTarget(data);
  assert.deepEqual(readdirSync(data), ['restoring']);
  assert.deepEqual(readdirSync(work), []);
});

test('files are put together from their parts, and are private', async (t) => {
  const folder = newFolder(t);
  const size = 4 * 1024 * 1024;
  const parts = { a: Buffer.alloc(size, 'a'), b: Buffer.from('bb'), c: Buffer.from('ccc') };
  await restoreFiles(
    repositoryOf(parts),
    snapshot(file('one.db', size + 2, 'a', 'b'), file('deep/two', 3, 'c'), file('empty', 0)),
    folder,
  );
  const one = readFileSync(join(folder, 'one.db'));
  assert.equal(one.length, size + 2);
  assert.ok(one.equals(Buffer.concat([parts.a, parts.b])));
  assert.equal(readFileSync(join(folder, 'deep', 'two'), 'utf8'), 'ccc');
  assert.equal(statSync(join(folder, 'empty')).size, 0);
  assert.equal(statSync(join(folder, 'one.db')).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, 'deep')).mode & 0o777, 0o700);
});

test('the folder of the rows is there also without a row, and nowhere else', async (t) => {
  const folder = newFolder(t);
  await restoreFiles(repositoryOf({}), { ...snapshot(), rowsIn: 'store/parts' }, folder);
  assert.deepEqual(readdirSync(join(folder, 'store', 'parts')), []);
  await assert.rejects(
    restoreFiles(repositoryOf({}), { ...snapshot(), rowsIn: '../parts' }, folder),
    new Error('The backup names a file outside of the data folder.'),
  );
});

test('a part of another size is refused', async (t) => {
  const repository = repositoryOf({ a: Buffer.from('abc') });
  for (const bytes of [2, 4]) {
    await assert.rejects(
      restoreFiles(repository, snapshot(file('x', bytes, 'a')), newFolder(t)),
      new Error('A part of x has a different size than recorded in the backup.'),
    );
  }
});

for (const path of ['../x', 'a/../../x', '/x', 'a//x', './x', '']) {
  test(`a file named ${JSON.stringify(path)} is written nowhere`, async (t) => {
    const folder = newFolder(t);
    await assert.rejects(
      restoreFiles(repositoryOf({}), snapshot(file(path, 0)), folder),
      new Error('The backup names a file outside of the data folder.'),
    );
    assert.deepEqual(readdirSync(folder), []);
  });
}

test('a file that is there already is not written over', async (t) => {
  const folder = newFolder(t);
  writeFileSync(join(folder, 'x'), 'kept');
  await assert.rejects(restoreFiles(repositoryOf({}), snapshot(file('x', 0)), folder), {
    code: 'EEXIST',
  });
  assert.equal(readFileSync(join(folder, 'x'), 'utf8'), 'kept');
});

test('lanes work on everything, so many at once', async () => {
  const done: number[] = [];
  let [atOnce, most] = [0, 0];
  await inLanes([1, 2, 3, 4, 5], 2, async (item) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await Promise.resolve();
    atOnce -= 1;
    done.push(item);
  });
  assert.deepEqual(done, [1, 2, 3, 4, 5]);
  assert.equal(most, 2);
});

test('the first failure ends all lanes, after what is under way', async () => {
  const begun: number[] = [];
  const failure = new Error('the second');
  const working = inLanes([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 2) throw failure;
  });
  await assert.rejects(working, failure);
  assert.ok(begun.length < 6, begun.join());
});

test('the name of a snapshot is its time', () => {
  const point = Date.UTC(2026, 10, 16, 9, 45, 0, 123);
  assert.equal(snapshotId(point), '20261116T094500123Z');
  assert.equal(pointOf('20261116T094500123Z'), point);
  assert.equal(pointOf('20261116T094500Z'), undefined);
  assert.equal(pointOf('x20261116T094500123Z'), undefined);
  const files = [file('a', 1, 'x', 'y'), file('b', 1, 'y')];
  assert.deepEqual(chunksOf({ files }), new Set(['x', 'y']));
});
