/**
 * Finds the rows above that a row belongs to: runners name a suite once and indent its tests, and transcripts show a
 * command followed by its output. Patterns are ordered by their counts, so they have no rows above them.
 */
import type { LineIndex } from './index-lines.ts';
import { THRESHOLDS } from './thresholds.ts';

/** `$ make`, `> get key`, `sqlite> select 1`: a command as typed, which proves nothing by itself. */
const PROMPT =
  /^\s*(?:[$>%]|\++|[\w.-]{2,20}[>$#])\s+\S|^# (?!Subtest|tests?\b|suites?\b|pass\b|fail\b|skip|todo|cancelled|duration)[a-z][\w.-]*\s+\S/;

const SCRIPT = /^> \S+@\d\S* \S/;

/** `++++ queue-1.1 PASSED`: a runner's report of a test, not a typed command. */
const RESULT = /\s(?:PASSED|FAILED|SKIPPED)\b(?::|\s*$)/;

/** Whether a line is a command as it was typed. */
export function looksTyped(text: string): boolean {
  return PROMPT.test(text) && !RESULT.test(text);
}

/** Whether a row is a command, so that the rows below it are its answer. */
export function isPrompt(index: LineIndex, segment: number): boolean {
  return !index.isCompressed && looksTyped(index.segments[segment]?.text ?? '');
}

/** The segments above a segment that give its subject, nearest first. */
export function headingsOf(index: LineIndex, segment: number): number[] {
  if (index.isCompressed) return [];
  return [
    ...new Set([
      ...outerRows(index, segment),
      ...commandOf(index, segment),
      ...sectionOf(index, segment),
    ]),
  ];
}

function sectionOf(index: LineIndex, segment: number): number[] {
  const title = index.titleAbove(segment);
  return title === undefined || title < segment - THRESHOLDS.rowReach.heading ? [] : [title];
}

function outerRows(index: LineIndex, segment: number): number[] {
  const headings: number[] = [];
  let indent = indentOf(index, segment);
  for (
    let at = segment - 1;
    at >= 0 && at >= segment - THRESHOLDS.rowReach.heading && indent > 0;
    at -= 1
  ) {
    if ((index.segments[at]?.text ?? '').trim() === '' || indentOf(index, at) >= indent) continue;
    indent = indentOf(index, at);
    headings.push(at);
    if (headings.length >= THRESHOLDS.most.headings) break;
  }
  return headings;
}

/** The command a row answers. */
export function commandOf(index: LineIndex, segment: number): number[] {
  if (isPrompt(index, segment)) return [];
  const first = Math.max(0, segment - THRESHOLDS.rowReach.answer);
  let at = segment - 1;
  while (at >= first && !isPrompt(index, at)) at -= 1;
  if (at < first) return [];
  // Package runners name the script in a row above the command.
  const isNamed = SCRIPT.test(index.segments[at - 1]?.text ?? '');
  return isNamed ? [at, at - 1] : [at];
}

/** The rows a command was answered with. */
export function answersTo(index: LineIndex, prompt: number): number[] {
  const answers: number[] = [];
  const isScript = SCRIPT.test(index.segments[prompt]?.text ?? '');
  let at = prompt + (isScript && isPrompt(index, prompt + 1) ? 2 : 1);
  for (; at < index.segments.length && answers.length < THRESHOLDS.rowReach.answer; at += 1) {
    if (isPrompt(index, at)) break;
    answers.push(at);
  }
  return answers;
}

function indentOf(index: LineIndex, segment: number): number {
  const text = index.segments[segment]?.text ?? '';
  return text.length - text.trimStart().length;
}
