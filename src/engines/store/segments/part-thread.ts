/** The program of the thread that writes parts, so that this work delays no request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../../spec/units.ts';
import { serveJobs } from '../../threads/serve-jobs.ts';
import { unavailable } from '../clickhouse/engine-errors.ts';
import { readBlocks } from '../duckdb/engine/block-reader.ts';
import { findDamaged } from './check-part.ts';
import { DamagedPart, type PartIndex, readPartIndex } from './part-index.ts';
import {
  type PartAnswer,
  type PartJob,
  type RetentionChange,
  type RewriteJob,
  type StoreJob,
  summaryOf,
} from './part-jobs.ts';
import { type PartRows, rowsOfBlocks } from './part-rows.ts';
import { columnOf, readDetails, readNumbers, readPage } from './parquet/read-pages.ts';
import { rowsOfGroups } from './read-part-rows.ts';
import { isOfSystem, writeSyncedFile } from './synced-files.ts';
import { writePart } from './write-part.ts';

serveJobs<PartJob, PartAnswer>(async (job) => {
  try {
    return job.kind === 'store' ? store(job) : rewrite(job);
  } catch (error) {
    if (error instanceof DamagedPart) {
      const read = job.kind === 'store' ? job.before : job.inputs.map(({ name }) => name);
      return { part: undefined, damaged: await findDamaged(job.folder, read) };
    }
    // A full or failing disk: the same job can succeed later.
    throw isOfSystem(error) ? unavailable(error) : error;
  }
});

function store(job: StoreJob): PartAnswer {
  const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.byteLength);
  const blocks = readBlocks(bytes).map((block) => ({ bytes, block }));
  const rows = rowsOfBlocks(blocks, job.storedAt);
  const { tokens } = job;
  const present = rowsIn(job, new Set(rows.few.organization.values.map(String)));
  const isKept = present.size === 0 ? undefined : isMissing(rows, present);
  return { part: write(job, rows, { tokens, replaces: [] }, isKept) };
}

/** IDs of rows in parts that may contain some of ours, as texts, so that one comparison covers both numbers. */
function rowsIn({ folder, before }: StoreJob, owners: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const name of before) {
    const file = readFileSync(join(folder, name));
    for (const group of readPartIndex(file).groups) {
      if (!owners.has(group.organization)) continue;
      const details = readDetails(file, group);
      const [sequences = [], nodes = []] = ['row_sequence', 'row_node'].map((column) =>
        columnOf(details, column).pages.flatMap((page) => [...readNumbers(readPage(file, page))]),
      );
      for (const [i, sequence] of sequences.entries()) ids.add(`${sequence} ${nodes[i]}`);
    }
  }
  return ids;
}

function isMissing(
  { numbers: { row_sequence: sequences, row_node: nodes } }: PartRows,
  present: ReadonlySet<string>,
): (row: number) => boolean {
  return (row) => !present.has(`${sequences[row]} ${nodes[row]}`);
}

function rewrite(job: RewriteJob): PartAnswer {
  // All of a part is needed, so that one read is faster than one for each page.
  const parts = job.inputs.map(({ name }) => {
    const file = readFileSync(join(job.folder, name));
    return { file, index: readPartIndex(file) };
  });
  const indexes = parts.map(({ index }) => index);
  const rows = rowsOfGroups(
    parts.flatMap(({ file, index }) => index.groups.map((group) => ({ file, group }))),
  );
  changeRetention(rows, job.retentions);
  const tokens = indexes
    .flatMap((index) => index.tokens)
    .filter(([, storedAt]) => storedAt >= job.tokensFrom);
  const replaces = [...job.inputs.map(({ name }) => name), ...job.leaving];
  const without = withoutOf(job, indexes);
  const { timestamp, retention_days: days } = rows.numbers;
  const { expiredAt = -Infinity } = job;
  const isKept = (row: number): boolean =>
    !without.has(row) && (timestamp[row] ?? 0) + (days[row] ?? 0) * DAY_MS > expiredAt;
  return { part: write(job, rows, { tokens, replaces }, isKept) };
}

function withoutOf({ inputs }: RewriteJob, indexes: readonly PartIndex[]): ReadonlySet<number> {
  const all = new Set<number>();
  let first = 0;
  for (const [i, { without = [] }] of inputs.entries()) {
    for (const row of without) all.add(first + row);
    first += indexes[i]?.rows ?? 0;
  }
  return all;
}

function changeRetention(rows: PartRows, changes: readonly RetentionChange[]): void {
  const { stored_at: storedAt, retention_days: days } = rows.numbers;
  const { organization, index_name: index } = rows.few;
  for (const change of changes) {
    const owner = organization.values.findIndex(
      (value) => value.toString() === change.organization,
    );
    const name = index.values.findIndex((value) => value.toString() === change.index);
    if (owner < 0 || name < 0) continue;
    for (let row = 0; row < rows.rows; row++) {
      const isMeant = organization.numbers[row] === owner && index.numbers[row] === name;
      if (isMeant && (storedAt[row] ?? 0) <= change.storedTo) days[row] = change.days;
    }
  }
}

/** Under its own name a part is whole, and would survive a power cut. */
function write(
  { folder, name }: PartJob,
  rows: PartRows,
  facts: Pick<PartIndex, 'tokens' | 'replaces'>,
  isKept: ((row: number) => boolean) | undefined,
): PartAnswer['part'] {
  const part = writePart(rows, facts, isKept);
  if (part === undefined) return undefined;
  writeSyncedFile(join(folder, name), part.pieces);
  return summaryOf(name, part.bytes, part.index);
}
