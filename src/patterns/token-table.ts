/** Tokens of many rows in flat arrays: no object per token, so 10,000 rows cost a few megabytes at most. */

/** What a token is. Kinds from `number` on are variables: rows that differ only in them share a signature. */
export const KIND = {
  word: 0,
  /** A name with structure inside, such as `com.acme.Shop` or `send_email`: where it varies, it is a variable. */
  name: 1,
  /** A word with digits in it, such as `blk_123`: compared with its digits masked. */
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

/** What stands in a template for a variable of this kind. */
export function placeholderOf(kind: number): string {
  return PLACEHOLDERS[kind - KIND.number] ?? '<*>';
}

const KIND_OF_PLACEHOLDER: ReadonlyMap<string, number> = new Map(
  PLACEHOLDERS.map((text, index) => [text, index + KIND.number]),
);

/** The kind a written placeholder stands for: templates can be mined again. */
export function kindOfPlaceholder(text: string): number | undefined {
  return KIND_OF_PLACEHOLDER.get(text);
}

/** The key every variable has. No hash of a word is it: see `wordKey`. */
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
  kinds: Int32Array;
  /** What is compared: a hash of the masked text, the code of a punctuation mark, or VARIABLE. */
  keys: Int32Array;
  /** A hash of the text as it stands. */
  raws: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  size: number;
}

export function createTokenTable(capacity: number): TokenTable {
  return {
    kinds: new Int32Array(capacity),
    keys: new Int32Array(capacity),
    raws: new Int32Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    size: 0,
  };
}

export function reserveTokens(table: TokenTable, count: number): void {
  const needed = table.size + count;
  if (needed <= table.kinds.length) return;
  const capacity = Math.max(needed, table.kinds.length * 2);
  table.kinds = grown(table.kinds, capacity);
  table.keys = grown(table.keys, capacity);
  table.raws = grown(table.raws, capacity);
  table.starts = grown(table.starts, capacity);
  table.ends = grown(table.ends, capacity);
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
  const index = table.size;
  table.kinds[index] = kind;
  table.keys[index] = key;
  table.raws[index] = raw;
  table.starts[index] = start;
  table.ends[index] = end;
  table.size = index + 1;
}

/** One element, 0 where there is none. Only for Int32Array, so that the one shape stays fast. */
export function at(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}

/** Keys of words leave the small numbers to punctuation marks and VARIABLE. */
export function wordKey(hash: number): number {
  return hash >= 0 && hash < 0x10000 ? hash + 0x10000 : hash;
}
