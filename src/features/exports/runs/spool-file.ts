/** Writes one file to the disk of this node, from where it is sent. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import type { ExportFileRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import type { UploadSource } from '../../../engines/objects/objects.ts';
import { countRows, exportAnswer, exportTree, type TreeFile } from '../../../flow/search/index.ts';
import { escapeCsv } from '../../../http/escape-csv.ts';
import { isoTime } from '../../../base/clock.ts';
import { writeSynced } from '../../../engines/objects/write-synced.ts';
import { archiveSearch, exportActor } from './count-window.ts';
import type { RunNeeds } from './run-needs.ts';
import { type RunSettings, settingsOf } from './run-settings.ts';

export interface SpooledFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly columns: readonly string[];
}

export function spoolPath({ spool }: Pick<RunNeeds, 'spool'>, file: ExportFileRow): string {
  return join(spool, `${file.run_id}-${file.number}`);
}

export async function spoolFile(
  needs: RunNeeds,
  run: ExportRunRow,
  file: ExportFileRow,
  signal: AbortSignal,
): Promise<SpooledFile> {
  const settings = settingsOf(run);
  const { content, packed, columns } = await readRows(needs, run, file, signal);
  const path = spoolPath(needs, file);
  const counted = countRows(settings.format);
  const hash = createHash('sha256');
  let bytes: number;
  try {
    await mkdir(needs.spool, { recursive: true, mode: 0o700 });
    // Never overwrites a file: the store may have taken over its bytes.
    await removeSpooled(path);
    // A file that goes to people is opened by a spreadsheet; an archive keeps what was sent.
    const isForPeople = settings.format === 'csv' && settings.destination.kind === 'mail';
    bytes = await pipeline(
      content,
      isForPeople ? escapeCsv() : new PassThrough(),
      packed === undefined ? counted.stream : new PassThrough(),
      packed === undefined ? compressorOf(settings) : new PassThrough(),
      noteHash(hash),
      (parts: AsyncIterable<Buffer>) => writeSynced(path, parts),
      { signal },
    );
  } finally {
    content.destroy();
  }
  const rows = packed?.rows ?? counted.rows();
  if (rows === undefined) throw new Error('a file does not tell its rows');
  return { path, rows, bytes, sha256: hash.digest('hex'), columns };
}

async function readRows(
  needs: RunNeeds,
  run: ExportRunRow,
  file: ExportFileRow,
  signal: AbortSignal,
): Promise<TreeFile> {
  const { mode, format, compression, query, at } = settingsOf(run);
  const mayPack = format === 'jsonl' && compression === 'zstd' ? compression : undefined;
  const form = { format, mayPack };
  const actor = exportActor(run);
  if (mode === 'archive') {
    const search = archiveSearch(needs, run, { from: file.from_ms, to: file.to_ms });
    return exportTree(needs.search, actor, search, form, signal);
  }
  const bounds = { earliest: isoTime(run.from_ms), latest: isoTime(run.to_ms) };
  return exportAnswer(needs.search, actor, { query, ...bounds, now: at }, form, signal);
}

function compressorOf({ format, compression }: RunSettings): Transform {
  if (format !== 'jsonl' || compression === 'none') return new PassThrough();
  return compression === 'gzip' ? createGzip() : createZstdCompress();
}

function noteHash(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Whether what was written before a crash is still there, whole. */
export async function isSpooled(
  path: string,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): Promise<boolean> {
  try {
    if ((await stat(path)).size !== bytes) return false;
  } catch {
    return false;
  }
  return (await hashOfStream(createReadStream(path))) === sha256;
}

async function hashOfStream(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The same bytes however often they are read. */
export function sourceOf(path: string, bytes: number): UploadSource {
  return {
    bytes,
    file: path,
    async read(from, to) {
      const buffer = Buffer.allocUnsafeSlow(to - from);
      await using file = await open(path, 'r');
      let at = 0;
      while (at < buffer.length) {
        const { bytesRead } = await file.read(buffer, at, buffer.length - at, from + at);
        if (bytesRead === 0) throw new Error('a spooled file has become shorter');
        at += bytesRead;
      }
      return buffer;
    },
  };
}

export async function removeSpooled(path: string): Promise<void> {
  await rm(path, { force: true });
}
