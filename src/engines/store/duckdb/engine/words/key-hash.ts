/**
 * Hashes words and attributes to one number each, which determines their positions in a filter. Handles only ASCII: the
 * engine defines lower case beyond it, so such words are searched in the rows themselves.
 */

/** Called with the number of a key. */
export type OnKey = (hash: number) => void;

const SEED = 0x811c_9dc5;
const PRIME = 0x0100_0193;
/** Separates the key and the value of an attribute; no word of a body contains it. */
const PAIR_MARK = 0x3d;

/** Lower case of ASCII letters and digits; 0 for a character that ends a word, 1 for non-ASCII. */
const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (byte > 0x7f) return 1;
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
const LOWER_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** Visits every word of a text. */
export function eachWord(bytes: Uint8Array, start: number, end: number, onKey: OnKey): void {
  let at = start;
  while (at < end) {
    let byte = WORD_BYTES[bytes[at++] ?? 0] ?? 0;
    if (byte === 0) continue;
    let hash = SEED;
    while (byte > 1) {
      hash = Math.imul(hash ^ byte, PRIME);
      byte = at < end ? (WORD_BYTES[bytes[at++] ?? 0] ?? 0) : 0;
    }
    if (byte === 0) onKey(mixed(hash));
    else at = wordBeyond(bytes, { start: at - 1, end }, hash, onKey);
  }
}

/** Continues a word that contains a non-ASCII character; returns where it ends. */
function wordBeyond(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  before: number,
  onKey: OnKey,
): number {
  let hash = before;
  let isAscii = true;
  let at = start;
  for (; at < end; at++) {
    const byte = WORD_BYTES[bytes[at] ?? 0] ?? 0;
    if (byte === 0) break;
    if (byte > 1) {
      hash = Math.imul(hash ^ byte, PRIME);
    } else if (isKelvin(bytes, at)) {
      hash = Math.imul(hash ^ LOWER_K, PRIME);
      at += KELVIN.length - 1;
    } else {
      isAscii = false;
    }
  }
  if (isAscii) onKey(mixed(hash));
  return at;
}

/** The one character beyond ASCII whose lower case is not. */
const KELVIN = Buffer.from('\u212a');
const LOWER_K = 0x6b;

function isKelvin(bytes: Uint8Array, at: number): boolean {
  return KELVIN.every((byte, i) => bytes[at + i] === byte);
}

/** An attribute's name, to which values are added. */
export function openPair(bytes: Uint8Array, start: number, end: number): number {
  let hash = Math.imul(SEED ^ PAIR_MARK, PRIME);
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
  return Math.imul(hash ^ PAIR_MARK, PRIME);
}

/** Nothing is called for a value beyond ASCII. */
function closePair(
  pair: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  onKey: OnKey,
): void {
  let hash = pair;
  for (let at = start; at < end; at++) {
    let byte = LOWER_BYTES[bytes[at] ?? 0] ?? 0;
    if (byte > 0x7f) {
      if (!isKelvin(bytes, at)) return;
      byte = LOWER_K;
      at += KELVIN.length - 1;
    }
    hash = Math.imul(hash ^ byte, PRIME);
  }
  onKey(mixed(hash));
}

/** The value of an attribute; of one that is a list also each of its elements. */
export function eachValue(
  pair: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  onKey: OnKey,
): void {
  closePair(pair, bytes, start, end, onKey);
  if (bytes[start] !== LIST_START) return;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
  for (const [token] of text.matchAll(ELEMENTS)) {
    for (const element of textsOf(token)) {
      const own = Buffer.from(element);
      closePair(pair, own, 0, own.length, onKey);
    }
  }
}

const LIST_START = 0x5b;
/** Also matches nested lists and invalid JSON: a filter may contain more than the rows, never less. */
const ELEMENTS = /"(?:[^"\\]|\\.)*"|[^\s,[\]"]+/g;

/** As the engine writes an element; of numbers it keeps the digits, or what they mean. */
function textsOf(token: string): readonly string[] {
  if (/^-?\d/.test(token)) return [token, String(Number(token))];
  if (!token.startsWith('"')) return [token];
  try {
    return [String(JSON.parse(token))];
  } catch {
    return [];
  }
}

/** Undefined for a word that filters do not contain. */
export function hashWord(word: string): number | undefined {
  if (!/^[A-Za-z0-9]+$/.test(word)) return undefined;
  const bytes = Buffer.from(word);
  return hashOf((onKey) => eachWord(bytes, 0, bytes.length, onKey));
}

export function hashPair(key: string, value: string): number | undefined {
  const name = Buffer.from(key);
  const bytes = Buffer.from(value);
  const pair = openPair(name, 0, name.length);
  return hashOf((onKey) => closePair(pair, bytes, 0, bytes.length, onKey));
}

function hashOf(run: (onKey: OnKey) => void): number | undefined {
  let found: number | undefined;
  run((hash) => {
    found = hash;
  });
  return found;
}

/** Every bit of the number depends on every bit of the key. */
export function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16);
  mix = Math.imul(mix, 0x7feb_352d);
  mix ^= mix >>> 15;
  mix = Math.imul(mix, 0x846c_a68b);
  return (mix ^ (mix >>> 16)) >>> 0;
}
