/** Cuts texts into words and maps each to its concept: without ending, and the same for words of one meaning. */
import { buildLexicon, NEGATORS, STOP_WORDS, type Cue } from './lexicon.ts';

export interface Word {
  /** What the word means: a stem, or `#` and the digits of a number. */
  readonly concept: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'word' | 'number' | 'name' | 'stop' | 'negator';
}

const CHARACTERS_MAX = 40;
const LEXICON = buildLexicon((word) => stem(fold(word.toLowerCase())));
const STOPS: ReadonlySet<string> = new Set([...STOP_WORDS].map(fold));

export function cueOf(concept: string): Cue | undefined {
  return LEXICON.cues.get(concept);
}

export function isWeak(concept: string): boolean {
  return LEXICON.weak.has(concept);
}

/** Whether the word is in the tables, and so no name of somebody or something. */
export function isKnownConcept(concept: string): boolean {
  return LEXICON.cues.has(concept) || LEXICON.weak.has(concept) || KNOWN.has(concept);
}
const KNOWN: ReadonlySet<string> = new Set(LEXICON.concepts.values());

/** Meanings already looked up. One per run, since lines repeat their words and runs share nothing. */
export type Meanings = Map<string, readonly Meaning[]>;
interface Meaning {
  readonly concept: string;
  readonly kind: Word['kind'];
}

/** `<IP>`, `<NUM>`, `<*>`: what stands there is not known. */
const PIECE = /<(?:[A-Z][A-Z0-9_]*|\*)>|[\p{L}\p{N}]+(?:[.,]\d+)*/gu;
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lu}+|\d+|\p{L}+/gu;

export function readWords(text: string, meanings: Meanings): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0];
    if (piece.startsWith('<')) continue;
    let known = meanings.get(piece);
    if (known === undefined) {
      known = meaningsOf(piece);
      meanings.set(piece, known);
    }
    for (const { concept, kind } of known) {
      words.push({ concept, kind, start: match.index, end: match.index + piece.length });
    }
  }
  return words;
}

function meaningsOf(piece: string): Meaning[] {
  if (piece.length > CHARACTERS_MAX) return [];
  if (/^\d/.test(piece)) return meaningsOfNumber(piece);
  if (/\d/.test(piece)) return meaningsOfMixed(piece);
  const isPlain = piece === piece.toLowerCase() || piece === piece.toUpperCase();
  const parts = isPlain || /^\p{Lu}\p{Ll}+$/u.test(piece) ? [piece] : (piece.match(PARTS) ?? []);
  return parts.flatMap(meaningsOfLetters);
}

function meaningsOfNumber(piece: string): Meaning[] {
  const number = /^[\d.,]*\d/.exec(piece)?.[0] ?? '';
  const unit = piece.slice(number.length);
  const isNumber =
    unit === '' || /^(?:ms|s|m|h|us|ns|kb|mb|gb|b|x|st|nd|rd|th|k|d|min|sec)$/i.test(unit);
  return isNumber
    ? [{ concept: `#${number.replaceAll(',', '')}`, kind: 'number' }]
    : [{ concept: piece.toLowerCase(), kind: 'name' }];
}

/** `web1`, `sha256`, `a1b2c3`: a name as a whole, and the word it starts with. */
function meaningsOfMixed(piece: string): Meaning[] {
  const whole: Meaning = { concept: piece.toLowerCase(), kind: 'name' };
  const prefix = /^\p{L}{3,}(?=\d+$)/u.exec(piece)?.[0];
  return prefix === undefined ? [whole] : [whole, ...meaningsOfLetters(prefix)];
}

function meaningsOfLetters(letters: string): Meaning[] {
  const word = fold(letters.toLowerCase());
  if (NEGATORS.has(word)) return [{ concept: word, kind: 'negator' }];
  if (STOPS.has(word)) return [{ concept: word, kind: 'stop' }];
  if (word.length < 2) return [];
  const concept = lookUp(word);
  if (concept !== undefined) return [{ concept, kind: 'word' }];
  const halves = splitCompound(word);
  if (halves !== undefined) return halves.map((half) => ({ concept: half, kind: 'word' }));
  return [{ concept: stem(word), kind: 'word' }];
}

function lookUp(word: string): string | undefined {
  const direct = LEXICON.concepts.get(stem(word));
  if (direct !== undefined) return direct;
  const ending = /(?:en|er|em|es|e|n|s)$/.exec(word);
  if (ending === null || word.length - ending[0].length < 4) return undefined;
  return LEXICON.concepts.get(stem(word.slice(0, ending.index)));
}

/** German joins nouns: `Datenbankverbindung` speaks of a database and of a connection. */
function splitCompound(word: string): string[] | undefined {
  if (word.length < 9) return undefined;
  for (let at = word.length - 4; at >= 4; at -= 1) {
    const tail = lookUp(word.slice(at));
    if (tail === undefined) continue;
    const head = lookUp(word.slice(0, at)) ?? lookUp(word.slice(0, at).replace(/s$/, ''));
    if (head !== undefined) return [head, tail];
  }
  return undefined;
}

function fold(word: string): string {
  if (!/[^a-z]/.test(word)) return word;
  return word.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** Takes off what English puts at the end of a word. Rough, but the same for all forms of most words. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies') || word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  let root = word;
  if (root.endsWith('sses')) root = root.slice(0, -2);
  else if (root.endsWith('s') && !root.endsWith('ss') && !root.endsWith('us')) {
    root = root.slice(0, -1);
  }
  if (root.length > 5 && root.endsWith('ing')) root = single(root.slice(0, -3));
  else if (root.length > 4 && root.endsWith('ed')) root = single(root.slice(0, -2));
  else if (root.length > 6 && root.endsWith('tion')) root = root.slice(0, -3);
  else if (root.length > 5 && root.endsWith('ly')) root = root.slice(0, -2);
  return root.length > 3 && root.endsWith('e') ? root.slice(0, -1) : root;
}

function single(root: string): string {
  return /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}
