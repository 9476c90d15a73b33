/**
 * Rows whose messages are equal but for their variables share a signature. Thousands of rows become some
 * hundred signatures; all later work is done on these.
 */
import { addToPair, newPair, pairKey } from './hash.ts';
import { at, commonKind, kindAt, type TokenTable } from './token-table.ts';

/** Tokens of a message that decide its pattern. */
export const MESSAGE_TOKENS_MAX = 64;

export interface Messages {
  readonly table: TokenTable;
  /** Tokens of row r: from `begins[r]` to before `ends[r]`. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  /** What must be equal besides the message: level and shape, as one number. */
  readonly groups: Int32Array;
  /** 1 if a row continues after its last token. */
  readonly hasTail: Int32Array;
}

export interface Signatures {
  readonly size: number;
  readonly ofRow: Int32Array;
  /** The first row of each signature; its tokens represent all rows. */
  readonly firstRows: Int32Array;
  readonly lastRows: Int32Array;
  readonly counts: Int32Array;
  /** Index of the first message token, in the first row. */
  readonly firstTokens: Int32Array;
  readonly lengths: Int32Array;
  readonly groups: Int32Array;
  readonly hasTail: Int32Array;
  /** By token of a first row: 0 where all rows have its text, else the kind that covers all of them, plus 1. */
  readonly covers: Int32Array;
}

export function collectSignatures(messages: Messages): Signatures {
  const { table, begins, ends, groups } = messages;
  const rows = begins.length;
  const ofRow = new Int32Array(rows);
  const list = createSignatures(messages, ofRow);
  const byHash = new Map<number, number>();
  let size = 0;
  for (let row = 0; row < rows; row += 1) {
    const begin = at(begins, row);
    const end = at(ends, row);
    const pair = newPair();
    addToPair(pair, at(groups, row));
    for (let index = begin; index < end; index += 1) addToPair(pair, at(table.keys, index));
    const key = pairKey(pair);
    const known = byHash.get(key);
    if (known === undefined) {
      byHash.set(key, size);
      ofRow[row] = size;
      list.firstRows[size] = row;
      list.firstTokens[size] = begin;
      list.lengths[size] = end - begin;
      list.groups[size] = at(groups, row);
      addRow(list, messages, size, row);
      size += 1;
    } else {
      ofRow[row] = known;
      addRow(list, messages, known, row);
      compareRow(list, table, known, begin);
    }
  }
  return { ...list, size };
}

function createSignatures(messages: Messages, ofRow: Int32Array): Omit<Signatures, 'size'> {
  const rows = messages.begins.length;
  return {
    ofRow,
    firstRows: new Int32Array(rows),
    lastRows: new Int32Array(rows),
    counts: new Int32Array(rows),
    firstTokens: new Int32Array(rows),
    lengths: new Int32Array(rows),
    groups: new Int32Array(rows),
    hasTail: new Int32Array(rows),
    covers: new Int32Array(messages.table.size),
  };
}

function addRow(
  list: Omit<Signatures, 'size'>,
  messages: Messages,
  signature: number,
  row: number,
): void {
  list.counts[signature] = at(list.counts, signature) + 1;
  list.lastRows[signature] = row;
  if (at(messages.hasTail, row) === 1) list.hasTail[signature] = 1;
}

/** Notes where this row's text differs from the first row's, and what kind of variable covers both. */
function compareRow(
  list: Omit<Signatures, 'size'>,
  table: TokenTable,
  signature: number,
  begin: number,
): void {
  const first = at(list.firstTokens, signature);
  const length = at(list.lengths, signature);
  for (let index = 0; index < length; index += 1) {
    const token = first + index;
    if (at(table.raws, token) === at(table.raws, begin + index)) continue;
    const kind = kindAt(table, begin + index);
    const covers = at(list.covers, token);
    const before = covers === 0 ? kindAt(table, token) : covers - 1;
    list.covers[token] = commonKind(before, kind) + 1;
  }
}

/** Whether all rows of a signature have the same text at one of its first row's tokens. */
export function isConstant(signatures: Signatures, token: number): boolean {
  return at(signatures.covers, token) === 0;
}

/** The kind that covers all rows of a signature at one of its first row's tokens. */
export function coveringKind(signatures: Signatures, table: TokenTable, token: number): number {
  const covers = at(signatures.covers, token);
  return covers === 0 ? kindAt(table, token) : covers - 1;
}
