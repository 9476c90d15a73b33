/**
 * Finds the groups of rows of a file that may contain given words and attributes. Filters are derived from the rows and
 * can be rebuilt: a group without one is read.
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import type { Block } from '../block-reader.ts';
import type { OnKey } from './key-hash.ts';
import { GROUP_ROWS } from './group-rows.ts';
import { readKeys } from './read-keys.ts';
import {
  createOpenFilter,
  createSegment,
  groupsOf,
  HEAD_BYTES,
  isWhole,
  packSegment,
  SEGMENT_BYTES,
  SEGMENT_GROUPS,
  type OpenFilter,
  type Segment,
  unpackSegment,
} from './segment.ts';

export interface WordFilters {
  /** Adds rows that are about to be stored; `firstRow` is their offset from the first row of the file. */
  add(bytes: Buffer, block: Block, firstRow: number): void;
  /** Numbers of the groups that may contain at least one key of each list. */
  find(lists: readonly (readonly number[])[]): number[];
  /** Groups without a filter; all keys of each are to be given to `learn`. */
  unknown(): number[];
  learn(group: number, read: (onKey: OnKey) => void): void;
  close(): void;
}

interface SegmentState {
  /** In memory until all its groups are full and known. */
  segment: Segment | undefined;
  /** A bit for each group whose keys are not known. */
  unknown: number;
}

const ALL_GROUPS = 0xffff_ffff;

/** `groups` is the number of groups that rows were written to before. */
export function openWordFilters(path: string, groups: number): WordFilters {
  const handle = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const states = new Map<number, SegmentState>();
  let groupCount = groups;
  let open: OpenGroup | undefined;
  // Loaded lazily: the files of a year are too large to read at startup.
  const stateAt = (index: number): SegmentState => {
    const known = states.get(index) ?? readState(handle, index, groups);
    states.set(index, known);
    return known;
  };
  const put = ({ group, filter }: OpenGroup): void => {
    const index = segmentOf(group);
    const state = stateAt(index);
    // A full one may get rows once more, where a transaction failed or a crash came before it: what it knows stays.
    state.segment ??= knownSegment(handle, index);
    filter.addTo(state.segment, group % SEGMENT_GROUPS);
  };
  const openGroup = (group: number): OnKey => {
    if (open !== undefined) put(open);
    open = { group, filter: createOpenFilter() };
    groupCount = Math.max(groupCount, group + 1);
    keepFull(handle, states, group);
    return open.filter.mark;
  };
  const all = (): number[] => Array.from({ length: segmentsOf(groupCount) }, (_, index) => index);
  return {
    add(bytes, block, firstRow) {
      for (let start = 0; start < block.rows;) {
        const group = Math.floor((firstRow + start) / GROUP_ROWS);
        const end = Math.min(block.rows, (group + 1) * GROUP_ROWS - firstRow);
        const onKey = open?.group === group ? open.filter.mark : openGroup(group);
        readKeys(bytes, block, { start, end }, onKey);
        start = end;
      }
    },
    find: (lists) =>
      all().flatMap((index) => {
        const state = stateAt(index);
        let found = ALL_GROUPS;
        for (const list of lists) {
          found &= list.reduce((any, key) => any | findIn(handle, state, index, key), 0);
        }
        if (open !== undefined && segmentOf(open.group) === index && mayHold(open, lists)) {
          found |= 1 << (open.group % SEGMENT_GROUPS);
        }
        return numbersOf(found | state.unknown, index).filter((group) => group < groupCount);
      }),
    unknown: () => all().flatMap((index) => numbersOf(stateAt(index).unknown, index)),
    learn(group, read) {
      const state = stateAt(segmentOf(group));
      const filter = createOpenFilter();
      read(filter.mark);
      put({ group, filter });
      state.unknown &= ~(1 << (group % SEGMENT_GROUPS));
      keepFull(handle, states, open?.group ?? groupCount);
    },
    close: () => closeSync(handle),
  };
}

/** The group that takes new rows. */
interface OpenGroup {
  readonly group: number;
  readonly filter: OpenFilter;
}

function mayHold({ filter }: OpenGroup, lists: readonly (readonly number[])[]): boolean {
  return lists.every((list) => list.some((key) => filter.mayHold(key)));
}

function segmentOf(group: number): number {
  return Math.floor(group / SEGMENT_GROUPS);
}

function segmentsOf(groups: number): number {
  return Math.ceil(groups / SEGMENT_GROUPS);
}

export function wordsPath(path: string): string {
  return path.replace(/\.duckdb$/, '.words');
}

/** A segment that is incomplete on disk is rebuilt from the rows of its groups. */
function readState(handle: number, index: number, groups: number): SegmentState {
  if (readPacked(handle, index) !== undefined) return { segment: undefined, unknown: 0 };
  const count = Math.max(0, Math.min(SEGMENT_GROUPS, groups - index * SEGMENT_GROUPS));
  const unknown = count === SEGMENT_GROUPS ? ALL_GROUPS : 2 ** count - 1;
  return { segment: createSegment(), unknown };
}

function knownSegment(handle: number, index: number): Segment {
  const packed = readPacked(handle, index);
  return packed === undefined ? createSegment() : unpackSegment(packed);
}

/** Undefined for one that is not on the disk, or not whole. */
function readPacked(handle: number, index: number): Buffer | undefined {
  const packed = Buffer.alloc(SEGMENT_BYTES);
  const bytes = readSync(handle, packed, 0, SEGMENT_BYTES, index * SEGMENT_BYTES);
  return bytes === SEGMENT_BYTES && isWhole(packed) ? packed : undefined;
}

/** Segments that get no more rows and lack nothing go to the disk. */
function keepFull(handle: number, states: ReadonlyMap<number, SegmentState>, group: number): void {
  for (const [index, state] of states) {
    const isFull = (index + 1) * SEGMENT_GROUPS <= group;
    if (!isFull || state.segment === undefined || state.unknown !== 0) continue;
    writeSync(handle, packSegment(state.segment), 0, SEGMENT_BYTES, index * SEGMENT_BYTES);
    state.segment = undefined;
  }
}

function findIn(handle: number, { segment }: SegmentState, index: number, key: number): number {
  if (segment !== undefined) return groupsOf(key, (place) => segment[place] ?? 0);
  const number = new Uint32Array(1);
  const start = index * SEGMENT_BYTES + HEAD_BYTES;
  return groupsOf(key, (place) => {
    readSync(handle, number, 0, 4, start + place * 4);
    return number[0] ?? ALL_GROUPS;
  });
}

function numbersOf(bits: number, index: number): number[] {
  const numbers: number[] = [];
  for (let group = 0; group < SEGMENT_GROUPS; group++) {
    if ((bits & (1 << group)) !== 0) numbers.push(index * SEGMENT_GROUPS + group);
  }
  return numbers;
}
