/** Stores the rows of one file of an archive, each once, however often it is tried. */
import { join } from 'node:path';
import { mkdir, rm } from 'node:fs/promises';
import { organizationId } from '../../../base/ids.ts';
import type { ImportFileRow, ImportRow } from '../../../engines/metadata/tables/exports.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import { countStored } from '../../../guard/limits/index.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { Place } from '../destinations-port.ts';
import { fetchFile } from './fetch-file.ts';
import { addStoredRows, updateImportFile } from './imports-table.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';
import type { FileFacts, ReadBatch, ReadEnd } from './reading/archive-jobs.ts';
import { ArchiveProblem } from './reading/archive-problem.ts';
import type { ArchiveReader } from './reading/open-archive-reader.ts';
import { requireOpen, requireQuota } from './require-open.ts';

export interface ArchiveFile {
  readonly row: ImportRow;
  readonly file: ImportFileRow;
  readonly place: Place;
  readonly reader: ArchiveReader;
  readonly signal: AbortSignal;
}

export async function storeFile(needs: ImportJobNeeds, from: ArchiveFile): Promise<ReadEnd> {
  const { row, file, place, signal } = from;
  const facts = JSON.parse(file.facts) as FileFacts;
  const path = join(needs.spool, `${row.id}-${file.number}`);
  try {
    await mkdir(needs.spool, { recursive: true });
    await fetchFile(needs, place, facts, { path, signal });
    return await withoutDying(needs, file, async () => storeRows(needs, from, facts, path));
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Recorded before the file is read and removed after any outcome: a remaining record means that the process died while
 * reading. Such a file is not retried forever.
 */
async function withoutDying<Result>(
  { metadata, limits }: ImportJobNeeds,
  file: ImportFileRow,
  work: () => Promise<Result>,
): Promise<Result> {
  const note = (deaths: number): Promise<void> =>
    metadata.transaction((unit) => updateImportFile(unit, file, { deaths }));
  if (file.deaths >= limits.exports.importFileDeathsMax) {
    throw new ArchiveProblem(
      `${file.name} can't be read: the server stopped ${file.deaths} times while reading it.`,
    );
  }
  await note(file.deaths + 1);
  try {
    return await work();
  } finally {
    await note(0);
  }
}

async function storeRows(
  needs: ImportJobNeeds,
  { row, file, reader, signal }: ArchiveFile,
  facts: FileFacts,
  path: string,
): Promise<ReadEnd> {
  const { first, node, isRepeated } = await withRowIds(needs, file, facts.rows);
  const terms = {
    organization: organizationId(row.organization_id),
    index: row.index_name,
    importedAt: row.created_at,
    keptUntil: row.created_at + row.days * DAY_MS,
    limits: needs.limits.events,
  };
  let stored = file.row_count;
  const batches = reader.readFile({ path, facts, terms, first, node, stored });
  for (;;) {
    const next = await batches.next();
    if (next.done === true) return next.value;
    signal.throwIfAborted();
    await requireQuota(needs, row);
    const { block, events } = next.value;
    const token = `${row.id}:${file.number}:${stored}`;
    await needs.store.insert({ token, blocks: [block], events, isRepeated });
    await countBatch(needs, file, stored, next.value);
    await requireOpen(needs, row);
    stored += events;
  }
}

/** What was stored is counted whether or not the import was cancelled meanwhile. */
async function countBatch(
  { metadata, clock, quota }: ImportJobNeeds,
  file: ImportFileRow,
  from: number,
  { events, bytes }: ReadBatch,
): Promise<void> {
  const organization = organizationId(file.organization_id);
  await metadata.transaction(async (unit) => {
    if (!(await addStoredRows(unit, file, { from, rows: events }))) {
      throw new ClaimLost('imports', file.import_id);
    }
    await countStored(unit, organization, { events, bytes }, clock.now());
  });
  quota.note(organization, bytes);
}

interface Numbered {
  readonly first: number;
  readonly node: number;
  /** Rows of it may be stored already. */
  readonly isRepeated: boolean;
}

/** The ids are saved before any row is stored under them. */
async function withRowIds(
  needs: ImportJobNeeds,
  file: ImportFileRow,
  rows: number,
): Promise<Numbered> {
  const { first_sequence: known, node } = file;
  if (known !== null && node !== null) return { first: known, node, isRepeated: true };
  const rowIds = await needs.rowIds();
  const first = rowIds.take(rows);
  await needs.metadata.transaction((unit) =>
    updateImportFile(unit, file, { first_sequence: first, node: rowIds.node }),
  );
  return { first, node: rowIds.node, isRepeated: false };
}
