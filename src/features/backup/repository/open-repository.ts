/**
 * The backup repository: chunks named by the keyed hash of their content, and snapshots that list their chunks. A chunk
 * that already exists is not written again, so every snapshot is complete and none depends on another.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StartError } from '../../../base/errors.ts';
import { type Objects, ObjectsError } from '../../../engines/objects/objects.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { pointOf, type Snapshot } from '../snapshot.ts';
import { createSeal, type Seal } from './seal.ts';

export interface Repository {
  nameOf(plain: Uint8Array): Promise<string>;
  /** Answers with the bytes that it takes. */
  writeChunk(name: string, plain: Uint8Array): Promise<number>;
  /** Throws `ChunkFault` if the chunk is missing or does not match its name. */
  readChunk(name: string): Promise<Buffer>;
  removeChunk(name: string): Promise<void>;
  /** As they are now, with the bytes that each takes. */
  listChunks(): Promise<Map<string, number>>;
  /** Their ids, oldest first. */
  listSnapshots(): Promise<string[]>;
  readSnapshot(id: string): Promise<Snapshot>;
  writeSnapshot(snapshot: Snapshot): Promise<void>;
  removeSnapshot(id: string): Promise<void>;
  /** Replaces what was noted before. */
  writeNote(content: string): Promise<void>;
  readNote(): Promise<string | undefined>;
  /** The same of the last drill. */
  writeDrill(content: string): Promise<void>;
  readDrill(): Promise<string | undefined>;
}

/** What keeps a repository from being used, for the person who can do something about it. */
export class RepositoryError extends StartError {}

export class ChunkFault extends RepositoryError {
  readonly chunk: string;
  readonly problem: 'missing' | 'damaged';

  constructor(chunk: string, problem: 'missing' | 'damaged', cause?: unknown) {
    super(`Chunk ${chunk} is ${problem}.`, cause);
    this.chunk = chunk;
    this.problem = problem;
  }
}

const VERSION = 1;
const ROOT = 'xplain';
const HEAD = `${ROOT}/repository`;
const CHUNKS = `${ROOT}/chunks/`;
const SNAPSHOTS = `${ROOT}/snapshots/`;
const NOTE = `${ROOT}/ledger`;
const DRILL = `${ROOT}/drill`;
const SALT_BYTES = 32;
const KEY_PROOF = 'This is the key.';

interface Head {
  readonly version: number;
  readonly salt: string;
  /** Tells a wrong key from damage. */
  readonly proof: string;
}

/** With `isNew`, an empty location becomes a repository. */
export async function openRepository(
  objects: Objects,
  key: string,
  isNew: boolean,
): Promise<Repository> {
  const seal = await openSeal(objects, key, isNew);
  const read = async (name: string): Promise<Buffer | undefined> => readWhole(objects, name);
  return {
    nameOf: (plain) => seal.nameOf(plain),
    async writeChunk(name, plain) {
      const sealed = await seal.close(name, plain);
      await objects.write(chunkPath(name), Readable.from([sealed]));
      return sealed.length;
    },
    async readChunk(name) {
      const sealed = await read(chunkPath(name));
      if (sealed === undefined) throw new ChunkFault(name, 'missing');
      try {
        const plain = await seal.open(name, sealed);
        if ((await seal.nameOf(plain)) === name) return plain;
      } catch (error) {
        throw new ChunkFault(name, 'damaged', error);
      }
      throw new ChunkFault(name, 'damaged');
    },
    removeChunk: (name) => objects.remove(chunkPath(name)),
    async listChunks() {
      const found = new Map<string, number>();
      for await (const { name, bytes } of listAll(objects, CHUNKS)) {
        found.set(name.slice(name.lastIndexOf('/') + 1), bytes);
      }
      return found;
    },
    async listSnapshots() {
      const ids: string[] = [];
      for await (const { name } of listAll(objects, SNAPSHOTS)) {
        const id = name.slice(SNAPSHOTS.length);
        if (pointOf(id) !== undefined) ids.push(id);
      }
      return ids;
    },
    async readSnapshot(id) {
      const sealed = await read(SNAPSHOTS + id);
      if (sealed === undefined) throw new RepositoryError(`No such backup: ${id}.`);
      try {
        return JSON.parse((await seal.open(SNAPSHOTS + id, sealed)).toString()) as Snapshot;
      } catch (error) {
        throw new RepositoryError(`The file list of backup ${id} is damaged.`, error);
      }
    },
    async writeSnapshot(snapshot) {
      const name = SNAPSHOTS + snapshot.id;
      const sealed = await seal.close(name, Buffer.from(JSON.stringify(snapshot)));
      await objects.write(name, Readable.from([sealed]));
    },
    removeSnapshot: (id) => objects.remove(SNAPSHOTS + id),
    writeNote: (content) => writeText(NOTE, content),
    readNote: () => readText(NOTE),
    writeDrill: (content) => writeText(DRILL, content),
    readDrill: () => readText(DRILL),
  };

  async function writeText(name: string, content: string): Promise<void> {
    const sealed = await seal.close(name, Buffer.from(content));
    await objects.write(name, Readable.from([sealed]));
  }

  async function readText(name: string): Promise<string | undefined> {
    const sealed = await read(name);
    return sealed === undefined ? undefined : (await seal.open(name, sealed)).toString();
  }
}

async function openSeal(objects: Objects, key: string, isNew: boolean): Promise<Seal> {
  const found = (await readHead(objects)) ?? (isNew ? await makeHead(objects, key) : undefined);
  if (found === undefined) {
    throw new RepositoryError('No Xplain backups found in this location.');
  }
  if (found.version !== VERSION) {
    throw new RepositoryError(
      `The backups in this location have format ${found.version}, but this release supports format ${VERSION}. ` +
        'Use the release that created them, or a later one.',
    );
  }
  const seal = await createSeal(key, Buffer.from(found.salt, 'base64'));
  if ((await seal.nameOf(Buffer.from(KEY_PROOF))) !== found.proof) {
    throw new RepositoryError(
      'The backups in this location were created with another key. Set XPLAIN_BACKUP_KEY to the key that ' +
        '`xplain backup key` printed.',
    );
  }
  return seal;
}

async function readHead(objects: Objects): Promise<Head | undefined> {
  const text = (await readWhole(objects, HEAD))?.toString();
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Head;
  } catch (error) {
    throw new RepositoryError(
      'The first file of the backups, xplain/repository, is damaged.',
      error,
    );
  }
}

async function makeHead(objects: Objects, key: string): Promise<Head | undefined> {
  const salt = randomBytes(SALT_BYTES);
  const seal = await createSeal(key, salt);
  const proof = await seal.nameOf(Buffer.from(KEY_PROOF));
  const head: Head = { version: VERSION, salt: salt.toString('base64'), proof };
  try {
    const content = Readable.from([Buffer.from(`${JSON.stringify(head)}\n`)]);
    await objects.write(HEAD, content, { ifAbsent: true });
  } catch (error) {
    // Another writer was faster, or our own response got lost: the existing object wins.
    if (!(error instanceof ObjectsError && error.code === 'exists')) throw error;
  }
  return readHead(objects);
}

async function readWhole(objects: Objects, name: string): Promise<Buffer | undefined> {
  const found = await objects.read(name);
  return found === undefined ? undefined : buffer(found.content);
}

async function* listAll(objects: Objects, prefix: string) {
  for (let after: string | undefined; ;) {
    const page = after === undefined ? {} : { after };
    const found = await objects.list(prefix, { limit: LIMITS.objects.listMax, ...page });
    yield* found;
    after = found.at(-1)?.name;
    if (after === undefined || found.length < LIMITS.objects.listMax) return;
  }
}

/** Many small folders: some file systems are slow with large ones. */
function chunkPath(name: string): string {
  return `${CHUNKS}${name.slice(0, 2)}/${name}`;
}
