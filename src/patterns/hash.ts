/** FNV-1a over UTF-16 units, 32 bits: tokens are compared by it, so that no row is cut into strings. */
export const HASH_SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

export function addToHash(hash: number, value: number): number {
  return Math.imul(hash ^ value, PRIME);
}

export function hashOf(text: string, from = 0, to: number = text.length): number {
  let hash = HASH_SEED;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash;
}

/**
 * Two hashes of one sequence, made to disagree: the second one mixes what the first lost in its low bits.
 * Together they are the identity of a signature or a template.
 */
export interface PairHash {
  first: number;
  second: number;
}

export function addToPair(pair: PairHash, value: number): void {
  pair.first = Math.imul(pair.first ^ value, PRIME);
  pair.second = Math.imul((pair.second << 7) | (pair.second >>> 25), 0x85ebca6b) ^ value;
}

export function newPair(): PairHash {
  return { first: HASH_SEED, second: 0x9e3779b9 | 0 };
}

/** 53 of the 64 bits, as an exact number: the key of a Map. */
export function pairKey(pair: PairHash): number {
  return (pair.first >>> 0) * 0x200000 + ((finish(pair.second) >>> 0) & 0x1fffff);
}

/** All 64 bits as 16 hexadecimal digits. */
export function pairText(pair: PairHash): string {
  return hex(finish(pair.first)) + hex(finish(pair.second));
}

/** Spreads the last values over all bits; without it short sequences differ in few of them. */
function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0');
}
