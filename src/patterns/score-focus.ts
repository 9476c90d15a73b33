/** Scores how close lines are to a search focus by shared words; rarer words have more weight. */
import { classOf, DIGIT, HEX_LETTER, LETTER } from './characters.ts';

const WORD_CHARACTERS_MIN = 3;
const STEM_CHARACTERS_MIN = 4;
const ENDINGS = ['ings', 'ing', 'ed', 'es', 's'] as const;
const COMMON = new Set(
  (
    'the and for are was were has have had not with that this from all any but can may must should ' +
    'will when where which who what there their than then its been each log logs row rows line lines'
  ).split(' '),
);

export interface FocusScores {
  /** Per line, 0 to 1: the largest share of the words of one focus text that the line contains. */
  readonly ofLine: readonly number[];
  /** Per focus text: the line that contains the largest share of its words, the first in case of a tie; -1 if none. */
  readonly closest: readonly number[];
}

export function scoreFocus(lines: readonly string[], focus: readonly string[]): FocusScores {
  const wanted = focus.map(wordsOf);
  const byWord = indexWords(wanted);
  const held = lines.map((line) => [...wordsOf(line)].filter((word) => byWord.has(word)));
  const weights = weighWords(byWord, held);
  const totals = wanted.map((words) => sum([...words].map((word) => weights.get(word) ?? 0)));
  const ofLine = lines.map(() => 0);
  const closest = focus.map(() => -1);
  const best = focus.map(() => 0);
  for (const [line, words] of held.entries()) {
    for (const [text, weight] of weighLine(words, byWord, weights)) {
      const share = weight / (totals[text] ?? 1);
      if (share > (ofLine[line] ?? 0)) ofLine[line] = share;
      if (share > (best[text] ?? 0)) {
        best[text] = share;
        closest[text] = line;
      }
    }
  }
  return { ofLine, closest };
}

function indexWords(wanted: readonly ReadonlySet<string>[]): Map<string, number[]> {
  const byWord = new Map<string, number[]>();
  for (const [index, words] of wanted.entries()) {
    for (const word of words) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [index]);
      else known.push(index);
    }
  }
  return byWord;
}

/** The fewer lines contain a word, the higher its weight. */
function weighWords(
  byWord: ReadonlyMap<string, unknown>,
  held: readonly (readonly string[])[],
): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const words of held) {
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return new Map(
    [...byWord.keys()].map((word) => [
      word,
      Math.log(1 + held.length / (1 + (frequencies.get(word) ?? 0))),
    ]),
  );
}

/** Per focus text: the total weight of its words that the line contains. */
function weighLine(
  words: readonly string[],
  byWord: ReadonlyMap<string, readonly number[]>,
  weights: ReadonlyMap<string, number>,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const word of words) {
    for (const text of byWord.get(word) ?? []) {
      found.set(text, (found.get(text) ?? 0) + (weights.get(word) ?? 0));
    }
  }
  return found;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the words of a text in lower case, without their endings: `PaymentsFailed` yields `payment` and `fail`. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  let start = -1;
  let wasLower = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const kind = classOf(code);
    const isWord = kind === LETTER || kind === HEX_LETTER || kind === DIGIT;
    const isCapital = code >= 65 && code <= 90;
    if (start >= 0 && (!isWord || (isCapital && wasLower))) {
      addWord(words, text.slice(start, at));
      start = -1;
    }
    if (isWord && start < 0) start = at;
    wasLower = isWord && !isCapital;
  }
  return words;
}

function addWord(words: Set<string>, text: string): void {
  if (text.length < WORD_CHARACTERS_MIN) return;
  const word = text.toLowerCase();
  if (!COMMON.has(word)) words.add(stem(word));
}

function stem(word: string): string {
  const ending = ENDINGS.find(
    (end) => word.endsWith(end) && word.length - end.length >= STEM_CHARACTERS_MIN,
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}
