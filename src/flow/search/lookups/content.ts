/**
 * The values of a lookup table. They are text, column by column; an empty text stands for no value. Kept, they
 * are one text with NUL between the values, which no value can hold, and compressed.
 */
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
  const sizeOf = (texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
  return lists.reduce((sum, list) => sum + sizeOf(list), sizeOf(columns));
}

export async function packContent(content: LookupContent): Promise<PackedContent> {
  const text = content.lists.map((list) => list.join(SEPARATOR)).join(SEPARATOR);
  return {
    rows: rowsOfContent(content),
    bytes: bytesOfContent(content),
    content: await compress(Buffer.from(text)),
  };
}

export async function unpackContent(
  columns: readonly string[],
  { rows, content }: Pick<PackedContent, 'rows' | 'content'>,
): Promise<LookupContent> {
  if (rows === 0) return { columns, lists: columns.map(() => []) };
  const values = (await decompress(content)).toString().split(SEPARATOR);
  return { columns, lists: columns.map((_, i) => values.slice(i * rows, (i + 1) * rows)) };
}
