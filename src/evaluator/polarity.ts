/**
 * Words of failure that report no failure: names of metrics, counts of parts, instructions of a tool to its reader, and
 * conditions under which something else happens.
 */
import type { Word } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

const MEASURE = /^[ _-](?:rate|ratio|budget|quota|threshold|handling|handler|page)s?\b/i;
const ORDER = /\bignore (?:\p{L}+ )?$/iu;
/** `errors=<NUM>`: how many there are is not known. */
const UNKNOWN_COUNT = /^\w{0,20}["']?\s*[=:]\s*["']?<(?:NUM|\*)>/;

/** The "error" of "error rate" is part of a metric, and "ignore errors" is an instruction to the reader. */
export function isNoOutcome(text: string, { start, end }: Word): boolean {
  const after = text.slice(end, end + THRESHOLDS.characters.behindWord);
  return (
    MEASURE.test(after) ||
    UNKNOWN_COUNT.test(after) ||
    /^ignore$/i.test(text.slice(start, end)) ||
    ORDER.test(text.slice(0, start))
  );
}

const COUNTED = /^["']?\s*[=:]\s*["']?$/;

/** `"rejected":2` counts parts of something that may well have been done as a whole. */
export function isCounter(text: string, words: readonly Word[], index: number): boolean {
  const [word, after] = [words[index], words[index + 1]];
  if (word === undefined || after?.kind !== 'number') return false;
  return COUNTED.test(text.slice(word.end, after.start));
}

const BEFORE_LIMIT = /\b(?:before|prior to|vor)\s+(?:(?:the|its|any|a|dem|der|einem)\s+)?$/i;
const LIMITS_IN_TIME: ReadonlySet<string> = new Set(['timeout', 'expir']);

/** "Answers before the timeout" expects that there is none. */
export function isWardedLimit(text: string, { concept, start }: Word): boolean {
  return LIMITS_IN_TIME.has(concept) && BEFORE_LIMIT.test(text.slice(0, start));
}

const AFTER_TROUBLE =
  /\b(?:after|despite|following|nach|trotz)\s+(?:its|the|a|an|seinem|dem|einem)\s+$/i;

/** "Runs again after its crash" expects that it runs. */
export function isPastFailure(text: string, { start }: Word): boolean {
  return AFTER_TROUBLE.test(text.slice(0, start));
}

const TRIAL =
  /\b(?:is|are|was|were|been|gets?|got)\s+(?:re-?tried|re-?attempted|tried|attempted)\b|\bwurden?\b.*\b(?:versucht|wiederholt)\b/i;
const TRIED =
  /\b(?:try|tries|tried|trying|retry|retries|retried|retrying|attempts?|attempted|versuche?|versucht)\b/i;

/** "Was tried 3 times": the outcome of the attempts does not matter. */
export function asksForTrial(text: string): boolean {
  return TRIAL.test(text);
}

export function saysTrial(text: string): boolean {
  return TRIED.test(text);
}

const CALL = /^(?:\[pid +\d+\] |\d+ +)?(?:[\d:.]+ )?(\w+)\(.*\)\s+= (-?\d+)/;

/** The system call a line traces, and whether it went well. */
export function readCall(
  text: string,
): { readonly name: string; readonly isDone: boolean } | undefined {
  const found = CALL.exec(text);
  return found === null ? undefined : { name: found[1] ?? '', isDone: Number(found[2]) >= 0 };
}
