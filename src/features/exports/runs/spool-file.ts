/** Writes one file to the disk of this node, from where it is sent. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
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
  const { content, columns } = await readRows(needs, run, file, signal);
  const path = spoolPath(needs, file);
  const counted = countRows(settings.format);
  const hash = createHash('sha256');
  const size = { bytes: 0 };
  try {
    await mkdir(needs.spool, { recursive: true });
    // A file that goes to people is opened by a spreadsheet; an archive keeps what was sent.
    const isForPeople = settings.format === 'csv' && settings.destination.kind === 'mail';
    await pipeline(
      content,
      isForPeople ? escapeCsv() : new PassThrough(),
      counted.stream,
      compressorOf(settings),
      measure(hash, size),
      createWriteStream(path, { flush: true }),
      { signal },
    );
  } finally {
    content.destroy();
  }
  const rows = counted.rows();
  if (rows === undefined) throw new Error('a file does not tell its rows');
  return { path, rows, bytes: size.bytes, sha256: hash.digest('hex'), columns };
}

async function readRows(
  needs: RunNeeds,
  run: ExportRunRow,
  file: ExportFileRow,
  signal: AbortSignal,
): Promise<TreeFile> {
  const { mode, format, query, at } = settingsOf(run);
  const actor = exportActor(run);
  if (mode === 'archive') {
    const search = archiveSearch(needs, run, { from: file.from_ms, to: file.to_ms });
    return exportTree(needs.search, actor, search, format, signal);
  }
  const bounds = { earliest: isoTime(run.from_ms), latest: isoTime(run.to_ms) };
  return exportAnswer(needs.search, actor, { query, ...bounds, now: at }, format, signal);
}

function compressorOf({ format, compression }: RunSettings): Transform {
  if (format !== 'jsonl' || compression === 'none') return new PassThrough();
  return compression === 'gzip' ? createGzip() : createZstdCompress();
}

function measure(hash: Hash, size: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size.bytes += chunk.length;
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
    async read(from, to) {
      const buffer = Buffer.alloc(to - from);
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
