import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { type Objects, ObjectsError } from '../../../engines/objects/objects.ts';
import { ChunkFault, openRepository, RepositoryError } from './open-repository.ts';
import { createSeal } from './seal.ts';

const key = 'a key that is long enough to be one';
const plain = Buffer.from('the rows of a day '.repeat(100));

/** Objects in memory, and what may go wrong with them. */
function memoryObjects() {
  const held = new Map<string, Buffer>();
  const asked: { after?: string; limit: number }[] = [];
  const objects = {
    write: async (name: string, content: Readable, how?: { ifAbsent?: boolean }) => {
      if (how?.ifAbsent === true && held.has(name)) throw new ObjectsError('exists');
      held.set(name, await buffer(content));
    },
    read: async (name: string) => {
      const bytes = held.get(name);
      return bytes && { content: Readable.from([bytes]), bytes: bytes.length };
    },
    remove: async (name: string) => void held.delete(name),
    list: async (prefix: string, page: { after?: string; limit: number }) => {
      asked.push(page);
      return [...held]
        .filter(([name]) => name.startsWith(prefix) && name > (page.after ?? ''))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, page.limit)
        .map(([name, bytes]) => ({ name, bytes: bytes.length }));
    },
  };
  return { held, asked, objects: objects as unknown as Objects };
}

test('an empty place becomes a repository only when it may', async () => {
  const { objects, held } = memoryObjects();
  await assert.rejects(
    openRepository(objects, key, false),
    new RepositoryError('No Xplain backups found in this location.'),
  );
  assert.equal(held.size, 0);
  await openRepository(objects, key, true);
  assert.deepEqual([...held.keys()], ['xplain/repository']);
  const head = JSON.parse(held.get('xplain/repository')?.toString() ?? '') as {
    version: number;
    salt: string;
    proof: string;
  };
  assert.equal(head.version, 1);
  assert.equal(Buffer.from(head.salt, 'base64').length, 32);
  assert.match(head.proof, /^[0-9a-f]{64}$/);
  await openRepository(objects, key, false);
  await openRepository(objects, key, true);
  assert.equal(held.size, 1);
});

test('another key, another form and a damaged head are told apart', async () => {
  const { objects, held } = memoryObjects();
  await openRepository(objects, key, true);
  await assert.rejects(
    openRepository(objects, `${key}!`, true),
    new RepositoryError(
      'The backups in this location were created with another key. Set XPLAIN_BACKUP_KEY to the key that `xplain backup key` printed.',
    ),
  );
  held.set('xplain/repository', Buffer.from('{"version":2}'));
  await assert.rejects(
    openRepository(objects, key, true),
    new RepositoryError(
      'The backups in this location have format 2, but this release supports format 1. Use the release that created them, or a later one.',
    ),
  );
  held.set('xplain/repository', Buffer.from('{'));
  await assert.rejects(openRepository(objects, key, true), {
    message: 'The first file of the backups, xplain/repository, is damaged.',
  });
});

test('whoever comes second takes what the first has made, and other faults are told', async () => {
  const { objects, held } = memoryObjects();
  await openRepository(objects, key, true);
  const head = held.get('xplain/repository') ?? Buffer.alloc(0);
  held.clear();
  const late: Objects = {
    ...objects,
    write: async () => {
      held.set('xplain/repository', head);
      throw new ObjectsError('exists');
    },
  };
  await openRepository(late, key, true);
  held.clear();
  const full = { ...objects, write: () => Promise.reject(new ObjectsError('full')) };
  await assert.rejects(openRepository(full, key, true), new ObjectsError('full'));
});

test('a chunk lies under its name, and is what was written', async () => {
  const { objects, held } = memoryObjects();
  const repository = await openRepository(objects, key, true);
  const name = await repository.nameOf(plain);
  assert.match(name, /^[0-9a-f]{64}$/);
  const bytes = await repository.writeChunk(name, plain);
  const path = `xplain/chunks/${name.slice(0, 2)}/${name}`;
  assert.equal(held.get(path)?.length, bytes);
  assert.ok(bytes < plain.length, 'packed');
  assert.deepEqual(await repository.readChunk(name), plain);
  assert.deepEqual(await repository.listChunks(), new Map([[name, bytes]]));
  await repository.removeChunk(name);
  assert.deepEqual(await repository.listChunks(), new Map());
  await assert.rejects(repository.readChunk(name), new ChunkFault(name, 'missing'));
});

test('a chunk that was changed, or lies under another name, is damaged', async () => {
  const { objects, held } = memoryObjects();
  const repository = await openRepository(objects, key, true);
  const name = await repository.nameOf(plain);
  await repository.writeChunk(name, plain);
  const path = `xplain/chunks/${name.slice(0, 2)}/${name}`;
  const sealed = held.get(path) ?? Buffer.alloc(0);
  for (const at of [0, 5, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    held.set(path, changed);
    await assert.rejects(repository.readChunk(name), { chunk: name, problem: 'damaged' });
  }
  await repository.writeChunk(name, Buffer.from('something else'));
  await assert.rejects(repository.readChunk(name), {
    message: `Chunk ${name} is damaged.`,
    problem: 'damaged',
  });
});

test('snapshots are listed, read and removed by their id', async () => {
  const { objects, held } = memoryObjects();
  const repository = await openRepository(objects, key, true);
  const [first, second] = ['20261115T094500123Z', '20261116T094500123Z'];
  const snapshot = { point: 1, finishedAt: 2, release: '1.0.0', files: [] };
  await repository.writeSnapshot({ ...snapshot, id: second });
  await repository.writeSnapshot({ ...snapshot, id: first });
  held.set('xplain/snapshots/something', Buffer.from('x'));
  assert.deepEqual(await repository.listSnapshots(), [first, second]);
  assert.deepEqual(await repository.readSnapshot(first), { ...snapshot, id: first });
  held.set(`xplain/snapshots/${first}`, held.get(`xplain/snapshots/${second}`) ?? Buffer.alloc(0));
  await assert.rejects(repository.readSnapshot(first), {
    message: `The file list of backup ${first} is damaged.`,
  });
  await repository.removeSnapshot(first);
  assert.deepEqual(await repository.listSnapshots(), [second]);
  await assert.rejects(
    repository.readSnapshot(first),
    new RepositoryError(`No such backup: ${first}.`),
  );
});

test('a note replaces the one before', async () => {
  const { objects } = memoryObjects();
  const repository = await openRepository(objects, key, true);
  assert.equal(await repository.readNote(), undefined);
  await repository.writeNote('one');
  await repository.writeNote('two');
  assert.equal(await repository.readNote(), 'two');
});

test('more than a page of chunks is listed to the end', async () => {
  const { objects, held, asked } = memoryObjects();
  const repository = await openRepository(objects, key, true);
  for (let i = 0; i < 1_000; i += 1) held.set(`xplain/chunks/aa/${i}`, Buffer.from('x'));
  assert.equal((await repository.listChunks()).size, 1_000);
  held.set('xplain/chunks/bb/last', Buffer.from('xx'));
  asked.length = 0;
  const found = await repository.listChunks();
  assert.equal(found.size, 1_001);
  assert.equal(found.get('last'), 2);
  assert.deepEqual(asked, [{ limit: 1_000 }, { limit: 1_000, after: 'xplain/chunks/aa/999' }]);
});

test('what is sealed opens under its name and its key alone', async () => {
  const salt = Buffer.alloc(32, 1);
  const seal = await createSeal(key, salt);
  const sealed = await seal.close('name', plain);
  assert.deepEqual(await seal.open('name', sealed), plain);
  assert.deepEqual(await (await createSeal(key, salt)).open('name', sealed), plain);
  assert.equal(sealed[0], 1);
  assert.notDeepEqual(await seal.close('name', plain), sealed, 'another one each time');
  await assert.rejects(seal.open('other', sealed));
  await assert.rejects((await createSeal(`${key}!`, salt)).open('name', sealed));
  await assert.rejects((await createSeal(key, Buffer.alloc(32, 2))).open('name', sealed));
  const [, ...rest] = sealed;
  await assert.rejects(
    seal.open('name', Buffer.from([2, ...rest])),
    new Error('Its format isn’t supported by this release.'),
  );
  assert.equal(await seal.nameOf(plain), await seal.nameOf(plain));
});
