/**
 * Words and attributes as two numbers each, from which their places in a filter follow. Only ASCII is known here:
 * what lower case is beyond it the engine decides, so such words are looked for in the rows themselves.
 */

/** Called with the two numbers of a key. */
export type OnKey = (first: number, second: number) => void;

const FIRST_SEED = 0x811c_9dc5;
const SECOND_SEED = 0x2545_f491;
const FIRST_PRIME = 0x0100_0193;
const SECOND_PRIME = 0x85eb_ca6b;
/** Stands between the key and the value of an attribute; no word of a body holds it. */
const PAIR_MARK = 0x3d;

/** The lower case of ASCII letters and digits; 0 for what ends a word, 1 for what is beyond ASCII. */
const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (byte > 0x7f) return 1;
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
const LOWER_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** Every word of a text. */
export function eachWord(bytes: Uint8Array, start: number, end: number, onKey: OnKey): void {
  let first = FIRST_SEED;
  let second = SECOND_SEED;
  let isWord = false;
  let isAscii = true;
  for (let at = start; at < end; at++) {
    const byte = WORD_BYTES[bytes[at] ?? 0] ?? 0;
    if (byte > 1) {
      first = Math.imul(first ^ byte, FIRST_PRIME);
      second = Math.imul(second ^ byte, SECOND_PRIME);
      isWord = true;
    } else if (byte === 1) {
      isAscii = false;
    } else {
      if (isWord && isAscii) onKey(mixed(first), mixed(second) | 1);
      if (isWord || !isAscii) {
        first = FIRST_SEED;
        second = SECOND_SEED;
        isWord = false;
        isAscii = true;
      }
    }
  }
  if (isWord && isAscii) onKey(mixed(first), mixed(second) | 1);
}

/** The numbers of a key, as far as it has gone. */
export interface OpenPair {
  readonly first: number;
  readonly second: number;
}

/** An attribute's name, to which values are added. */
export function openPair(bytes: Uint8Array, start: number, end: number): OpenPair {
  let first = Math.imul(FIRST_SEED ^ PAIR_MARK, FIRST_PRIME);
  let second = Math.imul(SECOND_SEED ^ PAIR_MARK, SECOND_PRIME);
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    first = Math.imul(first ^ byte, FIRST_PRIME);
    second = Math.imul(second ^ byte, SECOND_PRIME);
  }
  first = Math.imul(first ^ PAIR_MARK, FIRST_PRIME);
  second = Math.imul(second ^ PAIR_MARK, SECOND_PRIME);
  return { first, second };
}

/** Nothing is called for a value beyond ASCII. */
export function closePair(
  pair: OpenPair,
  bytes: Uint8Array,
  start: number,
  end: number,
  onKey: OnKey,
): void {
  let { first, second } = pair;
  for (let at = start; at < end; at++) {
    const byte = LOWER_BYTES[bytes[at] ?? 0] ?? 0;
    if (byte > 0x7f) return;
    first = Math.imul(first ^ byte, FIRST_PRIME);
    second = Math.imul(second ^ byte, SECOND_PRIME);
  }
  onKey(mixed(first), mixed(second) | 1);
}

export interface KeyHash {
  readonly first: number;
  readonly second: number;
}

/** Undefined for a word that filters do not know. */
export function hashWord(word: string): KeyHash | undefined {
  if (!/^[A-Za-z0-9]+$/.test(word)) return undefined;
  const bytes = Buffer.from(word);
  return hashOf((onKey) => eachWord(bytes, 0, bytes.length, onKey));
}

export function hashPair(key: string, value: string): KeyHash | undefined {
  const name = Buffer.from(key);
  const bytes = Buffer.from(value);
  const pair = openPair(name, 0, name.length);
  return hashOf((onKey) => closePair(pair, bytes, 0, bytes.length, onKey));
}

function hashOf(run: (onKey: OnKey) => void): KeyHash | undefined {
  let found: KeyHash | undefined;
  run((first, second) => {
    found = { first, second };
  });
  return found;
}

/** Every bit of the number depends on every bit of the key. */
function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16);
  mix = Math.imul(mix, 0x7feb_352d);
  mix ^= mix >>> 15;
  mix = Math.imul(mix, 0x846c_a68b);
  return (mix ^ (mix >>> 16)) >>> 0;
}
