/**
 * Adapts the words of an item to those of the lines: `PostGIS` is `postgis` there, `log file` is `logfile`, and the
 * `publickey` of an item may be a `public key`. Only if the lines lack the item's form.
 */
import { isKnownConcept, readWords, type Meanings, type Word } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

/** The words used in the lines. */
export interface Vocabulary {
  readonly meanings: Meanings;
  readonly postings: ReadonlyMap<string, unknown>;
}

/** Lines write numbers in digits. */
const NUMBER_WORDS = ',,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',');

export function fitWords(text: string, words: readonly Word[], vocabulary: Vocabulary): Word[] {
  const fitted: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const number = NUMBER_WORDS.indexOf(text.slice(word.start, word.end).toLowerCase());
    const digits = `#${number}`;
    if (number > 0 && !vocabulary.postings.has(word.concept) && vocabulary.postings.has(digits)) {
      fitted.push({ ...word, concept: digits, root: digits });
      continue;
    }
    const next = words[at + 1];
    const joined = next === undefined ? undefined : join(text, word, next, vocabulary);
    if (joined === undefined) {
      fitted.push(...(split(text, word, vocabulary) ?? [word]));
    } else {
      fitted.push(joined);
      at += 1;
    }
  }
  return fitted;
}

/** Joins two words if the lines write them as one. */
function join(text: string, word: Word, next: Word, vocabulary: Vocabulary): Word | undefined {
  const { postings, meanings } = vocabulary;
  if (word.isSnake || next.isSnake || !isName(word) || !isName(next)) return undefined;
  if (postings.has(word.concept) && postings.has(next.concept)) return undefined;
  const isOnePiece = word.start === next.start;
  if (!isOnePiece && !/^[ -]$/.test(text.slice(word.end, next.start))) return undefined;
  const written = isOnePiece
    ? text.slice(word.start, word.end)
    : text.slice(word.start, word.end) + text.slice(next.start, next.end);
  const [whole, ...more] = readWords(written.toLowerCase(), meanings);
  if (whole === undefined || more.length > 0 || !postings.has(whole.concept)) return undefined;
  return { ...whole, start: word.start, end: next.end, isPart: false };
}

function isName({ kind }: Word): boolean {
  return kind === 'word' || kind === 'name';
}

/** Splits a word that no line contains into two, if the lines contain both. */
function split(text: string, word: Word, vocabulary: Vocabulary): Word[] | undefined {
  const { postings, meanings } = vocabulary;
  if (word.kind !== 'word' || word.isSnake || word.isPart || word.isCamel) return undefined;
  if (postings.has(word.concept) || isKnownConcept(word.concept)) return undefined;
  const shown = text.slice(word.start, word.end).toLowerCase();
  if (shown.length < THRESHOLDS.characters.compoundMin) return undefined;
  for (
    let at = THRESHOLDS.characters.halfMin;
    at <= shown.length - THRESHOLDS.characters.halfMin;
    at += 1
  ) {
    const halves = [shown.slice(0, at), shown.slice(at)].map((half) => readWords(half, meanings));
    const [first, second] = halves.map((read) => (read.length === 1 ? read[0] : undefined));
    if (first?.kind !== 'word' || second?.kind !== 'word') continue;
    if (!postings.has(first.concept) || !postings.has(second.concept)) continue;
    return [first, second].map((half) => ({ ...half, start: word.start, end: word.end }));
  }
  return undefined;
}
