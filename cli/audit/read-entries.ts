/** Reads audit entries from every form in which they leave the server: exports, archives, stream request bodies. */
import { createReadStream } from 'node:fs';
import * as zlib from 'node:zlib';
import { chainedText, entryOfFields, type HashedEntry } from '../../src/contract/audit-chain.ts';
import { sha256 } from './sha256.ts';
import { readParquet } from './read-parquet.ts';

export type ReadEntry = HashedEntry & { readonly previous_hash?: string };

export interface EntriesOfFile {
  readonly entries: readonly ReadEntry[];
  /** Lines that are entries without a number, of a release that gave none. */
  readonly unnumbered: number;
  /** Lines that are no entries. */
  readonly unreadable: number;
  /** Its rows are ordered by time. */
  readonly isArchive: boolean;
}

export async function readEntries(file: string): Promise<EntriesOfFile> {
  const rows = file.endsWith('.parquet') ? await readParquet(file) : rowsOf(await readText(file));
  const found = rows.flatMap(entriesIn);
  const entries = found.filter((entry) => entry !== 'unnumbered' && entry !== 'unreadable');
  const count = (what: string) => found.filter((entry) => entry === what).length;
  const isArchive = rows.some((row) => isRecord(row) && '_time' in row);
  return { entries, isArchive, unnumbered: count('unnumbered'), unreadable: count('unreadable') };
}

function rowsOf(text: string): unknown[] {
  return /^\s*[{[]/.test(text) ? jsonRows(text) : csvRows(text);
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

/** The CLI also runs on Node 20, which has no zstd support. */
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
    rows.at(-1)?.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
    if (cell[3] !== ',') rows.push([]);
  }
  const [header = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((cells) =>
    asHashed(Object.fromEntries(header.map((name, i) => [name, cells[i] ?? '']))),
  );
}

/** Fields that may contain text chosen by an outsider. */
const TEXTS = ['actor', 'resource', 'ip_address', 'user_agent'];
const ESCAPED = /^'[=@+\-\t\r\n]/;

/**
 * Removes the apostrophes that keep a spreadsheet from running a cell. A value may start with such a character itself;
 * the hash of the entry decides.
 */
function asHashed(row: Record<string, string>): Record<string, string> {
  const doubtful = TEXTS.filter((name) => ESCAPED.test(row[name] ?? ''));
  let read = row;
  for (let choice = 2 ** doubtful.length - 1; choice >= 0; choice -= 1) {
    const cells = doubtful.map((name, i): [string, string] => {
      const cell = row[name] ?? '';
      return [name, (choice & (1 << i)) === 0 ? cell : cell.slice(1)];
    });
    read = { ...row, ...Object.fromEntries(cells) };
    if (isItsHash(read)) return read;
  }
  return read;
}

function isItsHash(row: Record<string, string>): boolean {
  const text = chainedText(row['previous_hash'] ?? '', entryOfFields(row));
  return sha256(text) === row['hash'];
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
  const { attributes, ...columns } = row;
  return [entryOf({ ...columns, ...attributesIn(attributes) })];
}

/** As formats have them: an object, its JSON, or pairs. */
function attributesIn(value: unknown): Record<string, unknown> {
  const map = typeof value === 'string' ? parsed(value) : value;
  if (isRecord(map)) return map;
  if (!Array.isArray(map)) return {};
  const pairs = map.filter(isRecord).map(({ key, value: of }) => [String(key), of] as const);
  return Object.fromEntries(pairs);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entryOf(row: Record<string, unknown>): ReadEntry | 'unnumbered' | 'unreadable' {
  const entry = entryOfFields(row);
  if (entry.action === '') return 'unreadable';
  if (!(entry.seq > 0)) return 'unnumbered';
  const previous = row['previous_hash'];
  return typeof previous === 'string' && previous !== ''
    ? { ...entry, previous_hash: previous }
    : entry;
}
