/** Reads what an item expects: the words that tell what it is about, and the outcome it speaks of. */
import { OCCURRENCE_WORDS, type Outcome } from './lexicon.ts';
import { cueOf, isKnownConcept, isWeak, readWords, type Meanings, type Word } from './words.ts';

export interface Term {
  readonly concept: string;
  /** The word as the item has it, for explanations. */
  readonly text: string;
  readonly factor: number;
  /** A line without it is about something else: numbers, identifiers, quoted text. */
  readonly isRequired: boolean;
  /** Also an outcome word: a line that holds its opposite is still about the item. */
  readonly isCue: boolean;
}

export interface CountRule {
  readonly min: number;
  readonly max: number;
}

export interface Expectation {
  readonly terms: readonly Term[];
  /** The outcome the item states; undefined when it only names something. */
  readonly outcome: Outcome | undefined;
  /** Outcome words of the item, by concept. */
  readonly cues: ReadonlySet<string>;
  /** The only statement of failure is a word such as "fails": not part of what happens. */
  readonly isGenericOutcome: boolean;
  /** The item says that something must not happen. */
  readonly isAbsence: boolean;
  /** The item says that something stands in the log, good or bad. */
  readonly isOccurrence: boolean;
  readonly httpStatus: number | undefined;
  readonly exitCode: number | undefined;
  readonly count: CountRule | undefined;
}

const FACTOR_WEAK = 0.35;
const FACTOR_NAME = 1.5;
const TERMS_MAX = 40;
const NEGATION_REACH = 4;

const EXIT_CODE =
  /\b(?:exit(?:s|ed)?|exit[- ]?(?:code|status)|return code|rc|rückgabewert|exitcode)\b[^.;\d]{0,24}(\d{1,3})\b/i;
const HTTP_STATUS =
  /\b(?:https?|status|statuscode|code|returns?|returned|answers?|answered|responds?|responded|response|liefert|antwortet|antwort)\b[^.;\d]{0,24}\b([1-5]\d\d)\b/i;
const QUOTED =
  /"([^"]{2,120})"|`([^`]{2,120})`|(?<![\p{L}\d])'([^']{2,120})'(?![\p{L}\d])|„([^“"]{2,120})[“"]|“([^”]{2,120})”/gu;
/** `a_b`, `a.b`, `/a/b`, `a@b`, `a::b`, `--flag`: written as programs write it. */
const IDENTIFIER =
  /(?<![\p{L}\d])(?:--?[\p{L}][\p{L}\d-]*|\/?[\p{L}\d-]+(?:(?:[_@/\\]|\.(?=[\p{L}\d])|::?(?=[\p{L}\d]))[\p{L}\d-]+)+\/?|\/[\p{L}\d-]+)/gu;

const NUMBERS: Readonly<Record<string, number>> = {
  once: 1,
  one: 1,
  einmal: 1,
  two: 2,
  twice: 2,
  zwei: 2,
  zweimal: 2,
  three: 3,
  drei: 3,
  dreimal: 3,
  four: 4,
  vier: 4,
  five: 5,
  fünf: 5,
  six: 6,
  sechs: 6,
  seven: 7,
  eight: 8,
  acht: 8,
  nine: 9,
  ten: 10,
  zehn: 10,
};
const NUMBER = String.raw`(\d{1,7}|${Object.keys(NUMBERS).join('|')})`;
const UNIT = String.raw`(?!\s*(?:ms|s|sec|seconds?|minutes?|min|%|percent|kb|mb|gb|bytes?|sekunden?|minuten?|prozent)\b|\s*%)`;
const COUNTS: readonly (readonly [RegExp, (n: number) => CountRule])[] = [
  [
    new RegExp(String.raw`\b(?:at least|mindestens|wenigstens)\s+${NUMBER}\b${UNIT}`, 'i'),
    (n) => ({ min: n, max: Infinity }),
  ],
  [
    new RegExp(String.raw`\b(?:more than|mehr als)\s+${NUMBER}\b${UNIT}`, 'i'),
    (n) => ({ min: n + 1, max: Infinity }),
  ],
  [
    new RegExp(String.raw`\b(?:at most|no more than|höchstens|maximal)\s+${NUMBER}\b${UNIT}`, 'i'),
    (n) => ({ min: 0, max: n }),
  ],
  [
    new RegExp(String.raw`\b(?:fewer than|less than|weniger als)\s+${NUMBER}\b${UNIT}`, 'i'),
    (n) => ({ min: 0, max: n - 1 }),
  ],
  [
    new RegExp(String.raw`\b(?:exactly|genau)\s+${NUMBER}\b${UNIT}`, 'i'),
    (n) => ({ min: n, max: n }),
  ],
  [new RegExp(String.raw`\b${NUMBER}\s+(?:times|mal)\b`, 'i'), (n) => ({ min: n, max: Infinity })],
  [/\b(twice|zweimal|dreimal)\b/i, (n) => ({ min: n, max: Infinity })],
];

export function readExpectation(text: string, meanings: Meanings): Expectation {
  const exit = EXIT_CODE.exec(text);
  const http = exit === null ? HTTP_STATUS.exec(text) : null;
  const counted = countOf(text);
  const numbers = [exit, http].flatMap((found) => (found === null ? [] : [spanOf(found)]));
  const ignored = counted === undefined ? numbers : [...numbers, counted.span];
  const words = readWords(text, meanings);
  const stance = readStance(text, words);
  return {
    ...stance,
    terms: readTerms(text, words, ignored),
    httpStatus: http === null ? undefined : Number(http[1]),
    exitCode: exit === null ? undefined : Number(exit[1]),
    count: counted?.rule,
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spanOf(found: RegExpExecArray): Span {
  // Only the number itself, which ends the match.
  const end = found.index + found[0].length;
  return { start: end - (found[1] ?? '').length, end };
}

function countOf(text: string): { rule: CountRule; span: Span } | undefined {
  for (const [pattern, rule] of COUNTS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const word = (found[1] ?? '').toLowerCase();
    const span = { start: found.index, end: found.index + found[0].length };
    return { rule: rule(NUMBERS[word] ?? Number(word)), span };
  }
  return undefined;
}

type Stance = Pick<
  Expectation,
  'outcome' | 'cues' | 'isGenericOutcome' | 'isAbsence' | 'isOccurrence'
>;

function readStance(text: string, words: readonly Word[]): Stance {
  const cues = new Set<string>();
  let outcome: Outcome | undefined;
  let isGenericOutcome = true;
  let isAbsence = false;
  let negatedUntil = -1;
  const quoted = [...text.matchAll(QUOTED)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  for (const [index, word] of words.entries()) {
    if (quoted.some((span) => word.start >= span.start && word.end <= span.end)) continue;
    if (word.kind === 'negator') {
      negatedUntil = index + NEGATION_REACH;
      const isQualifier = /^(?:without|ohne)$/.test(word.concept);
      if (!isQualifier && !hasCueAfter(words, index)) isAbsence = true;
      continue;
    }
    const cue = cueOf(word.concept);
    if (cue === undefined) continue;
    cues.add(word.concept);
    const isNegated = index <= negatedUntil;
    const said = isNegated ? opposite(cue.outcome) : cue.outcome;
    // "Invalid tokens are rejected" speaks of failure although tokens that are rejected are handled well.
    if (outcome === undefined || said === 'failure' || (said === 'skip' && outcome === 'success')) {
      isGenericOutcome = (outcome !== said || isGenericOutcome) && cue.isGeneric;
      outcome = said;
    }
  }
  const isOccurrence = words.some((word) =>
    OCCURRENCE_WORDS.has(text.slice(word.start, word.end).toLowerCase()),
  );
  return { cues, outcome, isGenericOutcome, isAbsence, isOccurrence };
}

function hasCueAfter(words: readonly Word[], index: number): boolean {
  return words
    .slice(index + 1, index + 1 + NEGATION_REACH)
    .some((word) => cueOf(word.concept) !== undefined);
}

function opposite(outcome: Outcome): Outcome {
  return outcome === 'failure' ? 'success' : 'failure';
}

function readTerms(text: string, words: readonly Word[], ignored: readonly Span[]): Term[] {
  const required = [...text.matchAll(QUOTED), ...text.matchAll(IDENTIFIER)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  const inside = (spans: readonly Span[], word: Word): boolean =>
    spans.some((span) => word.start >= span.start && word.end <= span.end);
  const terms = new Map<string, Term>();
  for (const word of words) {
    if (terms.size >= TERMS_MAX) break;
    if (word.kind === 'stop' || word.kind === 'negator' || inside(ignored, word)) continue;
    const shown = text.slice(word.start, word.end);
    if (OCCURRENCE_WORDS.has(shown.toLowerCase())) continue;
    const cue = cueOf(word.concept);
    const isWritten = inside(required, word);
    if (cue?.isGeneric === true && !isWritten) continue;
    const isRequired = isWritten || word.kind === 'number' || word.kind === 'name';
    const known = terms.get(word.concept);
    if (known !== undefined && (known.isRequired || !isRequired)) continue;
    terms.set(word.concept, {
      concept: word.concept,
      text: shown,
      factor: factorOf(word, shown, isRequired),
      isRequired,
      isCue: cue !== undefined && !isWritten,
    });
  }
  return [...terms.values()];
}

function factorOf(word: Word, shown: string, isRequired: boolean): number {
  if (isRequired) return FACTOR_NAME;
  if (isWeak(word.concept)) return FACTOR_WEAK;
  const isName = /^\p{Lu}/u.test(shown) && word.start > 0 && !isKnownConcept(word.concept);
  return isName ? 1.2 : 1;
}
