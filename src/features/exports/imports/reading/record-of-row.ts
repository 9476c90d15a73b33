/** An event again, from its row in an archive. */
import { cutText } from '../../../../base/cut-text.ts';
import type { OrganizationId } from '../../../../base/ids.ts';
import type { LogRecord } from '../../../../base/record.ts';
import { sentName } from '../../../../engines/store/log-fields.ts';
import {
  addAttribute,
  cutNames,
  type DraftRecord,
  takeBody,
} from '../../../../flow/ingest/index.ts';
import type { Limits } from '../../../../spec/limits.ts';
import { DAY_MS } from '../../../../spec/units.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { ArchivedRow } from './archived-row.ts';

export interface ImportTerms {
  readonly organization: OrganizationId;
  readonly index: string;
  /** Time of the import request, and the time until which its events are kept. */
  readonly importedAt: number;
  readonly keptUntil: number;
  /** Those of events that are sent. */
  readonly limits: Limits['events'];
}

/** Identifies the origin of an event: its id in the archive. */
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

/**
 * Within the limits of events that are sent: what they would cut is cut. Undefined when its time is too far in the
 * future, or so long ago that the store would forget it before the import is to end.
 */
export function recordOfRow(row: ArchivedRow, terms: ImportTerms): LogRecord | undefined {
  const timestamp = timeOf(row['_time']);
  const id = row['_id'];
  if (timestamp === undefined || typeof id !== 'string') {
    throw new ArchiveProblem('A row has no `_time` or no `_id`.');
  }
  const { limits } = terms;
  const days = Math.max(1, Math.ceil((terms.keptUntil - timestamp) / DAY_MS));
  if (timestamp > terms.importedAt + limits.futureMsMax || days > DAYS_MAX) return undefined;
  const record: DraftRecord = {
    organization: terms.organization,
    index: terms.index,
    timestamp,
    receivedAt: terms.importedAt,
    retentionDays: days,
    level: textOf(row['level']),
    source: textOf(row['source']),
    id: '',
    body: '',
    attributes: [],
  };
  for (const [key, value] of [...attributesOf(row['attributes']), ...othersOf(row)]) {
    if (value === '') continue;
    // The sender's event id has its own field.
    if (key === 'id') record.id = value;
    else addAttribute(record, sentName(key), value, limits);
  }
  takeBody(record, textOf(row['event']), limits);
  cutNames(record, limits);
  record.attributes = record.attributes.filter(([key]) => key !== ARCHIVE_ID);
  // Added on top of the attribute limit: an event with the maximum is restored completely.
  record.attributes.push([ARCHIVE_ID, cutText(id, limits.attributeValueBytesMax)]);
  return record;
}

/** Size of an event for quota and usage: its texts, in UTF-8. */
export function bytesOfRecord({ body, level, source, id, attributes }: LogRecord): number {
  let bytes = 0;
  for (const text of [body, level, source, id]) bytes += Buffer.byteLength(text);
  for (const [key, value] of attributes) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
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
    throw new ArchiveProblem('The attributes of a row aren’t valid JSON.');
  }
}
