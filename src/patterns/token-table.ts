/** Tokens of many rows in flat arrays: no object per token, so 10,000 rows cost a few megabytes at most. */

/** What a token is. Kinds from `number` on are variables: rows that differ only in them share a signature. */
export const KIND = {
  word: 0,
  /** A name with structure inside, such as `com.acme.Shop` or `send_email`: where it varies, it is a variable. */
  name: 1,
  /** A word that contains digits, such as `blk_123`: compared with its digits masked. */
  mixed: 2,
  /** A short quoted text as one token. */
  quoted: 3,
  punctuation: 4,
  number: 5,
  hex: 6,
  uuid: 7,
  ip: 8,
  time: 9,
  url: 10,
  path: 11,
  email: 12,
  mac: 13,
  any: 14,
} as const;

const PLACEHOLDERS = [
  '<NUM>',
  '<HEX>',
  '<UUID>',
  '<IP>',
  '<TIME>',
  '<URL>',
  '<PATH>',
  '<EMAIL>',
  '<MAC>',
  '<*>',
] as const;

/** Returns the placeholder for a variable of this kind in a template. */
export function placeholderOf(kind: number): string {
  return PLACEHOLDERS[kind - KIND.number] ?? '<*>';
}

const KIND_OF_PLACEHOLDER: ReadonlyMap<string, number> = new Map(
  PLACEHOLDERS.map((text, index) => [text, index + KIND.number]),
);

/** Returns the kind of a written placeholder, so that templates can be mined again. */
export function kindOfPlaceholder(text: string): number | undefined {
  return KIND_OF_PLACEHOLDER.get(text);
}

/** The key of every variable. Never the hash of a word: see `wordKey`. */
export const VARIABLE = 1;

export function isVariable(kind: number): boolean {
  return kind >= KIND.number;
}

/** The placeholder that covers both kinds. */
export function commonKind(one: number, other: number): number {
  if (one === other) return one;
  const isHexLike = (kind: number): boolean => kind === KIND.number || kind === KIND.hex;
  return isHexLike(one) && isHexLike(other) ? KIND.hex : KIND.any;
}

export interface TokenTable {
  /** Kind, start and end of each token in one number: fewer arrays cost less to write and to keep. */
  spans: Int32Array;
  /** The compared value: a hash of the masked text, the code of a punctuation mark, or VARIABLE. */
  keys: Int32Array;
  /** A hash of the unmasked text. */
  raws: Int32Array;
  size: number;
}

const POSITION_BITS = 12;
const POSITION_MASK = (1 << POSITION_BITS) - 1;
/** Characters of a row that positions reach. */
export const POSITION_MAX = POSITION_MASK;

export function createTokenTable(capacity: number): TokenTable {
  return {
    spans: new Int32Array(capacity),
    keys: new Int32Array(capacity),
    raws: new Int32Array(capacity),
    size: 0,
  };
}

export function reserveTokens(table: TokenTable, count: number): void {
  const needed = table.size + count;
  if (needed <= table.spans.length) return;
  const capacity = Math.max(needed, table.spans.length * 2);
  table.spans = grown(table.spans, capacity);
  table.keys = grown(table.keys, capacity);
  table.raws = grown(table.raws, capacity);
}

function grown(values: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity);
  larger.set(values);
  return larger;
}

export function addToken(
  table: TokenTable,
  kind: number,
  key: number,
  raw: number,
  start: number,
  end: number,
): void {
  setToken(table, table.size, kind, key, raw, start, end);
  table.size += 1;
}

export function setToken(
  table: TokenTable,
  index: number,
  kind: number,
  key: number,
  raw: number,
  start: number,
  end: number,
): void {
  table.spans[index] = (((kind << POSITION_BITS) | start) << POSITION_BITS) | end;
  table.keys[index] = key;
  table.raws[index] = raw;
}

export function kindAt(table: TokenTable, index: number): number {
  return at(table.spans, index) >>> (2 * POSITION_BITS);
}

export function startAt(table: TokenTable, index: number): number {
  return (at(table.spans, index) >>> POSITION_BITS) & POSITION_MASK;
}

export function endAt(table: TokenTable, index: number): number {
  return at(table.spans, index) & POSITION_MASK;
}

/** One element, 0 where there is none. Only for Int32Array, so that the one shape stays fast. */
export function at(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}

/** Keys of words avoid the small numbers, which are reserved for punctuation marks and VARIABLE. */
export function wordKey(hash: number): number {
  return hash >= 0 && hash < 0x10000 ? hash + 0x10000 : hash;
}
