import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { requirePermission } from '../../../base/require-permission.ts';
import type { LookupTable, LookupTablePreview } from '../../../contract/lookups.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { type CsvCells, writeCsv } from './csv.ts';
import type { LookupTables } from './lookup-tables.ts';
import {
  contentOf,
  readLookups,
  readWholeLookup,
  removeLookup,
  showLookup,
} from './lookup-tables-table.ts';
import { readUpload, type UploadFormat } from './read-upload.ts';

export interface ManageLookupNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly lookups: LookupTables;
  readonly clock: Clock;
  readonly limits: Limits;
}

export async function listLookups(needs: ManageLookupNeeds, actor: Actor): Promise<LookupTable[]> {
  return (await readLookups(needs.metadata, actor.organization)).map(showLookup);
}

export async function readLookup(
  needs: ManageLookupNeeds,
  actor: Actor,
  name: string,
  rows: number,
): Promise<LookupTablePreview> {
  const row = await readWholeLookup(needs.metadata, actor.organization, name);
  if (row === undefined) throw notFound('lookup table');
  const { lists } = await contentOf(row);
  const shown = Math.min(rows, row.row_count);
  const firstRows = Array.from({ length: shown }, (_, i) => lists.map((list) => list[i] ?? ''));
  return { ...showLookup(row), firstRows };
}

/** The table as CSV, in pieces. What a search wrote into a table leaves as any export of logs does. */
export async function exportLookup(
  needs: ManageLookupNeeds,
  actor: Actor,
  name: string,
  cells: CsvCells,
): Promise<Iterable<string>> {
  const row = await readWholeLookup(needs.metadata, actor.organization, name);
  if (row === undefined) throw notFound('lookup table');
  if (row.is_uploaded !== 1) {
    requirePermission(
      actor,
      'logs:export',
      'This table was written by a search. Downloading it requires the permission logs:export.',
    );
    const details = { lookup: name, format: 'csv', rows: row.row_count };
    await needs.metadata.transaction((unit) =>
      recordAudit(
        unit,
        actor,
        { action: 'log.exported', resource: name, details },
        needs.clock.now(),
      ),
    );
  }
  return writeCsv(await contentOf(row), cells);
}

export interface Upload {
  readonly body: Uint8Array;
  readonly mediaType: string | undefined;
  /** The version the caller has seen; 0 if there must be none. */
  readonly version: number | undefined;
  readonly cells: CsvCells;
}

export async function replaceLookup(
  needs: ManageLookupNeeds,
  actor: Actor,
  name: string,
  { body, mediaType, version, cells }: Upload,
): Promise<LookupTable> {
  const content = await readUpload(needs.limits.lookups, body, formatOf(mediaType), cells);
  const seen = version === undefined ? 'anything' : version === 0 ? 'nothing' : { version };
  return showLookup(await needs.lookups.keep(actor, name, content, { seen, origin: 'upload' }));
}

export async function deleteLookup(
  needs: ManageLookupNeeds,
  actor: Actor,
  name: string,
): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const version = await removeLookup(unit, actor.organization, name);
    if (version === undefined) throw notFound('lookup table');
    const details = { version };
    const entry = { action: 'lookup_table.deleted', resource: name, details } as const;
    await recordAudit(unit, actor, entry, now);
  });
}

const FORMATS: Readonly<Record<string, UploadFormat>> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'application/x-ndjson': 'jsonl',
  'application/ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
};

function formatOf(mediaType = ''): UploadFormat {
  const format = FORMATS[mediaType];
  if (format !== undefined) return format;
  const message = 'Send the table as text/csv or application/x-ndjson.';
  throw new AppError('FST_ERR_CTP_INVALID_MEDIA_TYPE', message);
}
