/** Entries of the audit log, from whatever they left the server as: exports, archives, bodies of streams. */
import { createReadStream } from 'node:fs';
import * as zlib from 'node:zlib';
import type { HashedEntry } from '../../src/contract/audit-chain.ts';

export type ReadEntry = HashedEntry & { readonly previous_hash?: string };

export interface EntriesOfFile {
  readonly entries: readonly ReadEntry[];
  /** Lines that are entries without a number, of a release that gave none. */
  readonly unnumbered: number;
  /** Lines that are no entries. */
  readonly unreadable: number;
}

export async function readEntries(file: string): Promise<EntriesOfFile> {
  const text = await readText(file);
  const rows = /^\s*[{[]/.test(text) ? jsonRows(text) : csvRows(text);
  const found = rows.flatMap(entriesIn);
  const entries = found.filter((entry) => entry !== 'unnumbered' && entry !== 'unreadable');
  const count = (what: string) => found.filter((entry) => entry === what).length;
  return { entries, unnumbered: count('unnumbered'), unreadable: count('unreadable') };
}

async function readText(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  const source = createReadStream(file);
  const content = file.endsWith('.gz')
    ? source.pipe(zlib.createGunzip())
    : file.endsWith('.zst')
      ? source.pipe(decompressZstd())
      : source;
  source.on('error', (error) => content.destroy(error));
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The command line also runs on Node 20, which cannot read it. */
function decompressZstd(): zlib.ZstdDecompress {
  if (!('createZstdDecompress' in zlib)) {
    throw new Error('Reading .zst files needs Node 22.15 or later. Decompress the file first.');
  }
  return zlib.createZstdDecompress();
}

/** One value, however it is laid out, or one a line. */
function jsonRows(text: string): unknown[] {
  const whole = parsed(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

function csvRows(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const cell = CELL.exec(text);
    if (cell === null) break;
    rows.at(-1)?.push(unescaped(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? ''));
    if (cell[3] !== ',') rows.push([]);
  }
  const [header = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
}

/** Without the apostrophe that keeps a spreadsheet from running a cell. */
function unescaped(cell: string): string {
  return /^'[=@+\-\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}

/** The entries of a row: itself, its attributes in an archive, or those of a body that a stream has sent. */
function entriesIn(row: unknown): (ReadEntry | 'unnumbered' | 'unreadable')[] {
  if (!isRecord(row)) return ['unreadable'];
  if (Array.isArray(row['entries'])) {
    const entries: unknown[] = row['entries'];
    return entries.map((entry, i) => {
      const previous = i === 0 ? { previous_hash: row['previousHash'] } : {};
      return isRecord(entry) ? entryOf({ ...previous, ...entry }) : 'unreadable';
    });
  }
  return [entryOf(isRecord(row['attributes']) ? row['attributes'] : row)];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entryOf(row: Record<string, unknown>): ReadEntry | 'unnumbered' | 'unreadable' {
  const text = (name: string): string => {
    const value = row[name];
    return typeof value === 'string' ? value : '';
  };
  if (text('action') === '') return 'unreadable';
  const seq = Number(row['seq'] ?? 0);
  if (!(seq > 0)) return 'unnumbered';
  const details = row['details'];
  const previous = text('previous_hash');
  return {
    seq,
    hash: text('hash'),
    ...(previous === '' ? {} : { previous_hash: previous }),
    timestamp: text('timestamp'),
    actor: text('actor'),
    action: text('action'),
    resource: text('resource'),
    resource_type: text('resource_type'),
    ip_address: text('ip_address'),
    user_agent: text('user_agent'),
    details: typeof details === 'string' ? (parsed(details) ?? details) : details,
  };
}
