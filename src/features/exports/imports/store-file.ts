/** Stores the rows of one file of an archive, each once, however often it is tried. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { organizationId } from '../../../base/ids.ts';
import type { LogRecord } from '../../../base/record.ts';
import type { ImportFileRow, ImportRow } from '../../../engines/metadata/tables/exports.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { Place } from '../destinations-port.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { updateImportFile } from './imports-table.ts';
import type { FileFacts } from './plan-import.ts';
import { readRows } from './read-rows.ts';
import { recordOfRow } from './record-of-row.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';

/** Returns how many rows there were. */
export async function storeFile(
  needs: ImportJobNeeds,
  row: ImportRow,
  file: ImportFileRow,
  place: Place,
  signal: AbortSignal,
): Promise<number> {
  const facts = JSON.parse(file.facts) as FileFacts;
  const path = join(needs.spool, `${row.id}-${file.number}`);
  try {
    await mkdir(needs.spool, { recursive: true });
    await fetchFile(place, facts, path, signal);
    const numbered = await withRowIds(needs, file, facts.rows);
    return await storeRows(needs, row, numbered, { facts, path, signal });
  } finally {
    await rm(path, { force: true });
  }
}

/** Nothing of a file is stored before all of it is known to be what its manifest says. */
async function fetchFile(
  { files, nameOf }: Place,
  { name, bytes, sha256 }: FileFacts,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await files.read(nameOf(name));
  if (found === undefined) throw new ArchiveProblem(`The file ${name} is missing.`);
  if (found.bytes !== bytes) {
    found.content.destroy();
    throw new ArchiveProblem(`The file ${name} has another size than its manifest says.`);
  }
  const hash = createHash('sha256');
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(found.content, measure, createWriteStream(path), { signal });
  if (hash.digest('hex') !== sha256) {
    throw new ArchiveProblem(`The file ${name} was changed after it was written.`);
  }
}

interface Numbered {
  readonly file: ImportFileRow;
  readonly first: number;
  readonly node: number;
  /** Rows of it may be stored already. */
  readonly isRepeated: boolean;
}

/** The ids are kept before any row is stored under them. */
async function withRowIds(
  needs: ImportJobNeeds,
  file: ImportFileRow,
  rows: number,
): Promise<Numbered> {
  const { first_sequence: known, node } = file;
  if (known !== null && node !== null) return { file, first: known, node, isRepeated: true };
  const rowIds = await needs.rowIds();
  const first = rowIds.take(rows);
  await needs.metadata.transaction((unit) =>
    updateImportFile(unit, file, { first_sequence: first, node: rowIds.node }),
  );
  return { file, first, node: rowIds.node, isRepeated: false };
}

interface Stored {
  readonly facts: FileFacts;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function storeRows(
  { store }: ImportJobNeeds,
  row: ImportRow,
  { file, first, node, isRepeated }: Numbered,
  { facts, path, signal }: Stored,
): Promise<number> {
  const { importBatchRowsMax, importBatchBytesMax } = LIMITS.exports;
  const terms = {
    organization: organizationId(row.organization_id),
    index: row.index_name,
    importedAt: row.created_at,
    keptUntil: row.created_at + row.days * DAY_MS,
  };
  const encoder = createBlockEncoder({ node, take: () => first });
  let batch: LogRecord[] = [];
  let batchBytes = 0;
  let batches = 0;
  let rows = 0;
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    const begin = first + rows;
    const sequences = batch.map((_, i) => begin + i);
    const block = encoder.encodeNumbered({
      records: batch,
      sequences,
      nodes: batch.map(() => node),
    });
    const token = `${row.id}:${file.number}:${batches}`;
    await store.insert({ token, blocks: [block], events: batch.length, isRepeated });
    rows += batch.length;
    batches += 1;
    batch = [];
    batchBytes = 0;
  };
  for await (const each of readRows(path, facts)) {
    const record = recordOfRow(each, terms);
    batch.push(record);
    batchBytes += record.body.length;
    if (rows + batch.length > facts.rows) throw wrongRows(facts);
    if (batch.length >= importBatchRowsMax || batchBytes >= importBatchBytesMax) await flush();
  }
  if (rows + batch.length !== facts.rows) throw wrongRows(facts);
  if (batch.length > 0) await flush();
  return rows;
}

function wrongRows({ name }: FileFacts): ArchiveProblem {
  return new ArchiveProblem(`The file ${name} has another number of rows than its manifest says.`);
}
