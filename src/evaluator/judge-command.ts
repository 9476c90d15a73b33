/** How a command of a transcript ended, by the rows it was answered with. */
import { answersTo } from './find-headings.ts';
import type { LineIndex } from './index-lines.ts';
import { judgeText, type Judgement } from './judge-text.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Rows that only report how the command ended: too short to be quoted alone. */
const EXIT =
  /^\W*(?:[a-z][\w.-]{1,24} )?(?:rc|exit(?:ed)?(?: (?:code|status|with))*|status|return code)\s*[=:]?\s*(\d{1,3})\W*$/i;
const OK = /^\W*(?:ok|done|success)\W*$/i;

/** The judgement about a command; without an answer that tells, it proves nothing. */
export function judgeCommand(index: LineIndex, prompt: number): Judgement | undefined {
  if (index.isCompressed) return undefined;
  const text = index.segments[prompt]?.text ?? '';
  const answers = answersTo(index, prompt);
  const said = judgeText(text, index.wordsOf(prompt));
  let outcome: 'success' | 'failure' | 'skip' | undefined;
  let exitCode: number | undefined;
  for (const answer of answers) {
    const row = index.segments[answer]?.text ?? '';
    const exit = EXIT.exec(row)?.[1];
    if (exit !== undefined) {
      exitCode = Number(exit);
      outcome = exitCode === 0 ? (outcome ?? 'success') : 'failure';
      break;
    }
    if (OK.test(row)) outcome ??= 'success';
    const judged = judgeText(row, index.wordsOf(answer));
    if (judged.outcome === 'failure' && judged.strength >= THRESHOLDS.failure.ofCommand) {
      outcome = 'failure';
    } else if (judged.outcome === 'skip') outcome ??= 'skip';
  }
  if (outcome === undefined) return undefined;
  return {
    ...said,
    outcome,
    exitCode,
    cues: new Map(),
    isVerdict: false,
    isTally: false,
    isOpen: false,
    doubts: [],
    strength: THRESHOLDS.sign.exitCode,
    at: undefined,
  };
}
