/** Reads the wanted files of a folder, an archive, or one file, within bounds. */
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { LIMITS } from '../../src/spec/limits.ts';
import { UsageError } from '../command.ts';
import { codeOf } from '../read-rows.ts';
import { readTar } from './read-tar.ts';

export interface SourceFile {
  /** From the folder or the root of the archive on, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
}

export interface Sources {
  /** Of the folder, archive or file, without its ending. */
  readonly name: string;
  readonly files: readonly SourceFile[];
  /** What was not read, and why. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

type Bounds = Readonly<Record<keyof typeof LIMITS.moving, number>>;

const ARCHIVE = /\.(?:spl|tgz|tar\.gz|tar)$/i;
/** Folders without configuration. */
const IGNORED = new Set(['.git', 'node_modules', '__MACOSX']);

interface Gathering {
  readonly limits: Bounds;
  readonly files: SourceFile[];
  readonly skipped: { path: string; reason: string }[];
  readonly isWanted: (path: string) => boolean;
  readonly until: number;
  bytes: number;
  entries: number;
}

export async function readSources(
  path: string,
  isWanted: (path: string) => boolean,
  limits: Bounds = LIMITS.moving,
): Promise<Sources> {
  const until = performance.now() + limits.sourceReadMsMax;
  const counts = { bytes: 0, entries: 0 };
  const gathering: Gathering = { limits, files: [], skipped: [], isWanted, until, ...counts };
  const name = basename(path).replace(ARCHIVE, '');
  try {
    const facts = await lstat(path);
    if (facts.isDirectory()) await readFolder(gathering, path, '');
    else if (ARCHIVE.test(path)) await readArchive(gathering, path, facts.size);
    else await addFile(gathering, path, basename(path), facts.size);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`can't read ${path} (${codeOf(error)})`);
  }
  const { files, skipped } = gathering;
  return { name, files: files.toSorted(byPath), skipped: skipped.toSorted(byPath) };
}

function byPath(left: { path: string }, right: { path: string }): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
}

/** Links are not followed: they may lead out of the folder, or in circles. */
async function readFolder(gathering: Gathering, root: string, within: string): Promise<void> {
  const found = await readdir(join(root, within), { withFileTypes: true });
  for (const entry of found) {
    countEntry(gathering);
    const path = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!IGNORED.has(entry.name) && isShort(gathering, path)) {
        await readFolder(gathering, root, path);
      }
    } else if (gathering.isWanted(path)) {
      if (!entry.isFile()) skip(gathering, path, 'Links and special files are skipped.');
      else if (isShort(gathering, path)) {
        const { size } = await lstat(join(root, path));
        await addFile(gathering, join(root, path), path, size);
      }
    }
  }
}

async function addFile(
  gathering: Gathering,
  file: string,
  path: string,
  size: number,
): Promise<void> {
  if (size > gathering.limits.sourceFileBytesMax) return tooLarge(gathering, path, size);
  countBytes(gathering, size);
  gathering.files.push({ path, bytes: await readFile(file) });
}

async function readArchive(gathering: Gathering, file: string, size: number): Promise<void> {
  const { limits } = gathering;
  const isSafe = (path: string): boolean => isPlain(path) && isWithin(limits, path);
  if (size > limits.archiveBytesMax) {
    throw new UsageError(`the archive has ${size} bytes (maximum ${limits.archiveBytesMax})`);
  }
  const isWanted = (path: string, bytes: number): boolean =>
    isSafe(path) && gathering.isWanted(plainPath(path)) && bytes <= limits.sourceFileBytesMax;
  for await (const entry of readTar(unpacked(gathering, file, size), isWanted)) {
    countEntry(gathering);
    const path = plainPath(entry.path);
    if (!gathering.isWanted(path) || entry.kind === 'folder') continue;
    if (!isSafe(entry.path)) {
      skip(gathering, entry.path, 'The path is invalid or outside of the archive.');
    } else if (entry.kind !== 'file') skip(gathering, path, 'Links and special files are skipped.');
    else if (entry.content === undefined) tooLarge(gathering, path, entry.bytes);
    else gathering.files.push({ path, bytes: Buffer.from(entry.content) });
  }
}

/** The bytes of a tar archive, which may be packed. */
async function* unpacked(
  gathering: Gathering,
  file: string,
  size: number,
): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(file);
  const isPacked = !/\.tar$/i.test(file) && (await isGzip(file));
  const source = isPacked ? stream.pipe(createGunzip()) : stream;
  // The reader reports errors of the file.
  if (isPacked) stream.on('error', (error) => source.destroy(error));
  const { limits } = gathering;
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      countBytes(gathering, chunk.length);
      const isBomb =
        bytes > limits.unpackedRatioFromBytes && bytes > size * limits.unpackedRatioMax;
      if (isBomb) {
        throw new UsageError(
          `the archive unpacks to over ${limits.unpackedRatioMax} times its size, which isn't supported`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UsageError || !codeOf(error).startsWith('Z_')) throw error;
    throw new UsageError(`can't read the archive: it is damaged (${codeOf(error)})`);
  } finally {
    stream.destroy();
    source.destroy();
  }
}

async function isGzip(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file, { end: 1 }) as AsyncIterable<Buffer>) {
    return chunk[0] === 0x1f && chunk[1] === 0x8b;
  }
  return false;
}

function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

/** Within its folder, on every system. */
function isPlain(path: string): boolean {
  const hasRoot = /^(?:\/|[A-Za-z]:)/.test(path);
  return !hasRoot && !/[\p{Cc}\\]/u.test(path) && !path.split('/').includes('..');
}

function isWithin({ sourcePathCharactersMax }: Bounds, path: string): boolean {
  return path.length <= sourcePathCharactersMax;
}

function isShort(gathering: Gathering, path: string): boolean {
  const isFine = isWithin(gathering.limits, path);
  if (!isFine) skip(gathering, path.slice(0, 80), 'The path is too long.');
  return isFine;
}

function skip(gathering: Gathering, path: string, reason: string): void {
  gathering.skipped.push({ path, reason });
}

function tooLarge(gathering: Gathering, path: string, bytes: number): void {
  const { sourceFileBytesMax } = gathering.limits;
  skip(gathering, path, `The file is too large: ${bytes} bytes, maximum ${sourceFileBytesMax}.`);
}

function countEntry(gathering: Gathering): void {
  const { limits } = gathering;
  gathering.entries += 1;
  if (gathering.entries > limits.sourceEntriesMax) {
    throw new UsageError(`too many files (maximum ${limits.sourceEntriesMax})`);
  }
  if (performance.now() > gathering.until) {
    throw new UsageError(`reading takes too long (over ${limits.sourceReadMsMax / 1000} s)`);
  }
}

function countBytes(gathering: Gathering, bytes: number): void {
  const { limits } = gathering;
  gathering.bytes += bytes;
  if (gathering.bytes > limits.unpackedBytesMax) {
    throw new UsageError(`too much to read (maximum ${limits.unpackedBytesMax} bytes)`);
  }
}
