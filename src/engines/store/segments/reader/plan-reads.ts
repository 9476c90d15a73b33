/** Turns our statements into plans for the reader: which parts can contain their rows, and what to query from them. */
import { join } from 'node:path';
import { SECOND_MS } from '../../../../spec/units.ts';
import type { LogsRead, SelectTranslation } from '../../duckdb/dialect/translate.ts';
import { NumberedFault, SCAN } from '../../duckdb/engine/faults.ts';
import { newestSlices, ROWS_AT_ONCE } from '../../duckdb/engine/newest-slices.ts';
import { quoteText } from '../../duckdb/engine/quote-text.ts';
import { type Slice, timesOf } from '../../duckdb/engine/slice.ts';
import {
  type GroupSummary,
  groupsOf,
  type PartSummary,
  type RetentionChange,
} from '../part-jobs.ts';
import type { Parts } from '../parts.ts';
import { changeFor } from '../retentions.ts';
import type { ReaderPlan, Statement } from './reader-plan.ts';
import { textWith, type TranslatedStatement } from './translated-statement.ts';

export interface PlannedRead {
  readonly plan: ReaderPlan;
  /** Must be kept until they have been read. */
  readonly parts: readonly PartSummary[];
}

/** Of a statement that reads. */
export function planRead(
  statement: TranslatedStatement,
  parts: Parts,
  rowsMax: number,
): PlannedRead {
  const { translation } = statement;
  if (translation.kind === 'delete') throw new Error('A query changes nothing.');
  const whole = statementFor(statement, translation, parts, undefined);
  const { rows, bytes } = sizeOf(whole.chosen);
  if (rowsMax > 0 && rows > rowsMax) {
    throw new NumberedFault(SCAN, 'The statement would read too many rows.');
  }
  const held = [...new Set(whole.chosen.map(({ part }) => part))];
  const names = held.map(({ name }) => name);
  const work = { kind: translation.kind, parts: names, rowsRead: rows, bytesRead: bytes };
  const slices = slicesFor(translation, whole.chosen);
  const steps =
    slices.length < 2
      ? { statements: [whole.statement], rowsMax: 0 }
      : {
          statements: slices.map(
            (slice) => statementFor(statement, translation, parts, slice).statement,
          ),
          rowsMax: translation.newest ?? 0,
        };
  return { plan: { ...work, ...steps }, parts: held };
}

export interface ChosenGroup {
  readonly part: PartSummary;
  readonly group: GroupSummary;
}

interface ChosenStatement {
  readonly statement: Statement;
  readonly chosen: readonly ChosenGroup[];
}

function statementFor(
  translated: TranslatedStatement,
  { values }: SelectTranslation,
  parts: Parts,
  slice: Slice | undefined,
): ChosenStatement {
  const chosen: ChosenGroup[] = [];
  const sources = translated.places.map(({ read, isCounted }) => {
    const own = chooseGroups(parts.all(), slice === undefined ? read : { ...read, ...slice });
    chosen.push(...own);
    const times = [...(slice === undefined ? [] : timesOf(slice)), ...storedTimesOf(read)];
    const days = translated.wantsRetention
      ? retentionOf(own, parts.retentions.all())
      : 'retention_days';
    const rows = fromParts(parts.folder, [...new Set(own.map(({ part }) => part))], times, days);
    return isCounted ? countedFrom(rows) : rows;
  });
  return { statement: { text: textWith(translated, sources), values }, chosen };
}

/** Rows that were stored before a change of retention still have the days of before. */
export function retentionOf(
  chosen: readonly ChosenGroup[],
  changes: readonly RetentionChange[],
): string {
  const known = chosen.flatMap(
    ({ group }) => changeFor(changes, group.organization, group.index) ?? [],
  );
  if (known.length === 0) return 'retention_days';
  const cases = [...new Set(known)].map(
    ({ organization, index, days, storedTo }) =>
      `WHEN organization = ${quoteText(organization)} AND index_name = ${quoteText(index)} ` +
      `AND stored_at <= make_timestamp_ms(${storedTo}::BIGINT) THEN ${days}`,
  );
  return `CASE ${cases.join(' ')} ELSE retention_days END`;
}

/** Groups that can contain matching rows. */
export function chooseGroups(parts: readonly PartSummary[], read: LogsRead): ChosenGroup[] {
  const { organization } = read;
  return parts.flatMap((part) =>
    (organization === undefined ? part.groups : groupsOf(part, organization))
      .filter((group) => mayHold(group, read))
      .map((group) => ({ part, group })),
  );
}

const NODE_BITS = 16n;

function mayHold({ index, bounds }: GroupSummary, read: LogsRead): boolean {
  const { timestamp, received_at: received, stored_at: stored, row_sequence: sequence } = bounds;
  const isWithin = (
    [least, most]: readonly [number, number],
    from: number | undefined,
    to: number | undefined,
  ): boolean => (from === undefined || most >= from) && (to === undefined || least < to);
  return (
    (read.indexes === undefined || read.indexes.includes(index)) &&
    isWithin(timestamp, read.from, read.to) &&
    isWithin(received, read.receivedFrom, read.receivedTo) &&
    isWithin(stored, read.storedFrom, read.storedTo) &&
    (read.rowIdFrom === undefined || BigInt(sequence[1]) >= read.rowIdFrom >> NODE_BITS) &&
    (read.rowIdTo === undefined || BigInt(sequence[0]) <= read.rowIdTo >> NODE_BITS)
  );
}

function sizeOf(chosen: readonly ChosenGroup[]): { rows: number; bytes: number } {
  let [rows, bytes] = [0, 0];
  for (const { part, group } of chosen) {
    rows += group.rows;
    bytes += Math.ceil((part.bytes * group.rows) / part.rows);
  }
  return { rows, bytes };
}

/** Columns of the table as statements know them. */
export const columnsWith = (
  days: string,
): string => `organization, index_name, "timestamp"::TIMESTAMP_MS AS "timestamp",
  received_at::TIMESTAMP_MS AS received_at, level, source,
  (row_sequence::UBIGINT << 16) | row_node::UBIGINT AS row_id, event_id,
  (${days})::USMALLINT AS retention_days, body, service, environment, host, trace_id, span_id, user_id,
  request_id, session_id, attributes, stored_at::TIMESTAMP_MS AS stored_at`;

const NO_ROWS = `SELECT NULL::VARCHAR AS organization, NULL::VARCHAR AS index_name,
  NULL::TIMESTAMP_MS AS "timestamp", NULL::TIMESTAMP_MS AS received_at, NULL::VARCHAR AS level,
  NULL::VARCHAR AS source, NULL::UBIGINT AS row_id, NULL::VARCHAR AS event_id,
  NULL::USMALLINT AS retention_days, NULL::VARCHAR AS body, NULL::VARCHAR AS service,
  NULL::VARCHAR AS environment, NULL::VARCHAR AS host, NULL::VARCHAR AS trace_id, NULL::VARCHAR AS span_id,
  NULL::VARCHAR AS user_id, NULL::VARCHAR AS request_id, NULL::VARCHAR AS session_id,
  NULL::MAP(VARCHAR, VARCHAR) AS attributes, NULL::TIMESTAMP_MS AS stored_at LIMIT 0`;

function fromParts(
  folder: string,
  parts: readonly PartSummary[],
  conditions: readonly string[],
  days: string,
): string {
  if (parts.length === 0) return `(${NO_ROWS})`;
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `(SELECT ${columnsWith(days)} FROM ${filesOf(folder, parts)}${where})`;
}

/**
 * Our own paths; no text of anybody's is in them. Each text of a statement takes the engine a while, so the paths are one
 * text. Without being asked to, it would look for columns in the names of all folders.
 */
export function filesOf(folder: string, parts: readonly PartSummary[], options = ''): string {
  const between = SEPARATORS.find((each) => !folder.includes(each)) ?? '';
  const paths = parts.map(({ name }) => join(folder, name));
  const list =
    between === ''
      ? `[${paths.map((path) => quoteText(path)).join(', ')}]`
      : `string_split(${quoteText(paths.join(between))}, '${between}')`;
  return `read_parquet(${list}, hive_partitioning = false${options})`;
}

/** One of them is in no path. */
const SEPARATORS = [',', ';', '|', '*'] as const;

function countedFrom(rows: string): string {
  const columns = '"timestamp", organization, index_name, level, source, service';
  return `(SELECT ${columns}, 1::BIGINT AS events FROM ${rows})`;
}

/** Conditions on the column as stored in the file, so that the engine skips rows of other times. */
function storedTimesOf({ storedFrom, storedTo }: LogsRead): string[] {
  const at = (ms: number): string =>
    `make_timestamp_ms(${Math.ceil(ms / SECOND_MS) * SECOND_MS}::BIGINT)`;
  return [
    ...(storedFrom === undefined ? [] : [`stored_at >= ${at(storedFrom)}`]),
    ...(storedTo === undefined ? [] : [`stored_at < ${at(storedTo)}`]),
  ];
}

/** The newest rows are looked for in the newest stretch first, unless there are few where they can be. */
function slicesFor(
  { newest, reads }: SelectTranslation,
  chosen: readonly ChosenGroup[],
): readonly Slice[] {
  const { rows } = sizeOf(chosen);
  if (newest === undefined || rows <= ROWS_AT_ONCE) return [];
  const files = chosen.map(({ group }) => ({
    bounds: { rows: group.rows, from: group.bounds.timestamp[0], to: group.bounds.timestamp[1] },
  }));
  return newestSlices(files, reads);
}
