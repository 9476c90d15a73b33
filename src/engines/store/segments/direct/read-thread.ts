/** The program of a thread that reads parts. */
import { closeSync, openSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { serveJobs } from '../../../threads/serve-jobs.ts';
import { formatRowId } from '../../row-ids.ts';
import { DamagedPart, type GroupDetails } from '../part-index.ts';
import { readDetails } from '../parquet/read-pages.ts';
import { type NumberName, NUMBERS } from '../part-rows.ts';
import { countByValue } from './count-by-value.ts';
import { findNewest, type FoundRow } from './find-newest.ts';
import type { GroupPlace } from './group-place.ts';
import { createGroupReader, type FilterPlaces, type GroupReader } from './group-reader.ts';
import { joinCounts, memoryOf, shownCounts } from './count-texts.ts';
import { type JoinJob, type ReadAnswer, type ReadJob, ROW_ID, type RowsJob } from './read-jobs.ts';
import { NotDirect } from './value.ts';

/** Files kept open, with the data read from them: the next query usually needs the same ones. */
const OPEN_MAX = 64;
/** Number of groups of one part whose details are kept. */
const DETAILS_MAX = 64;

/** Of groups where their filters are. That is little, so those of many more parts are kept than are open. */
const FILTERS_MAX = 16_384;
const filterPlaces = new Map<string, FilterPlaces>();

interface OpenPart {
  readonly file: number;
  /** By where they are in the file. */
  readonly details: Map<number, GroupDetails>;
}

const open = new Map<string, OpenPart>();

serveJobs<ReadJob, ReadAnswer>(
  (job) => (job.kind === 'join' ? join(job) : run(job)),
  (answer) => (answer.kind === 'counts' ? memoryOf(answer) : []),
);

function join({ counts, shown }: JoinJob): ReadAnswer {
  const found = shownCounts(joinCounts(counts), shown);
  return found === undefined ? { kind: 'not direct' } : { kind: 'shown', ...found };
}

function run(job: RowsJob): ReadAnswer {
  let part = '';
  const groups = function* () {
    for (const place of job.groups) {
      ({ part } = place);
      yield { newest: place.bounds.timestamp[1], open: () => readerOf(job.folder, place) };
    }
  };
  try {
    if (job.kind === 'count') {
      return { kind: 'counts', ...countByValue(groups(), job) };
    }
    const found = findNewest(groups(), job);
    return {
      kind: 'rows',
      rows: found.map((row) => {
        ({ part } = row.reader.group);
        return job.columns.map((name) => valueOf(row, name));
      }),
    };
  } catch (error) {
    if (error instanceof NotDirect) return { kind: 'not direct' };
    if (error instanceof DamagedPart) return { kind: 'damaged', part };
    throw error;
  }
}

function readerOf(folder: string, place: GroupPlace): GroupReader {
  const path = joinPath(folder, place.part);
  const [at] = place.details;
  const name = `${place.part} ${at}`;
  let known: GroupDetails | undefined;
  const details = (): GroupDetails => {
    if (known !== undefined) return known;
    const { file, details: ofPart } = openPart(path);
    known = ofPart.get(at) ?? readDetails(file, place);
    if (ofPart.size >= DETAILS_MAX) ofPart.clear();
    ofPart.set(at, known);
    if (filterPlaces.size >= FILTERS_MAX) filterPlaces.clear();
    filterPlaces.set(name, { blocks: known.blocks, filters: known.filters });
    return known;
  };
  const openFile = (): number => openPart(path).file;
  return createGroupReader(
    {
      openFile,
      details,
      lookUp(read) {
        const places = filterPlaces.get(name);
        // One that is not open is not worth closing another one for.
        if (places === undefined || open.has(path)) return read(openFile(), places ?? details());
        const file = openSync(path, 'r');
        try {
          return read(file, places);
        } finally {
          closeSync(file);
        }
      },
    },
    place,
  );
}

function openPart(path: string): OpenPart {
  const known = open.get(path);
  open.delete(path);
  const part = known ?? { file: openSync(path, 'r'), details: new Map<number, GroupDetails>() };
  // The most recently used part is last.
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
