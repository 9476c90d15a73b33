/**
 * Checks the sizes declared by a Parquet file before anything is decoded: a decoder allocates the memory that a header
 * requests, and that memory is not covered by the memory limit of a process.
 */
import type { AsyncBuffer, ColumnMetaData, FileMetaData, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { Limits } from '../../../../spec/limits.ts';
import { KB, MB } from '../../../../spec/units.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { Expansion } from './create-expansion.ts';
import { tooManyColumns } from './read-csv.ts';

export interface RowGroupFacts {
  readonly rows: number;
  /** Once it is decompressed. */
  readonly bytes: number;
}

/** Of its groups of rows, in order. */
export async function checkParquet(
  file: AsyncBuffer,
  metadata: FileMetaData,
  limits: Limits['exports'],
  expansion: Expansion,
): Promise<readonly RowGroupFacts[]> {
  const { importGroupsMax, importGroupBytesMax, importColumnsMax } = limits;
  const groups: RowGroupFacts[] = [];
  if (metadata.row_groups.length > importGroupsMax) throw unreadable();
  for (const group of metadata.row_groups) {
    if (group.columns.length > importColumnsMax) throw tooManyColumns(importColumnsMax);
    let bytes = 0;
    for (const { meta_data: column } of group.columns) {
      if (column === undefined) throw unreadable();
      for await (const pageBytes of pagesOf(file, column, limits)) {
        bytes += pageBytes;
        expansion.noteRead(pageBytes);
        if (bytes > importGroupBytesMax) {
          const max = importGroupBytesMax / MB;
          throw new ArchiveProblem(`A group of rows of a Parquet file is over ${max} MB.`);
        }
      }
    }
    groups.push({ rows: Number(group.num_rows), bytes });
  }
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  if (groups.some((group) => group.rows < 0) || rows !== Number(metadata.num_rows)) {
    throw unreadable();
  }
  return groups;
}

/** The sizes of the pages of a column once they are decompressed. */
async function* pagesOf(
  file: AsyncBuffer,
  column: ColumnMetaData,
  { importGroupValuesMax }: Limits['exports'],
): AsyncIterable<number> {
  let at = Number(column.dictionary_page_offset || column.data_page_offset);
  const end = at + Number(column.total_compressed_size);
  if (!(at >= 0 && end >= at && end <= file.byteLength)) throw unreadable();
  let values = 0;
  // As the decoder does it: the last byte is no page.
  while (at < end - 1) {
    const { header, length } = await headerAt(file, at, end);
    const { compressed_page_size: compressed, uncompressed_page_size: bytes } = header;
    const own = valuesOf(header);
    values += own;
    at += length + compressed;
    if (!(compressed >= 0 && bytes >= 0 && own >= 0 && at <= end)) throw unreadable();
    if (values > importGroupValuesMax) {
      throw new ArchiveProblem(
        `A column of a Parquet file has over ${importGroupValuesMax} values.`,
      );
    }
    yield bytes;
  }
}

/** A header has the smallest and the largest value of its page in it, so a few are large. */
const HEADER_BYTES = [4 * KB, 1 * MB] as const;

async function headerAt(
  file: AsyncBuffer,
  at: number,
  end: number,
): Promise<{ readonly header: PageHeader; readonly length: number }> {
  for (const bytes of HEADER_BYTES) {
    const view = new DataView(await file.slice(at, Math.min(end, at + bytes)));
    const reader = { view, offset: 0 };
    try {
      return { header: parquetHeader(reader), length: reader.offset };
    } catch {
      // It is longer, or none.
    }
  }
  throw unreadable();
}

/** Negative when a number in it is. */
function valuesOf({
  data_page_header: plain,
  data_page_header_v2: second,
  dictionary_page_header: dictionary,
}: PageHeader): number {
  const numbers = [
    plain?.num_values,
    dictionary?.num_values,
    second?.num_values,
    second?.num_nulls,
    second?.num_rows,
    second?.definition_levels_byte_length,
    second?.repetition_levels_byte_length,
  ].map((each) => each ?? 0);
  return numbers.some((each) => each < 0) ? -1 : Math.max(...numbers.slice(0, 3));
}

function unreadable(): ArchiveProblem {
  return new ArchiveProblem('A Parquet file is inconsistent.');
}
