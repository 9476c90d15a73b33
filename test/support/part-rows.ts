import type { LogRecord } from '../../src/base/record.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { readBlocks } from '../../src/engines/store/duckdb/engine/block-reader.ts';
import { createRowIds } from '../../src/engines/store/row-ids.ts';
import { type PartRows, rowsOfBlocks } from '../../src/engines/store/segments/part-rows.ts';

const encoder = createBlockEncoder(createRowIds({ now: () => Date.UTC(2026, 0, 1) }, 7));

/** Records as the thread that writes parts gets them, in blocks of at most so many. */
export function partRowsOf(records: readonly LogRecord[], perBlock = 1_000): PartRows {
  const blocks = [];
  for (let start = 0; start < records.length; start += perBlock) {
    const bytes = Buffer.from(encoder.encode(records.slice(start, start + perBlock)).bytes);
    for (const block of readBlocks(bytes)) blocks.push({ bytes, block });
  }
  return rowsOfBlocks(blocks, STORED_AT);
}

export const STORED_AT = Date.UTC(2026, 0, 2);

/** Rows as objects, to be compared. */
export function readable(rows: PartRows): Record<string, unknown>[] {
  return Array.from({ length: rows.rows }, (_, row) => readRow(rows, row));
}

function readRow({ numbers, few, texts, attributes }: PartRows, row: number) {
  const first = row === 0 ? 0 : (attributes.ends[row - 1] ?? 0);
  const pairs = Array.from({ length: (attributes.ends[row] ?? 0) - first }, (_, i) => [
    attributes.keys.values[attributes.keys.numbers[first + i] ?? 0]?.toString(),
    textAt(attributes.values, first + i),
  ]);
  return {
    ...Object.fromEntries(Object.entries(numbers).map(([name, values]) => [name, values[row]])),
    ...Object.fromEntries(
      Object.entries(few).map(([name, { values, numbers: own }]) => [
        name,
        values[own[row] ?? 0]?.toString(),
      ]),
    ),
    ...Object.fromEntries(Object.entries(texts).map(([name, own]) => [name, textAt(own, row)])),
    attributes: pairs,
  };
}

function textAt(
  { buffers, sources, starts, lengths }: PartRows['texts']['body'],
  at: number,
): string | undefined {
  const start = starts[at] ?? 0;
  return buffers[sources[at] ?? 0]?.toString('utf8', start, start + (lengths[at] ?? 0));
}
