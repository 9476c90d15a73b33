import { constants } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../../../base/clock.ts';
import { AppError, invalid } from '../../../base/errors.ts';
import { randomBase62 } from '../../../base/ids.ts';
import { writeSynced } from '../write-synced.ts';
import type { Limits } from '../../../spec/limits.ts';
import { checkOrganization, nameParts, prefixFolders } from '../check-name.ts';
import { type ByteRange, type Objects, ObjectsError, type UploadSource } from '../objects.ts';
import { hasCode, ignore, placeDurably, syncFolder } from './durable-files.ts';
import { listFiles } from './list-files.ts';

export interface DiskObjectsNeeds {
  readonly clock: Clock;
  readonly limits: Limits['objects'];
}

/** Object names cannot begin with a dot, so no caller can reach these. */
const UNFINISHED = '.unfinished';
const REMOVED = '.removed';

/** How often a write starts over when its folder is removed from under it. */
const PLACE_ATTEMPTS_MAX = 3;

/** One folder per organization below the directory. Several processes of one machine may share it. */
export async function openDiskObjects(
  needs: DiskObjectsNeeds,
  directory: string,
): Promise<Objects> {
  const { limits } = needs;
  const root = resolve(directory);
  await mkdir(join(root, UNFINISHED), { recursive: true, mode: 0o700 });
  await mkdir(join(root, REMOVED), { recursive: true, mode: 0o700 });
  await syncFolder(root);
  await syncFolder(dirname(root));
  await clearAway(needs, root);

  return {
    ...createWriter(root, limits),

    async abandon(name) {
      nameParts(name, limits);
    },

    async unfinished(prefix) {
      prefixFolders(prefix, limits);
      return [];
    },

    async find(name) {
      return findFile(name, join(root, ...nameParts(name, limits)));
    },

    async read(name, range) {
      return readFile(join(root, ...nameParts(name, limits)), range);
    },

    async remove(name) {
      const path = join(root, ...nameParts(name, limits));
      const isRemoved = await unlink(path).then(
        () => true,
        ignore(['ENOENT', 'ENOTDIR', 'EISDIR'], false),
      );
      if (isRemoved) await syncFolder(dirname(path)).catch(ignore(['ENOENT'], undefined));
    },

    async removeAll(organization) {
      checkOrganization(organization);
      const removed = join(root, REMOVED, randomBase62(22));
      const isThere = await rename(join(root, organization), removed).then(
        () => true,
        ignore(['ENOENT'], false),
      );
      if (!isThere) return;
      await syncFolder(root);
      await rm(removed, { recursive: true, force: true });
    },

    async list(prefix, page) {
      const folders = prefixFolders(prefix, limits);
      const limit = Math.min(page.limit, limits.listMax);
      return listFiles(root, folders, prefix, { ...page, limit });
    },

    async health() {
      const space = await statfs(root).catch(() => undefined);
      if (space === undefined) return { state: 'down', note: 'The folder is not readable.' };
      if (space.bavail * space.bsize >= limits.freeBytesMin) return { state: 'up' };
      return { state: 'degraded', note: 'The disk is nearly full.' };
    },
  };
}

function createWriter(root: string, limits: Limits['objects']): Pick<Objects, 'write' | 'upload'> {
  const put = createPut(root, limits);
  return {
    async write(name, content, { ifAbsent = false } = {}) {
      try {
        const fill: Fill = (draft) => writeDraft(draft, content, limits.bytesMax);
        return { bytes: await put(name, fill, ifAbsent) };
      } catch (error) {
        content.destroy();
        throw error;
      }
    },

    // The source is also on this machine, so starting over is cheap and no progress needs to be stored.
    async upload(name, source, progress) {
      const { bytesMax, partBytes } = limits;
      const bytes = await put(name, async (draft) =>
        (await takeOver(draft, source, bytesMax))
          ? source.bytes
          : writeDraft(draft, chunksOf(source, partBytes, progress?.signal), bytesMax),
      );
      return { bytes };
    },
  };
}

/** Makes a file that is on the disk, and tells its bytes. */
type Fill = (draft: string) => Promise<number>;

function createPut(root: string, limits: Limits['objects']) {
  return async (name: string, fill: Fill, isNew = false): Promise<number> => {
    const parts = nameParts(name, limits);
    const draft = join(root, UNFINISHED, randomBase62(22));
    try {
      const bytes = await fill(draft);
      await place(root, draft, parts, isNew);
      return bytes;
    } catch (error) {
      await rm(draft, { force: true });
      throw hasCode(error, ['ENOSPC', 'EDQUOT']) ? new ObjectsError('full', error) : error;
    }
  };
}

async function writeDraft(
  draft: string,
  content: AsyncIterable<Uint8Array | string>,
  bytesMax: number,
): Promise<number> {
  const checked = async function* (): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of content) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      bytes += part.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      yield part;
    }
  };
  return writeSynced(draft, checked());
}

function tooLarge(bytesMax: number): AppError {
  return invalid('content', `The file is over ${bytesMax} bytes.`);
}

/** False if not possible: the file is on another disk, or its file system does not support hard links. */
async function takeOver(draft: string, source: UploadSource, bytesMax: number): Promise<boolean> {
  if (source.file === undefined) return false;
  if (source.bytes > bytesMax) throw tooLarge(bytesMax);
  try {
    await link(source.file, draft);
  } catch {
    return false;
  }
  if ((await stat(draft)).size !== source.bytes) throw new Error('a source is as long as it says');
  return true;
}

async function* chunksOf(
  source: UploadSource,
  chunkBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < source.bytes; from += chunkBytes) {
    if (signal?.aborted === true) throw new ObjectsError('stopped');
    yield await source.read(from, Math.min(from + chunkBytes, source.bytes));
  }
}

async function findFile(name: string, path: string): ReturnType<Objects['find']> {
  const facts = await lstat(path).catch(ignore(['ENOENT', 'ENOTDIR'], undefined));
  return facts?.isFile() === true ? { name, bytes: facts.size } : undefined;
}

async function readFile(path: string, range?: ByteRange): ReturnType<Objects['read']> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  const handle = await open(path, flags).catch(ignore(['ENOENT', 'ENOTDIR', 'ELOOP'], undefined));
  if (handle === undefined) return undefined;
  const facts = await handle.stat();
  if (!facts.isFile()) {
    await handle.close();
    return undefined;
  }
  const from = Math.min(range?.from ?? 0, facts.size);
  const to = Math.max(from, Math.min(range?.to ?? facts.size, facts.size));
  if (to > from) {
    return { content: handle.createReadStream({ start: from, end: to - 1 }), bytes: to - from };
  }
  await handle.close();
  return { content: Readable.from([]), bytes: 0 };
}

/** Gives a finished draft its name. */
async function place(
  root: string,
  draft: string,
  parts: readonly string[],
  isNew: boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await placeDurably(root, draft, parts, isNew);
      return;
    } catch (error) {
      if (isNew && hasCode(error, ['EEXIST'])) throw new ObjectsError('exists', error);
      // The organization's folder was removed just before the file came into it.
      if (hasCode(error, ['ENOENT']) && attempt < PLACE_ATTEMPTS_MAX) continue;
      if (!hasCode(error, ['ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST'])) throw error;
      throw new AppError('CONFLICT', 'A file and a folder cannot have the same name.', {}, error);
    }
  }
}

/** Removes leftovers of a crash. Recent drafts, which may belong to other processes, stay. */
async function clearAway({ clock, limits }: DiskObjectsNeeds, root: string): Promise<void> {
  for (const name of await readdir(join(root, UNFINISHED))) {
    const path = join(root, UNFINISHED, name);
    const facts = await stat(path).catch(ignore(['ENOENT'], undefined));
    const isOld = facts !== undefined && clock.now() - facts.mtimeMs > limits.unfinishedMsMax;
    if (isOld) await rm(path, { force: true });
  }
  for (const name of await readdir(join(root, REMOVED))) {
    await rm(join(root, REMOVED, name), { recursive: true, force: true });
  }
}
