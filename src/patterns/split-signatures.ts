/**
 * The tree that turns signatures into patterns. A bucket contains the signatures of one length with the same
 * punctuation. It is split repeatedly on the column with the fewest values, until the rest shares enough words and
 * every column that still varies has so many values that it must be a variable. Only sets are compared, never
 * sequences, so the order of the rows has no effect.
 */
import { COMPRESSION_OPTIONS } from '../spec/evaluation.ts';
import { addToPair, hashOf, newPair, pairKey } from './hash.ts';
import type { Signatures } from './signatures.ts';
import { at, KIND, kindAt, VARIABLE, wordKey, type TokenTable } from './token-table.ts';

/** How fast the number of values that makes a variable grows with simThreshold. */
const VALUES_SLOPE = 6;
/** A column whose values look like names requires this many fewer values to become a variable. */
const NAME_SLACK = 4;
/** The same for a word after `for`, `from`, `by`, or after `on table` and the like. */
const PHRASE_SLACK = 3;
const PHRASE_WORDS_MIN = 3;

const words = (text: string): ReadonlySet<number> =>
  new Set(text.split(' ').map((word) => wordKey(hashOf(word))));
const BEFORE_NAME = words('for from by');
const BEFORE_THING = words('for from by of on to as with in at');

interface Splitter {
  readonly table: TokenTable;
  readonly signatures: Signatures;
  readonly simThreshold: number;
  /** Values that make a variable of a column, before any slack. */
  readonly valuesMin: number;
  readonly set: ValueSet;
  readonly leaves: number[][];
}

/** Returns the leaves of the tree: signatures that belong together, by number. */
export function splitSignatures(
  table: TokenTable,
  signatures: Signatures,
  simThreshold: number,
): number[][] {
  const splitter: Splitter = {
    table,
    signatures,
    simThreshold,
    valuesMin: valuesMinAt(simThreshold),
    set: createValueSet(signatures.size),
    leaves: [],
  };
  for (const bucket of groupByPunctuation(table, signatures)) {
    const first = bucket[0] ?? 0;
    const columns: number[] = [];
    for (let column = 0; column < at(signatures.lengths, first); column += 1) {
      if (kindIn(splitter, first, column) !== KIND.punctuation) columns.push(column);
    }
    split(splitter, bucket, columns, new Set());
  }
  return splitter.leaves;
}

/** 2 at 0 (everything that varies is a variable), 6 at the default of 0.4, unbounded at 1. */
function valuesMinAt(simThreshold: number): number {
  if (simThreshold >= 1) return Infinity;
  return Math.round(2 + (VALUES_SLOPE * simThreshold) / (1 - simThreshold));
}

function groupByPunctuation(table: TokenTable, signatures: Signatures): Iterable<number[]> {
  const buckets = new Map<number, number[]>();
  for (let signature = 0; signature < signatures.size; signature += 1) {
    const first = at(signatures.firstTokens, signature);
    const length = at(signatures.lengths, signature);
    const pair = newPair();
    addToPair(pair, at(signatures.groups, signature));
    addToPair(pair, length);
    for (let column = 0; column < length; column += 1) {
      if (kindAt(table, first + column) === KIND.punctuation) {
        addToPair(pair, column);
        addToPair(pair, at(table.keys, first + column));
      }
    }
    const key = pairKey(pair);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [signature]);
    else bucket.push(signature);
  }
  return buckets.values();
}

function keyIn(splitter: Splitter, signature: number, column: number): number {
  return at(splitter.table.keys, at(splitter.signatures.firstTokens, signature) + column);
}

function kindIn(splitter: Splitter, signature: number, column: number): number {
  return kindAt(splitter.table, at(splitter.signatures.firstTokens, signature) + column);
}

/** `columns` may still vary; `fixed` are the columns known to contain a single word. */
function split(
  splitter: Splitter,
  members: number[],
  columns: readonly number[],
  fixed: ReadonlySet<number>,
): void {
  if (members.length === 1) {
    splitter.leaves.push(members);
    return;
  }
  const first = members[0] ?? 0;
  const constant = new Set(fixed);
  const varying: Column[] = [];
  for (const column of columns) {
    const counted = countValues(splitter, members, column);
    if (counted.values > 1) varying.push(counted);
    else if (keyIn(splitter, first, column) !== VARIABLE) constant.add(column);
  }
  const slack = varying.map((column) => slackOf(splitter, first, column, constant, varying.length));
  if (isPattern(splitter, varying, slack, constant.size, members.length)) {
    splitter.leaves.push(members);
    return;
  }
  let best = 0;
  let fewest = Infinity;
  for (const [index, column] of varying.entries()) {
    // Names are split on late: they are likely to be variables once the plain words are separated.
    const values = column.values + 2 * (slack[index] ?? 0);
    if (values < fewest) {
      fewest = values;
      best = index;
    }
  }
  const at0 = varying[best]?.column ?? 0;
  const rest = varying.filter((_, index) => index !== best).map((column) => column.column);
  for (const part of groupByValue(splitter, members, at0)) {
    const holdsWord = keyIn(splitter, part[0] ?? 0, at0) !== VARIABLE;
    split(splitter, part, rest, holdsWord ? new Set(constant).add(at0) : constant);
  }
}

interface Column {
  readonly column: number;
  readonly values: number;
  /** At least half of the values are names, quoted texts or typed variables. */
  readonly isNamed: boolean;
}

function isPattern(
  splitter: Splitter,
  varying: readonly Column[],
  slack: readonly number[],
  constants: number,
  members: number,
): boolean {
  if (varying.length === 0) return true;
  const { simThreshold, valuesMin } = splitter;
  // A column of names is half a variable already, so it has half the weight against the constants.
  const weight = varying.reduce((sum, column) => sum + (column.isNamed ? 0.5 : 1), 0);
  if (constants < simThreshold * (constants + weight)) return false;
  if (constants === 0 && simThreshold > 0) return false;
  const plainMin = Math.max(valuesMin, stateValuesMin(simThreshold, members));
  return varying.every((column, index) => {
    const names = slack[index] ?? 0;
    return column.values >= (names > 0 ? Math.max(2, valuesMin - names) : plainMin);
  });
}

/**
 * Among many different messages, a plain word with few values is a state or an action, not a variable: with 2,000
 * signatures, a variable requires 11 values. A lower `simThreshold` lowers this, down to 0.
 */
function stateValuesMin(simThreshold: number, members: number): number {
  const weight = Math.min(1, simThreshold / COMPRESSION_OPTIONS.simThreshold.default);
  return Math.round(weight * Math.log2(members));
}

function slackOf(
  splitter: Splitter,
  first: number,
  column: Column,
  constant: ReadonlySet<number>,
  varying: number,
): number {
  if (column.isNamed) return NAME_SLACK;
  if (constant.size < PHRASE_WORDS_MIN || constant.size < varying) return 0;
  const before = column.column - 1;
  if (!constant.has(before)) return 0;
  if (BEFORE_NAME.has(keyIn(splitter, first, before))) return PHRASE_SLACK;
  const isPhrase = constant.has(before - 1) && BEFORE_THING.has(keyIn(splitter, first, before - 1));
  return isPhrase ? PHRASE_SLACK : 0;
}

function countValues(splitter: Splitter, members: readonly number[], column: number): Column {
  const { set } = splitter;
  set.stamp += 1;
  let values = 0;
  let named = 0;
  let isOpen = false;
  for (const signature of members) {
    const key = keyIn(splitter, signature, column);
    const kind = kindIn(splitter, signature, column);
    if (kind === KIND.any) isOpen = true;
    if (addValue(set, key)) {
      values += 1;
      if (kind !== KIND.word) named += 1;
    }
  }
  return { column, values, isNamed: isOpen || named * 2 >= values };
}

function groupByValue(
  splitter: Splitter,
  members: readonly number[],
  column: number,
): Iterable<number[]> {
  const parts = new Map<number, number[]>();
  for (const signature of members) {
    const key = keyIn(splitter, signature, column);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [signature]);
    else part.push(signature);
  }
  return parts.values();
}

/** A set of numbers that is emptied by raising its stamp: thousands of columns are counted with it. */
interface ValueSet {
  readonly values: Int32Array;
  readonly stamps: Int32Array;
  readonly mask: number;
  stamp: number;
}

function createValueSet(valuesMax: number): ValueSet {
  let capacity = 16;
  while (capacity < valuesMax * 2) capacity *= 2;
  return {
    values: new Int32Array(capacity),
    stamps: new Int32Array(capacity),
    mask: capacity - 1,
    stamp: 0,
  };
}

/** True when the value was not in the set yet. */
function addValue(set: ValueSet, value: number): boolean {
  const { values, stamps, mask, stamp } = set;
  let slot = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) & mask;
  while (at(stamps, slot) === stamp) {
    if (at(values, slot) === value) return false;
    slot = (slot + 1) & mask;
  }
  stamps[slot] = stamp;
  values[slot] = value;
  return true;
}
