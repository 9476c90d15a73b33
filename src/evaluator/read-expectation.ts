/** Reads what an item expects: the words that identify its subject, and the outcome it states. */
import { counterparts } from './antonyms.ts';
import { joinedNames } from './sibling-names.ts';
import { findDeeds } from './find-deeds.ts';
import { isBesideNegation } from './judge-text.ts';
import { fitWords, type Vocabulary } from './fit-words.ts';
import { OCCURRENCE_WORDS, type Outcome } from './lexicon.ts';
import { asksForTrial, isNoOutcome, isPastFailure, isWardedLimit } from './polarity.ts';
import { readBound, type Bound } from './read-bound.ts';
import { readCountRule, type CountRule } from './read-count-rule.ts';
import { identifiersOf, inside, literalOf, spanOf, type Span } from './read-identifiers.ts';
import {
  cueOf,
  isAction,
  isInName,
  isKnownConcept,
  isWeak,
  readWords,
  type Word,
} from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export interface Term {
  readonly concept: string;
  readonly root: string;
  /** The word as written in the item, for explanations. */
  readonly text: string;
  readonly factor: number;
  /** A line without it is about something else: numbers, identifiers, quoted text. */
  readonly isRequired: boolean;
  /** Begins the item: often its subject, which lines of one program need not name. */
  readonly isFirst: boolean;
  /** Also an outcome word: a line with its opposite is still about the item. */
  readonly isCue: boolean;
  /** Part of a name such as `price-import`. */
  readonly isJoined: boolean;
  /** Names an action rather than the object of one. */
  readonly isDeed: boolean;
}

export interface Expectation {
  readonly terms: readonly Term[];
  /** Paths, file names and other identifiers, which a line must contain verbatim. */
  readonly literals: readonly RegExp[];
  /** The outcome the item states; undefined when it only names something. */
  readonly outcome: Outcome | undefined;
  /** Outcome words of the item, by concept. */
  readonly cues: ReadonlySet<string>;
  /** The only statement of failure is a word such as "fails", which is not part of the event itself. */
  readonly isGenericOutcome: boolean;
  /** The item states that something must not happen. */
  readonly isAbsence: boolean;
  /** The item mentions a failure that is over: "after its crash". */
  readonly isAfterFailure: boolean;
  /** The item states that something occurs in the log, good or bad. */
  readonly isOccurrence: boolean;
  /** The item covers everything: "all tests pass", "no errors". */
  readonly isOverall: boolean;
  /** The item refers to all of something, or to none: "all rows are imported". */
  readonly speaksOfAll: boolean;
  /** The item expects an attempt, whatever its outcome. */
  readonly isTrial: boolean;
  readonly httpStatus: number | undefined;
  readonly exitCode: number | undefined;
  readonly count: CountRule | undefined;
  /** How long, how large or how full something may be. */
  readonly bound: Bound | undefined;
  /** What must not occur: the word after "no". */
  readonly denied: string | undefined;
  /** Pairs of adjacent words, joined with a hyphen as in a name. */
  readonly pairs: readonly string[];
  /** Names such as `mail-out`. */
  readonly joined: readonly string[];
  /** Words such as "first", with the alternatives they exclude. */
  readonly counterparts: ReadonlyMap<string, readonly string[]>;
}

const EXIT_CODE =
  /\b(?:exit(?:s|ed)?|exit[- ]?(?:code|status)|return code|rc|rückgabewert|exitcode)\b[^.;\d]{0,24}(\d{1,3})\b/i;
const HTTP_STATUS =
  /\b(?:https?|status|statuscode|code|returns?|returned|answers?|answered|responds?|responded|response|liefert|antwortet|antwort)\b[^.;\d]{0,24}\b([1-5]\d\d)\b/i;
const QUOTED =
  /"([^"]{2,120})"|`([^`]{2,120})`|(?<![\p{L}\d])'([^']{2,120})'(?![\p{L}\d])|„([^“"]{2,120})[“"]|“([^”]{2,120})”/gu;
const OVERALL =
  /(?<!\d)100 ?%|\b(?:all|every|everything|no|none|without|any|nothing|overall|whole|alle|alles|kein\w*|ohne|gesamt\w*)\b/i;
/** "All tests pass", "no errors": one exception decides. */
export function isAboutAll(text: string): boolean {
  return OVERALL.test(text);
}

const INABILITY =
  /\b(?:cannot|can(?:'t|’t| not| no longer| never)|(?:un|not )able to|(?:kann|können|darf|dürfen|lässt sich|lassen sich)\b[^,;]*\b(?:nicht|kein\w*)) /i;
const PAIR = /(?<!\p{L})(\p{L}{3,})(?= (\p{L}{3,}))/gu;
const WHOLE = /(?<![\d.])100 ?%/g;
/** The "times" of "3 times". */
const TIMES = /(?<=\d )(?:times|mal)\b/gi;
const PARENTHESES = /\(([^()]{5,})\)/gu;

export function readExpectation(text: string, vocabulary: Vocabulary): Expectation {
  const exit = EXIT_CODE.exec(text);
  const http = exit === null ? HTTP_STATUS.exec(text) : null;
  const counted = readCountRule(text);
  const bound = readBound(text);
  const numbers = [exit, http].flatMap((found) => (found === null ? [] : [spanOf(found)]));
  const ignored = [
    ...numbers,
    ...[...text.matchAll(WHOLE), ...text.matchAll(TIMES)].map(spanOf),
    ...[counted, bound].flatMap((rule) => (rule === undefined ? [] : [rule.span])),
  ];
  const words = fitWords(text, readWords(text, vocabulary.meanings), vocabulary);
  const stance = readStance(text, words);
  const isOverallText = OVERALL.test(text);
  const read = readTerms(text, words, ignored, false);
  const isTelling = read.some((term) => !term.isCue && !isWeak(term.concept));
  // "The apply completes": if the item names nothing else, outcome words are names.
  const isBare = !isTelling && !isOverallText && !read.some((term) => term.isCue);
  const terms = isBare ? readTerms(text, words, ignored, true) : read;
  return {
    ...stance,
    isOverall: isOverallText && !isTelling,
    speaksOfAll: isOverallText,
    isTrial: stance.outcome === undefined && asksForTrial(text),
    count: counted?.rule,
    bound,
    denied: deniedOf(words),
    pairs: [...text.toLowerCase().matchAll(PAIR)].map(([, one, other]) => `${one}-${other}`),
    joined: joinedNames(text),
    counterparts: counterparts(text),
    terms,
    literals: identifiersOf(text)
      .filter(
        (found) => !ignored.some(({ start, end }) => found.index >= start && found.index < end),
      )
      .map((found) => literalOf(found[0])),
    httpStatus: http === null ? undefined : Number(http[1]),
    exitCode: exit === null ? undefined : Number(exit[1]),
  };
}

type Stance = Pick<
  Expectation,
  'outcome' | 'cues' | 'isGenericOutcome' | 'isAbsence' | 'isOccurrence' | 'isAfterFailure'
>;

function readStance(text: string, words: readonly Word[]): Stance {
  const cues = new Set<string>();
  let outcome: Outcome | undefined;
  let isGenericOutcome = true;
  let isAbsence = false;
  let isAfterFailure = false;
  let negatedUntil = -1;
  let negator = -1;
  const quoted = [...text.matchAll(QUOTED)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  for (const [index, word] of words.entries()) {
    if (quoted.some((span) => word.start >= span.start && word.end <= span.end)) continue;
    if (word.kind === 'negator') {
      negatedUntil = index + THRESHOLDS.wordReach.negationOfItem;
      negator = index;
      const isQualifier = /^(?:without|ohne)$/.test(word.concept);
      if (!isQualifier && !hasCueAfter(words, index)) isAbsence = true;
      continue;
    }
    const cue = cueOf(word.concept);
    if (cue === undefined || isInName(word, cue) || isNoOutcome(text, word)) continue;
    if (cue.outcome === 'failure' && isPastFailure(text, word)) {
      isAfterFailure = true;
      continue;
    }
    cues.add(word.concept);
    const isNegated =
      (index <= negatedUntil && !isBesideNegation(text, words, negator, index)) ||
      words[index - 1]?.concept === '#0' ||
      isWardedLimit(text, word);
    const said = isNegated ? opposite(cue.outcome) : cue.outcome;
    // "Invalid tokens are rejected" states a failure although rejecting such tokens is correct. "Works offline" is
    // about something that works.
    if (outcome === 'success' && isGenericOutcome && !cue.isGeneric && !isNegated) continue;
    if (outcome === undefined || said === 'failure' || (said === 'skip' && outcome === 'success')) {
      isGenericOutcome = (outcome !== said || isGenericOutcome) && cue.isGeneric;
      outcome = said;
    }
  }
  const isOccurrence = words.some(
    (word) => isOccurrenceWord(text, word) || (word.concept === WARNING && !isAbsence),
  );
  // "Cannot be booked" describes an action that is refused.
  if (isAbsence && INABILITY.test(text)) {
    return {
      cues,
      outcome: 'failure',
      isGenericOutcome: false,
      isAbsence: false,
      isOccurrence,
      isAfterFailure,
    };
  }
  return { cues, outcome, isGenericOutcome, isAbsence, isOccurrence, isAfterFailure };
}

/** The `logs` of `acme-logs-prod` is part of a name. */
function isOccurrenceWord(text: string, word: Word): boolean {
  if (word.isPart || word.isSnake) return false;
  return OCCURRENCE_WORDS.has(text.slice(word.start, word.end).toLowerCase());
}
const WARNING = 'warn';

function deniedOf(words: readonly Word[]): string | undefined {
  const at = words.findIndex(
    (word) => word.kind === 'negator' && !/^(?:without|ohne)$/.test(word.concept),
  );
  const after = at < 0 ? [] : words.slice(at + 1, at + 1 + THRESHOLDS.wordReach.negationOfItem);
  return after.find((word) => word.kind === 'word')?.concept;
}

function hasCueAfter(words: readonly Word[], index: number): boolean {
  return words
    .slice(index + 1, index + 1 + THRESHOLDS.wordReach.negationOfItem)
    .some((word) => cueOf(word.concept) !== undefined);
}

function opposite(outcome: Outcome): Outcome {
  return outcome === 'failure' ? 'success' : 'failure';
}

function readTerms(
  text: string,
  words: readonly Word[],
  ignored: readonly Span[],
  withResults: boolean,
): Term[] {
  const quoted = [...text.matchAll(QUOTED)].map(spanOf);
  const written = [...quoted, ...identifiersOf(text).map(spanOf)];
  const exact = [...quoted, ...[...text.matchAll(PARENTHESES)].map(spanOf)].filter(
    (span) =>
      words.filter((word) => isContent(word) && inside([span], word)).length >=
      THRESHOLDS.least.exactWords,
  );
  const deeds = findDeeds(text, words);
  const terms = new Map<string, Term>();
  for (const word of words) {
    if (terms.size >= THRESHOLDS.most.termsOfItem) break;
    if (!isContent(word) || inside(ignored, word)) continue;
    const shown = text.slice(word.start, word.end);
    if (isOccurrenceWord(text, word)) continue;
    const cue = cueOf(word.concept);
    const isWritten = inside(written, word);
    const isResult = cue?.isGeneric === true && !isWritten && !isInName(word, cue);
    if (isResult && !withResults) continue;
    const isRequired = isWritten || word.kind === 'number' || word.kind === 'name';
    const known = terms.get(word.concept);
    if (known !== undefined && (known.isRequired || !isRequired)) continue;
    const span = written.find((each) => inside([each], word));
    const parts =
      span === undefined
        ? 1
        : words.filter((other) => isContent(other) && inside([span], other)).length;
    const isBeside = exact.length > 0 && !inside(exact, word);
    terms.set(word.concept, {
      concept: word.concept,
      root: word.root,
      text: shown,
      factor:
        factorOf(word, shown, isRequired, parts, !isRequired && isKindOf(text, word, written)) *
        (isBeside ? THRESHOLDS.weight.beside : 1),
      isRequired,
      isFirst: !isRequired && !words.some((other) => isContent(other) && other.start < word.start),
      isCue: cue !== undefined && !isResult && !isWritten && !isInName(word, cue),
      isJoined: word.isPart,
      isDeed: !isRequired && (isAction(word.concept) || deeds.has(word.start)),
    });
  }
  return [...terms.values()];
}

/** "The file a.csv", "order B-17": a common word before a name only gives the kind of thing it names. */
function isKindOf(text: string, word: Word, written: readonly Span[]): boolean {
  if (!isKnownConcept(word.concept) || isAction(word.concept)) return false;
  return written.some(({ start }) => start > word.end && text.slice(word.end, start).trim() === '');
}

function isContent(word: Word): boolean {
  return word.kind !== 'stop' && word.kind !== 'negator';
}

/** The parts of one identifier count together little more than one name. */
function factorOf(
  word: Word,
  shown: string,
  isRequired: boolean,
  parts: number,
  isKind: boolean,
): number {
  if (isKind) return THRESHOLDS.weight.weak;
  if (isRequired) return THRESHOLDS.weight.name / Math.sqrt(parts);
  if (word.isPart) return THRESHOLDS.weight.hyphenated;
  if (cueOf(word.concept) !== undefined) return THRESHOLDS.weight.cue;
  if (isWeak(word.concept)) return THRESHOLDS.weight.weak;
  const isName = /^\p{Lu}/u.test(shown) && word.start > 0 && !isKnownConcept(word.concept);
  return isName ? THRESHOLDS.weight.capital : 1;
}
