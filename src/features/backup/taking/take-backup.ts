import { inLanes } from './in-lanes.ts';
import { ChunkFault, type Repository } from '../repository/open-repository.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { randomInt } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
/**
 * Makes one backup. The queue is copied first: everything acknowledged before is in the queue or in the store, which is
 * copied afterwards; duplicates are detected by row ids. The snapshot is written last, when everything it references
 * has been seen in the repository.
 */
import { mkdir, rm, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { StampsOfFiles, StoreCopy } from '../../../engines/store/store.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { chunksOf, type Snapshot, type SnapshotFile, snapshotId } from '../snapshot.ts';
import type { BackupNeeds } from './backup-needs.ts';
import { type Chunks, type FoundFile, storeFile } from './store-file.ts';

export interface BackupReport {
  readonly id: string;
  readonly files: number;
  readonly bytes: number;
  /** What had to be written for it. */
  readonly bytesWritten: number;
  readonly seconds: number;
  /** How long nothing was stored; events were taken meanwhile. */
  readonly pauseMs: number;
}

/** Files of the store, below the data folder. */
const STORE = 'store/';

export async function takeBackup(needs: BackupNeeds, signal: AbortSignal): Promise<BackupReport> {
  const { clock, repository, folders, release } = needs;
  const work = join(folders.data, 'backup');
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { mode: 0o700 });
  let copy: StoreCopy | undefined;
  try {
    const there = new Set((await repository.listChunks()).keys());
    const before = await readBefore(needs, there);
    const startedAt = clock.now();
    const found = await copyQueues(needs, work);
    copy = await requireCopy(needs.store.copyFiles)(stampsOf(before));
    found.push(...(await copyRest(needs, work)));
    signal.throwIfAborted();
    // After copying the metadata, so that the ledger is never older than the metadata.
    await needs.noteLedger();
    const chunks: Chunks = { there, written: new Set(), bytesWritten: 0 };
    const files: SnapshotFile[] = [];
    for (const file of [...storeFiles(copy, before), ...found]) {
      signal.throwIfAborted();
      const stored = await storeOrReuse(needs, chunks, file, before);
      if (stored !== undefined) files.push(stored);
    }
    await proveBackup(repository, chunksOf({ files }), chunks.written);
    const id = snapshotId(startedAt);
    const rowsIn = STORE + copy.keptIn;
    const snapshot = { id, point: startedAt, finishedAt: clock.now(), release, rowsIn, files };
    await repository.writeSnapshot(snapshot);
    return reportOf(snapshot, chunks, copy.pauseMs);
  } finally {
    await rm(work, { recursive: true, force: true });
    if (copy !== undefined) await rm(copy.folder, { recursive: true, force: true });
  }
}

function requireCopy<T>(copy: T | undefined): T {
  if (copy !== undefined) return copy;
  throw new Error(
    "This node can't be backed up: the embedded ClickHouse can't be copied while it runs, and data on other " +
      'machines must be backed up there. See docs/operating/backup.md.',
  );
}

/** The files of the newest snapshot that are wholly in the repository, by path. */
async function readBefore(
  { repository, log }: BackupNeeds,
  there: ReadonlySet<string>,
): Promise<Map<string, SnapshotFile>> {
  const newest = (await repository.listSnapshots()).at(-1);
  if (newest === undefined) return new Map();
  try {
    const { files } = await repository.readSnapshot(newest);
    const whole = files.filter(({ chunks }) => chunks.every((name) => there.has(name)));
    return new Map(whole.map((file) => [file.path, file]));
  } catch (error) {
    log.warn(
      { err: error, backup: newest },
      'previous backup cannot be read, reading all files again',
    );
    return new Map();
  }
}

function stampsOf(before: ReadonlyMap<string, SnapshotFile>): StampsOfFiles {
  const files = [...before.values()].filter(({ path }) => path.startsWith(STORE));
  return Object.fromEntries(files.map(({ path, stamp }) => [basename(path), stamp]));
}

async function copyQueues(needs: BackupNeeds, work: string): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  for (const name of ['queue', 'holding'] as const) {
    const source = join(work, `${name}.mdb`);
    await requireCopy(needs[name].copyTo)(source);
    files.push({ source, path: `${name}/queue.mdb`, stamp: '' });
  }
  return files;
}

async function copyRest({ metadata, folders }: BackupNeeds, work: string): Promise<FoundFile[]> {
  const { data, objects, secret } = folders;
  const source = join(work, 'metadata.sqlite');
  await requireCopy(metadata.copyTo)(source);
  return [
    { source, path: 'metadata.sqlite', stamp: '' },
    ...(objects === undefined ? [] : await findObjects(data, objects)),
    ...(secret === undefined ? [] : [{ source: secret, path: 'secret', stamp: '' }]),
  ];
}

interface StoredFile extends FoundFile {
  readonly rows?: NonNullable<SnapshotFile['rows']>;
}

function storeFiles(copy: StoreCopy, before: ReadonlyMap<string, SnapshotFile>): StoredFile[] {
  return copy.files.map(({ name, stamp, isCopied, rows: counted }) => {
    const path = `${STORE}${copy.keptIn}/${name}`;
    const rows = counted ?? before.get(path)?.rows;
    const source = isCopied ? join(copy.folder, name) : '';
    return { source, path, stamp, ...(rows === undefined ? {} : { rows }) };
  });
}

/** Returns undefined if the file no longer exists. */
async function storeOrReuse(
  { repository }: BackupNeeds,
  chunks: Chunks,
  file: StoredFile,
  before: ReadonlyMap<string, SnapshotFile>,
): Promise<SnapshotFile | undefined> {
  const known = before.get(file.path);
  const isSame = file.stamp !== '' && known?.stamp === file.stamp;
  if (known !== undefined && isSame) return known;
  try {
    const stored = await storeFile(repository, chunks, file);
    return file.rows === undefined ? stored : { ...stored, rows: file.rows };
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // People remove files of theirs at any time.
    if (isGone && file.path.startsWith('objects/')) return undefined;
    throw error;
  }
}

function reportOf(
  { id, files, point, finishedAt }: Snapshot,
  { bytesWritten }: Chunks,
  pauseMs: number,
): BackupReport {
  return {
    id,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesWritten,
    seconds: (finishedAt - point) / SECOND_MS,
    pauseMs,
  };
}

/** Files stored for users. A replaced file gets a new inode number. */
async function findObjects(data: string, folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: FoundFile[] = [];
  for (const entry of entries) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(data, source).split(sep).join('/');
    // A leading dot marks files that are incomplete or being removed.
    if (!entry.isFile() || relative(folder, source).startsWith('.')) continue;
    const facts = await stat(source, { bigint: true }).catch(() => undefined);
    if (facts !== undefined) found.push({ source, path, stamp: stampOf(facts) });
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function stampOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino}-${size}-${mtimeNs}`;
}

/**
 * A backup counts when a fresh listing has all its chunks, and when those that were written and some of the others
 * were read back.
 */
async function proveBackup(
  repository: Repository,
  all: ReadonlySet<string>,
  written: ReadonlySet<string>,
): Promise<void> {
  const there = await repository.listChunks();
  for (const name of all) if (!there.has(name)) throw new ChunkFault(name, 'missing');
  const older = [...all].filter((name) => !written.has(name));
  const looked = new Set(written);
  const samples = Math.ceil(older.length * LIMITS.backup.readBackRatio);
  for (let i = 0; i < samples; i++) looked.add(older[randomInt(older.length)] ?? '');
  await inLanes(looked, LIMITS.backup.chunksAtOnce, async (name) => {
    if (all.has(name)) await repository.readChunk(name);
  });
}
