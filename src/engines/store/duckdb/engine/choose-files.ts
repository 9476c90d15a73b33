/** Which files a read of `logs` has to look into, and which groups of their rows. */
import type { LogsRead, LogsSource, Needle } from '../dialect/translate.ts';
import { SECOND_MS } from '../../../../spec/units.ts';
import { bytesOf, type Bounds, type DayFile } from './day-file.ts';
import { timesOf, type Slice } from './slice.ts';
import { GROUP_ROWS } from './words/group-rows.ts';
import { hashPair, hashWord } from './words/key-hash.ts';

type StoredBounds = Pick<LogsRead, 'storedFrom' | 'storedTo'>;

/** The part of one file to read. */
export interface FilePart {
  readonly file: DayFile;
  /** First and last numbers of the groups that may contain rows; undefined if all may. */
  readonly runs: readonly (readonly [first: number, last: number])[] | undefined;
}

export function filesFor(files: readonly DayFile[], read: LogsRead): DayFile[] {
  return files.filter(({ bounds }) => mayHold(bounds, read));
}

export function partsFor(files: readonly DayFile[], read: LogsRead): FilePart[] {
  const keys = keysOf(read);
  return filesFor(files, read).flatMap((file) => {
    if (keys.length === 0) return [{ file, runs: undefined }];
    const runs = runsOf(file.filters.find(keys));
    if (runs.length === 0) return [];
    // Each stretch is planned for itself, so that many of them take longer than reading all.
    return [{ file, runs: runs.length > RUNS_MAX ? undefined : runs }];
  });
}

const RUNS_MAX = 16;

/** How one read of `logs` is written. */
interface Reading {
  readonly read: StoredBounds;
  readonly slice: Slice | undefined;
  /** Every column of the table will do as the file has it, which `stored_at` does not. */
  readonly isPlain: boolean;
}

/** A read that nothing can answer still has the columns of the table. */
export function fromParts(
  parts: readonly FilePart[],
  any: DayFile,
  { read, slice, isPlain }: Reading,
): LogsSource {
  const times = [...(slice === undefined ? [] : timesOf(slice)), ...storedTimesOf(read)];
  const reads = parts.flatMap(({ file, runs }): LogsSource[] => {
    const table = `${file.catalog}.logs`;
    if (runs === undefined) return [{ table, where: times.join(' AND ') }];
    return runs.map(([first, last]) => ({
      table,
      where: [groupsOf(first, last), ...times].join(' AND '),
    }));
  });
  const [only, ...more] = reads;
  // As a statement within the statement it would be planned with all its columns.
  if (only !== undefined && more.length === 0 && isPlain) return only;
  const nothing = `${readOf({ table: `${any.catalog}.logs`, where: '' })} LIMIT 0`;
  const all = only === undefined ? nothing : reads.map((each) => readOf(each)).join(' UNION ALL ');
  return { table: `(${all})`, where: '' };
}

/** How many rows may have to be read, and their size on disk. */
export function sizeOf(parts: readonly FilePart[]): { rows: number; bytes: number } {
  let [rows, bytes] = [0, 0];
  for (const { file, runs } of parts) {
    const all = file.bounds.rows;
    const groups = runs?.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const some = groups === undefined ? all : Math.min(all, groups * GROUP_ROWS);
    rows += some;
    bytes += all === 0 ? 0 : Math.ceil((bytesOf(file) * some) / all);
  }
  return { rows, bytes };
}

/** All columns, `stored_at` as statements know times. */
const ALL_COLUMNS = '* REPLACE (stored_at::TIMESTAMP_MS AS stored_at)';

export function readOf({ table, where }: LogsSource, columns = ALL_COLUMNS): string {
  return `SELECT ${columns} FROM ${table}${where === '' ? '' : ` WHERE ${where}`}`;
}

function groupsOf(first: number, last: number): string {
  return first === last ? `"block" = ${first}` : `"block" BETWEEN ${first} AND ${last}`;
}

/** Uses the column as it is in the file, so that the engine skips rows of other times. */
function storedTimesOf({ storedFrom, storedTo }: StoredBounds): string[] {
  const at = (ms: number): string =>
    `make_timestamp_ms(${Math.ceil(ms / SECOND_MS) * SECOND_MS}::BIGINT)::TIMESTAMP_S`;
  return [
    ...(storedFrom === undefined ? [] : [`stored_at >= ${at(storedFrom)}`]),
    ...(storedTo === undefined ? [] : [`stored_at < ${at(storedTo)}`]),
  ];
}

function runsOf(groups: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const group of groups) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === group - 1) last[1] = group;
    else runs.push([group, group]);
  }
  return runs;
}

/** At least one key of each list must be in a group. Needles unknown to the filters impose no restriction. */
function keysOf({ words, pairs, choices }: LogsRead): number[][] {
  const needles: Needle[] = [
    ...words.map((word) => ({ kind: 'word', word }) as const),
    ...pairs.map(([key, value]) => ({ kind: 'pair', key, value }) as const),
  ];
  return [...needles.map((needle) => [needle]), ...choices].flatMap((list) => {
    const hashes = list.flatMap((needle) => hashOf(needle) ?? []);
    return hashes.length === list.length ? [hashes] : [];
  });
}

function hashOf(needle: Needle): number | undefined {
  return needle.kind === 'word' ? hashWord(needle.word) : hashPair(needle.key, needle.value);
}

function mayHold(bounds: Bounds, read: LogsRead): boolean {
  return (
    bounds.rows > 0 &&
    (read.from === undefined || bounds.to >= read.from) &&
    (read.to === undefined || bounds.from < read.to) &&
    (read.receivedFrom === undefined || bounds.receivedTo >= read.receivedFrom) &&
    (read.receivedTo === undefined || bounds.receivedFrom < read.receivedTo) &&
    (read.storedFrom === undefined || bounds.storedTo >= read.storedFrom) &&
    (read.storedTo === undefined || bounds.storedFrom < read.storedTo) &&
    (read.rowIdFrom === undefined || bounds.rowIdTo >= read.rowIdFrom) &&
    (read.rowIdTo === undefined || bounds.rowIdFrom < read.rowIdTo)
  );
}
