/**
 * The values of a lookup table: text by column; an empty string means no value. Stored compressed as one text with
 * values separated by NUL, which no value can contain.
 */
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

export interface LookupContent {
  readonly columns: readonly string[];
  /** A list of values for each column; all are equally long. */
  readonly lists: readonly (readonly string[])[];
}

export interface PackedContent {
  readonly rows: number;
  /** Before compression. */
  readonly bytes: number;
  readonly content: Uint8Array;
}

const SEPARATOR = '\0';
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function rowsOfContent({ lists }: LookupContent): number {
  return lists[0]?.length ?? 0;
}

/** The values of one column; undefined when there is none of this name. */
export function columnOf(
  { columns, lists }: LookupContent,
  name: string,
): readonly string[] | undefined {
  return lists[columns.indexOf(name)];
}

/** Roughly what it takes to write the content down. */
export function bytesOfContent({ columns, lists }: LookupContent): number {
  return lists.reduce((sum, list) => sum + bytesOfTexts(list), bytesOfTexts(columns));
}

function bytesOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}

/** Yields to other work after some milliseconds; synchronous otherwise. */
export function createTurns(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}

const SLICE_MS = 10;

export async function packContent(content: LookupContent): Promise<PackedContent> {
  const giveTurn = createTurns();
  const texts: string[] = [];
  let bytes = bytesOfTexts(content.columns);
  for (const list of content.lists) {
    texts.push(list.join(SEPARATOR));
    bytes += bytesOfTexts(list);
    await giveTurn();
  }
  const packed = await compress(Buffer.from(texts.join(SEPARATOR)));
  return { rows: rowsOfContent(content), bytes, content: packed };
}

export async function unpackContent(
  columns: readonly string[],
  { rows, content }: Pick<PackedContent, 'rows' | 'content'>,
): Promise<LookupContent> {
  if (rows === 0) return { columns, lists: columns.map(() => []) };
  const text = (await decompress(content)).toString();
  const giveTurn = createTurns();
  const lists: string[][] = [];
  let at = 0;
  for (let i = 0; i < columns.length; i += 1) {
    const list: string[] = [];
    while (list.length < rows) {
      const found = text.indexOf(SEPARATOR, at);
      const end = found < 0 ? text.length : found;
      list.push(text.slice(at, end));
      at = end + 1;
    }
    lists.push(list);
    await giveTurn();
  }
  return { columns, lists };
}
