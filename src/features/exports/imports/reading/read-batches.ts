/** The rows of one file of an archive as events that the store takes, within the limits of every event. */
import type { LogRecord } from '../../../../base/record.ts';
import { createBlockEncoder } from '../../../../engines/store/block-encoder.ts';
import type { FileToRead, ReadBatch, ReadEnd } from './archive-jobs.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { createExpansion } from './create-expansion.ts';
import { readRows } from './read-rows.ts';
import { bytesOfRecord, recordOfRow } from './record-of-row.ts';

export type BatchReader = AsyncGenerator<ReadBatch, ReadEnd, undefined>;

/**
 * Deterministic: the same file read from the same row yields the same batches. Already stored rows are read and
 * skipped.
 */
export async function* readBatches(file: FileToRead): BatchReader {
  const { facts, terms, first, node, stored, limits } = file;
  const encoder = createBlockEncoder({ node, take: () => first });
  const expansion = createExpansion(limits, facts.bytes);
  let records: LogRecord[] = [];
  let bytes = 0;
  let [read, kept, refused] = [0, 0, 0];

  const flush = (): ReadBatch => {
    const begin = first + kept - records.length;
    const block = encoder.encodeNumbered({
      records,
      sequences: records.map((_, i) => begin + i),
      nodes: records.map(() => node),
    });
    const batch = { block, events: records.length, bytes };
    records = [];
    bytes = 0;
    return batch;
  };

  for await (const row of readRows(file.path, facts, limits, expansion)) {
    read += 1;
    if (read > facts.rows) throw wrongRows();
    const record = recordOfRow(row, terms);
    const size = record === undefined ? 0 : bytesOfRecord(record);
    if (record === undefined || size > terms.limits.eventBytesMax) {
      refused += 1;
      continue;
    }
    // A dictionary of Parquet is small, and each of its values may be in every row.
    expansion.noteMade(size);
    kept += 1;
    if (kept <= stored) continue;
    records.push(record);
    bytes += size;
    if (records.length >= limits.importBatchRowsMax || bytes >= limits.importBatchBytesMax) {
      yield flush();
    }
  }
  if (read !== facts.rows) throw wrongRows();
  if (records.length > 0) yield flush();
  return { refused };
}

function wrongRows(): ArchiveProblem {
  return new ArchiveProblem('The number of rows differs from the manifest.');
}
