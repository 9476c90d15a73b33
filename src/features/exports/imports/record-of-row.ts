/** An event again, from its row in an archive. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { LogRecord } from '../../../base/record.ts';
import { sentName } from '../../../engines/store/log-fields.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { ArchivedRow } from './archived-row.ts';

export interface ImportTerms {
  readonly organization: OrganizationId;
  readonly index: string;
  /** When the import was asked for, and until when its events stay. */
  readonly importedAt: number;
  readonly keptUntil: number;
}

/** What tells where an event comes from: its id in the archive. */
const ARCHIVE_ID = 'archive_id';
const OWN: ReadonlySet<string> = new Set([
  '_time',
  '_id',
  '_index',
  '_indextime',
  'event',
  'level',
  'source',
  'attributes',
]);
/** The largest number that the store keeps. */
const DAYS_MAX = 65_535;

export function recordOfRow(row: ArchivedRow, terms: ImportTerms): LogRecord {
  const timestamp = timeOf(row['_time']);
  const id = row['_id'];
  if (timestamp === undefined || typeof id !== 'string') {
    throw new ArchiveProblem('A row has no `_time` or no `_id`.');
  }
  const attributes = new Map<string, string>();
  let ownId = '';
  for (const [key, value] of [...attributesOf(row['attributes']), ...othersOf(row)]) {
    if (value === '') continue;
    // What the sender named the event by has a place of its own.
    if (key === 'id') ownId = value;
    else attributes.set(sentName(key), value);
  }
  attributes.set(ARCHIVE_ID, id);
  const days = Math.ceil((terms.keptUntil - timestamp) / DAY_MS);
  return {
    organization: terms.organization,
    index: terms.index,
    timestamp,
    receivedAt: terms.importedAt,
    retentionDays: Math.min(Math.max(days, 1), DAYS_MAX),
    level: textOf(row['level']),
    source: textOf(row['source']),
    id: ownId,
    body: textOf(row['event']),
    attributes: [...attributes],
  };
}

function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string') return undefined;
  const iso = value.includes('T') ? value : `${value.replace(' ', 'T')}Z`;
  const time = Date.parse(iso);
  return Number.isNaN(time) ? undefined : time;
}

function attributesOf(value: unknown): (readonly [string, string])[] {
  const map: unknown = typeof value === 'string' && value !== '' ? parseJson(value) : value;
  if (typeof map !== 'object' || map === null) return [];
  // A reader of Parquet gives pairs.
  if (Array.isArray(map)) {
    return (map as { key?: unknown; value?: unknown }[]).map((pair) => [
      textOf(pair.key),
      textOf(pair.value),
    ]);
  }
  return Object.entries(map).map(([key, each]) => [key, textOf(each)]);
}

/** Fields that the query of the archive has made. */
function othersOf(row: ArchivedRow): (readonly [string, string])[] {
  return Object.entries(row)
    .filter(([name]) => !OWN.has(name))
    .map(([name, value]) => [name, textOf(value)]);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return value.toString();
  return JSON.stringify(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveProblem('The attributes of a row are no JSON.');
  }
}
