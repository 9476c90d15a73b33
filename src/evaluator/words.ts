/** Splits texts into words and maps each to its concept: without endings, and identical for synonyms. */
import { buildLexicon, type Cue } from './lexicon.ts';
import { readPhrase } from './phrasal-verbs.ts';
import { NEGATORS, STOP_WORDS } from './stop-words.ts';
import { foldAccents, stem, stemGerman } from './stem.ts';
import { THRESHOLDS } from './thresholds.ts';

export interface Word {
  /** Meaning of the word: a stem, or `#` and the digits of a number. */
  readonly concept: string;
  /** The word without its ending, to distinguish the same word from a synonym. */
  readonly root: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'word' | 'number' | 'name' | 'stop' | 'negator';
  /** Part of a file name, a path or a hyphenated name, and therefore no sign of an outcome. */
  readonly isPart: boolean;
  /** Part of a name with underscores, which may well state an outcome: `login_failed`. */
  readonly isSnake: boolean;
  /** Part of a name such as `IgnoreCase`. */
  readonly isCamel: boolean;
}

const LEXICON = buildLexicon((word) => stem(foldAccents(word.toLowerCase())));
const STOPS: ReadonlySet<string> = new Set([...STOP_WORDS].map(foldAccents));

export function cueOf(concept: string): Cue | undefined {
  return LEXICON.cues.get(concept);
}

/** Whether an outcome word is only part of a name and states nothing. */
export function isInName(word: Word, cue: Cue): boolean {
  return (
    word.isPart || (word.isSnake && !cue.isGeneric) || (word.isCamel && cue.outcome === 'skip')
  );
}

/** Whether two outcome words are opposites. */
export function areOpposite(one: string, other: string): boolean {
  return LEXICON.opposites.get(one)?.has(other) === true;
}

export function isWeak(concept: string): boolean {
  return LEXICON.weak.has(concept);
}

/** Whether the word names an action. */
export function isAction(concept: string): boolean {
  return LEXICON.actions.has(concept);
}

/** Whether the action precedes others. */
export function isMeans(concept: string): boolean {
  return LEXICON.means.has(concept);
}

/** Whether two deeds come to the same: what was not sent was not delivered. */
export function areOneKind(one: string, other: string): boolean {
  const kinds = LEXICON.kinds.get(other);
  return kinds !== undefined && [...(LEXICON.kinds.get(one) ?? [])].some((at) => kinds.has(at));
}

/** Whether a word in a description is meaningless, such as "step". */
export function isEmpty(concept: string): boolean {
  return LEXICON.empty.has(concept);
}

/** Whether the word distinguishes a thing from others of its kind: the "main" gate from the gate. */
export function isQualifier(concept: string): boolean {
  return LEXICON.qualifiers.has(concept);
}

/** Whether the word names a kind of thing, such as "endpoint". */
export function isKindOfThing(concept: string): boolean {
  return LEXICON.kindsOfThings.has(concept);
}

/** Whether the word is in the tables, and therefore not a proper name. */
export function isKnownConcept(concept: string): boolean {
  return LEXICON.cues.has(concept) || LEXICON.weak.has(concept) || LEXICON.common.has(concept);
}

/** Cache of word meanings. One per run, since lines repeat their words and runs share nothing. */
export type Meanings = Map<string, readonly Meaning[]>;
type Meaning = Pick<Word, 'concept' | 'kind' | 'root'>;

/** `<IP>`, `<NUM>`, `<*>`: placeholders for unknown values. */
const PIECE = /<(?:[A-Z][A-Z0-9_]*|\*)>|[\p{L}\p{N}]+(?:[.,]\d+)*/gu;
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lu}+|\d+|\p{L}+/gu;
const TIMESTAMP =
  /\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?|^\W{0,2}\d{2}:\d{2}:\d{2}(?:[.,]\d+)?/;

/** Returns the words of a line, without the numbers of its timestamp. */
export function readLineWords(text: string, meanings: Meanings): Word[] {
  const words = readWords(text, meanings);
  const time = TIMESTAMP.exec(text);
  if (time === null) return words;
  const end = time.index + time[0].length;
  return words.filter(
    (word) => word.kind === 'word' || word.start < time.index || word.start >= end,
  );
}

export function readWords(text: string, meanings: Meanings): Word[] {
  const words: Word[] = [];
  let last = '';
  let lastEnd = -1;
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0];
    const start = match.index;
    const end = start + piece.length;
    if (piece.startsWith('<')) continue;
    const phrase = start === lastEnd + 1 ? readPhrase(last, piece) : undefined;
    if (phrase !== undefined) {
      const concept = LEXICON.concepts.get(phrase) ?? phrase;
      words.splice(-1, 1, {
        concept,
        root: concept,
        kind: 'word',
        start: lastEnd - last.length,
        end,
        isPart: false,
        isSnake: false,
        isCamel: false,
      });
    }
    let known = meanings.get(piece);
    if (known === undefined) {
      known = meaningsOf(piece);
      meanings.set(piece, known);
    }
    const isPart = isPartOfName(text, start, end);
    const isTag = text.charCodeAt(end) === OPENING_BRACKET && isDigit(text.charCodeAt(end + 1));
    const isSnake =
      text.charCodeAt(start - 1) === UNDERSCORE || text.charCodeAt(end) === UNDERSCORE;
    const isCamel = known.length > 1;
    for (const { concept, root, kind } of known) {
      // The "no" of `no-such-host` negates nothing.
      const own = isPart && kind === 'negator' ? 'stop' : kind;
      // `backup[411]:` names a program, so it counts as a name instead of by its meaning.
      const meant = isTag ? root : concept;
      words.push({ concept: meant, root, kind: own, start, end, isPart, isSnake, isCamel });
    }
    last = piece;
    lastEnd = end;
  }
  return words;
}

function isPartOfName(text: string, start: number, end: number): boolean {
  return (
    (JOINTS.has(text.charCodeAt(start - 1)) && isAlphanumeric(text.charCodeAt(start - 2))) ||
    (JOINTS.has(text.charCodeAt(end)) &&
      isAlphanumeric(text.charCodeAt(end + 1)) &&
      !isEscape(text, end))
  );
}

/** The `\n` of `"unreachable\n"` ends the text, and joins nothing. */
function isEscape(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === BACKSLASH &&
    /[nrt]/.test(text.charAt(at + 1)) &&
    !isAlphanumeric(text.charCodeAt(at + 2))
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Beyond ASCII, anything but punctuation counts; NaN, which means no character, does not. */
function isAlphanumeric(code: number): boolean {
  return (
    isDigit(code) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 0xc0 && code < 0x2000)
  );
}
const UNDERSCORE = 95;
const BACKSLASH = 92;
const OPENING_BRACKET = 91;
const JOINTS: ReadonlySet<number> = new Set('-./@\\'.split('').map((joint) => joint.charCodeAt(0)));

function meaningsOf(piece: string): Meaning[] {
  if (piece.length > THRESHOLDS.characters.wordMax) return [];
  if (/^\d/.test(piece)) return meaningsOfNumber(piece);
  if (/\d/.test(piece)) return meaningsOfMixed(piece);
  const isPlain = piece === piece.toLowerCase() || piece === piece.toUpperCase();
  const parts = isPlain || /^\p{Lu}\p{Ll}+$/u.test(piece) ? [piece] : (piece.match(PARTS) ?? []);
  return parts.flatMap(meaningsOfLetters);
}

const MIXED_PARTS = /^(?:\p{Lu}\p{L}*\d*){2,}$/u;
const MIXED_PART = /\p{Lu}\p{Ll}*\d+|\p{Lu}\p{Ll}+/gu;

const UNIT = /^(?:ms|s|m|h|us|ns|kb|mb|gb|b|x|st|nd|rd|th|k|d|min|sec)$/i;

function meaningsOfNumber(piece: string): Meaning[] {
  const number = /^[\d.,]*\d/.exec(piece)?.[0] ?? '';
  const unit = piece.slice(number.length);
  const isNumber = unit === '' || UNIT.test(unit);
  const concept = isNumber ? `#${number.replaceAll(',', '')}` : piece.toLowerCase();
  return [{ concept, root: concept, kind: isNumber ? 'number' : 'name' }];
}

/** `web1`, `sha256`, `a1b2c3`: the whole name, and the word it starts with. */
function meaningsOfMixed(piece: string): Meaning[] {
  const concept = piece.toLowerCase();
  const prefix = /^\p{L}{3,}(?=\d+$)/u.exec(piece)?.[0];
  const whole: Meaning = { concept, root: concept, kind: 'name' };
  if (prefix !== undefined) return [whole, ...meaningsOfLetters(prefix)];
  // `X11Forwarding`, `Base64Decoder`: parts that begin with a capital letter.
  const parts = MIXED_PARTS.test(piece) ? (piece.match(MIXED_PART) ?? []) : [];
  return [whole, ...parts.flatMap((part) => meaningsOf(part))];
}

function meaningsOfLetters(letters: string): Meaning[] {
  const word = foldAccents(letters.toLowerCase());
  if (NEGATORS.has(word)) return [{ concept: word, root: word, kind: 'negator' }];
  if (STOPS.has(word)) return [{ concept: word, root: word, kind: 'stop' }];
  if (word.length < 2) return [];
  const concept = lookUp(word);
  if (concept !== undefined) {
    return [{ concept, root: stem(word).replace(/(?<=.{4})(?:en|et)$/, ''), kind: 'word' }];
  }
  const halves = splitCompound(word);
  if (halves !== undefined) {
    return halves.map((half) => ({ concept: half, root: half, kind: 'word' }));
  }
  const root = stemGerman(stem(word));
  return [{ concept: root, root, kind: 'word' }];
}

function lookUp(word: string): string | undefined {
  const direct = LEXICON.concepts.get(stem(word));
  if (direct !== undefined) return direct;
  // Nouns formed from verbs: `Löschung` from `löschen`.
  const deed = /^(.{4,})ung(?:en)?$/.exec(word)?.[1];
  const named = deed === undefined ? undefined : LEXICON.concepts.get(stem(`${deed}en`));
  if (named !== undefined) return named;
  const ending = /(?:en|er|em|es|e|n|s)$/.exec(word);
  if (ending === null || word.length - ending[0].length < 4) return undefined;
  return LEXICON.concepts.get(stem(word.slice(0, ending.index)));
}

/** German joins nouns: `Datenbankverbindung` names a database and a connection. */
function splitCompound(word: string): string[] | undefined {
  if (word.length < 9) return undefined;
  for (let at = word.length - 4; at >= 4; at -= 1) {
    const tail = lookUp(word.slice(at));
    if (tail === undefined) continue;
    const head = lookUp(word.slice(0, at)) ?? lookUp(word.slice(0, at).replace(/s$/, ''));
    // A workspace is no space that works.
    if (head !== undefined && cueOf(head)?.isGeneric !== true) return [head, tail];
  }
  return undefined;
}
