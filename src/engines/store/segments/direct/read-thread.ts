/** The program of a thread that reads parts. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { serveJobs } from '../../../threads/serve-jobs.ts';
import { formatRowId } from '../../row-ids.ts';
import { DamagedPart, type PartIndex, readPartIndex } from '../part-index.ts';
import { type NumberName, NUMBERS } from '../part-rows.ts';
import { countByValue } from './count-by-value.ts';
import { findNewest, type FoundRow } from './find-newest.ts';
import { createGroupReader, type GroupReader } from './group-reader.ts';
import { type GroupPlace, type ReadAnswer, type ReadJob, ROW_ID } from './read-jobs.ts';
import { NotDirect } from './value.ts';

/** Files that are kept open, with their indexes: the next question mostly asks the same ones. */
const OPEN_MAX = 64;

interface OpenPart {
  readonly file: number;
  readonly index: PartIndex;
}

const open = new Map<string, OpenPart>();

serveJobs<ReadJob, ReadAnswer>(run);

function run(job: ReadJob): ReadAnswer {
  let part = '';
  const groups = function* () {
    for (const place of job.groups) {
      ({ part } = place);
      yield { newest: place.newest, open: () => readerOf(job.folder, place) };
    }
  };
  try {
    if (job.kind === 'count') {
      return { kind: 'counts', ...countByValue(groups(), job) };
    }
    const found = findNewest(groups(), job);
    return {
      kind: 'rows',
      rows: found.map((row) => job.columns.map((name) => valueOf(row, name))),
    };
  } catch (error) {
    if (error instanceof NotDirect) return { kind: 'not direct' };
    if (error instanceof DamagedPart) return { kind: 'damaged', part };
    throw error;
  }
}

function readerOf(folder: string, { part, place }: GroupPlace): GroupReader {
  const { file, index } = openPart(join(folder, part));
  const group = index.groups[place];
  if (group === undefined) throw new DamagedPart();
  return createGroupReader(file, group);
}

function openPart(path: string): OpenPart {
  const known = open.get(path);
  open.delete(path);
  const file = known?.file ?? openSync(path, 'r');
  const part = known ?? { file, index: readPartIndex(file) };
  // What was asked for last goes last.
  open.set(path, part);
  const [oldest] = open;
  if (open.size > OPEN_MAX && oldest !== undefined) {
    open.delete(oldest[0]);
    closeSync(oldest[1].file);
  }
  return part;
}

const NUMBER_NAMES: ReadonlySet<string> = new Set(NUMBERS);

function isNumber(name: string): name is NumberName {
  return NUMBER_NAMES.has(name);
}

const INSTANTS: ReadonlySet<string> = new Set(['timestamp', 'received_at', 'stored_at']);

function valueOf({ reader, row, sequence, node }: FoundRow, name: string): unknown {
  if (name === ROW_ID) return formatRowId(sequence, node);
  if (name === 'attributes') return Object.fromEntries(reader.attributesAt(row));
  if (!isNumber(name)) return reader.textAt(name, row);
  const value = reader.numberAt(name, row);
  return INSTANTS.has(name) ? new Date(value).toISOString() : value;
}
