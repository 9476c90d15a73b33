import { hashOf } from './hash.ts';

/** Severity levels of a row. The order is the rank: larger is worse. */
export const SEVERITIES = [
  'unknown',
  'trace',
  'debug',
  'info',
  'notice',
  'warn',
  'error',
  'fatal',
] as const;
export type Severity = (typeof SEVERITIES)[number];

const TRACE = 1;
const DEBUG = 2;
const INFO = 3;
const NOTICE = 4;
const WARN = 5;
export const ERROR = 6;
const FATAL = 7;

/** Levels that are hardly ever anything else, in any case. */
const CLEAR: ReadonlyMap<string, number> = new Map([
  ['trace', TRACE],
  ['verbose', TRACE],
  ['debug', DEBUG],
  ['info', INFO],
  ['information', INFO],
  ['informational', INFO],
  ['warn', WARN],
  ['warning', WARN],
  ['err', ERROR],
  ['error', ERROR],
  ['severe', ERROR],
  ['crit', FATAL],
  ['critical', FATAL],
  ['fatal', FATAL],
  ['emerg', FATAL],
  ['emergency', FATAL],
]);

/**
 * Levels that are also ordinary words, or too short to be unambiguous: they count only in capitals, in brackets or
 * before a colon.
 */
const UNCLEAR: ReadonlyMap<string, number> = new Map([
  ['finest', TRACE],
  ['finer', TRACE],
  ['trc', TRACE],
  ['vrb', TRACE],
  ['fine', DEBUG],
  ['dbg', DEBUG],
  ['config', INFO],
  ['inf', INFO],
  ['log', INFO],
  ['notice', NOTICE],
  ['wrn', WARN],
  ['alert', FATAL],
  ['ftl', FATAL],
  ['panic', FATAL],
]);

const LETTERS: ReadonlyMap<string, number> = new Map([
  ['V', TRACE],
  ['D', DEBUG],
  ['I', INFO],
  ['N', NOTICE],
  ['W', WARN],
  ['E', ERROR],
  ['F', FATAL],
]);

const SEVERITY_CHARACTERS_MAX = 13;

/** Hashes of all level names in their usual spellings: rules out most words without extracting them. */
const HASHES: ReadonlySet<number> = new Set(
  [...CLEAR.keys(), ...UNCLEAR.keys()]
    .flatMap(spellings)
    .concat([...LETTERS.keys()])
    .map((name) => hashOf(name)),
);

/** Whether a word with this hash may be the name of a level. */
export function mayBeSeverity(hash: number): boolean {
  return HASHES.has(hash);
}

/** Returns the rank of a level name, or 0. `isMarked`: it is in brackets or before a colon. */
export function severityRank(word: string, isMarked: boolean): number {
  if (word.length > SEVERITY_CHARACTERS_MAX) return 0;
  if (word.length === 1) return LETTERS.get(word) ?? 0;
  const lower = word.toLowerCase();
  const clear = CLEAR.get(lower);
  if (clear !== undefined) return clear;
  return isMarked || word === word.toUpperCase() ? (UNCLEAR.get(lower) ?? 0) : 0;
}

/** The rank of a level given as a number: syslog (0 to 7) or the hundreds-free scale of Node loggers (10 to 60). */
export function severityOfNumber(level: number): number {
  if (level >= 10) {
    const ranks = [TRACE, DEBUG, INFO, WARN, ERROR, FATAL];
    return ranks[Math.min(Math.floor(level / 10), ranks.length) - 1] ?? 0;
  }
  const syslog = [FATAL, FATAL, FATAL, ERROR, WARN, NOTICE, INFO, DEBUG];
  return syslog[level] ?? 0;
}

const BAD_WORDS: ReadonlyMap<string, number> = new Map([
  ['failed', ERROR],
  ['failure', ERROR],
  ['fail', ERROR],
  ['failing', ERROR],
  ['exception', ERROR],
  ['traceback', ERROR],
  ['refused', ERROR],
  ['denied', ERROR],
  ['cannot', ERROR],
  ['unable', ERROR],
  ['aborted', ERROR],
  ['crashed', FATAL],
  ['segfault', FATAL],
  ['panic', FATAL],
  ['killed', ERROR],
  ['timeout', WARN],
  ['deprecated', WARN],
  ['retrying', WARN],
  ['invalid', WARN],
]);

const RANK_OF_HASH: ReadonlyMap<number, number> = new Map(
  [...CLEAR, ...BAD_WORDS].flatMap(([word, rank]) =>
    spellings(word).map((spelling): [number, number] => [hashOf(spelling), rank]),
  ),
);

/** Returns the level that a word of a message implies, by the hash of the word: for rows without a level. */
export function severityOfWord(hash: number): number {
  return RANK_OF_HASH.get(hash) ?? 0;
}

function spellings(word: string): string[] {
  return [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
}

export function severityName(rank: number): Severity {
  return SEVERITIES[rank] ?? 'unknown';
}
