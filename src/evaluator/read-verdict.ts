/** Result stated by a test runner, a supervisor or a result field, regardless of the rest of the line. */
import type { Outcome } from './lexicon.ts';

export interface Verdict {
  readonly outcome: Outcome;
  readonly start: number;
  readonly end: number;
}

export function readVerdict(text: string): Verdict | undefined {
  return markerOf(text) ?? fieldOf(text);
}

const TIMING = String.raw`(?:\s*[([<]?\d[\d.,:]*\s*(?:ms|s|sec|seconds)?[)\]>]?)?`;

/** Words with which runners and supervisors state a result, at the start or end of a line. */
const VERDICT_WORDS: Readonly<Record<string, Outcome>> = {
  pass: 'success',
  passed: 'success',
  ok: 'success',
  success: 'success',
  done: 'success',
  xpass: 'success',
  fail: 'failure',
  failed: 'failure',
  error: 'failure',
  failure: 'failure',
  broken: 'failure',
  crashed: 'failure',
  timeout: 'failure',
  skip: 'skip',
  skipped: 'skip',
  ignored: 'skip',
  disabled: 'skip',
  pending: 'skip',
  todo: 'skip',
  xfail: 'skip',
  notrun: 'skip',
};
const VERDICTS = Object.keys(VERDICT_WORDS).join('|');
// In front of a colon or in brackets, `error` is a level.
const RESULTS = Object.keys(VERDICT_WORDS)
  .filter((word) => word !== 'error' && word !== 'done')
  .join('|');
const CAPITALS = 'PASS|PASSED|FAIL|FAILED|SKIP|SKIPPED|XFAIL|XPASS';

const MARKERS: readonly (readonly [RegExp, Outcome | 'word'])[] = [
  [/#\s*(?:SKIP|TODO)\b/i, 'skip'],
  [/\((?:pending|skipped|disabled|ignored)\)\s*$/i, 'skip'],
  [/^\s*not ok\b/, 'failure'],
  [/^\s*ok\s+\d+/, 'success'],
  [/(?:^|\s)[✔✓√☑✅](?=\s|$)/u, 'success'],
  [/(?:^|\s)[✖✗✘❌☒×](?=\s|$)/u, 'failure'],
  [/^\s*[﹣↓○⏭](?=\s)/u, 'skip'],
  [new RegExp(String.raw`\.{2,}\s*\**\s*(${VERDICTS})\b`, 'i'), 'word'],
  [new RegExp(String.raw`\s\.\.\.\s+(${VERDICTS})\b`, 'i'), 'word'],
  [new RegExp(String.raw`^\W{0,6}(${RESULTS})\s*[\]:]`, 'i'), 'word'],
  [new RegExp(String.raw`^\s*(?:---\s*)?(${CAPITALS})\b`), 'word'],
  [new RegExp(String.raw`\b(${CAPITALS}|ERROR)\b(?: \([^)]*\))?\s*\[\s*\d+%\]`), 'word'],
  [new RegExp(String.raw`[\s:](${CAPITALS}|OK)\b\W*${TIMING}\W*$`), 'word'],
  [new RegExp(String.raw`\[\s*(${RESULTS})\s*\]`, 'i'), 'word'],
];

const FIELD =
  /["']?\b(result|outcome|status|state|conclusion|verdict|success|passed|succeeded|ok)["']?\s*(?:=|:)\s*["'[]?([a-z_]+)\b/gi;
const FIELD_VALUES: Readonly<Record<string, Outcome>> = {
  ...VERDICT_WORDS,
  succeeded: 'success',
  successful: 'success',
  completed: 'success',
  complete: 'success',
  finished: 'success',
  healthy: 'success',
  ...outcomes(
    'success',
    'sent delivered accepted approved active running ready up online valid available enabled created updated applied ' +
      'stored saved committed merged published uploaded connected',
  ),
  ...outcomes(
    'failure',
    'bounced expired lost killed blocked refused invalid unavailable offline aborted dead unreachable missing disconnected',
  ),
  ...outcomes('skip', 'deferred postponed held suspended'),
  errored: 'failure',
  unhealthy: 'failure',
  down: 'failure',
  denied: 'failure',
  rejected: 'failure',
  cancelled: 'skip',
  canceled: 'skip',
};

function outcomes(outcome: Outcome, words: string): Record<string, Outcome> {
  return Object.fromEntries(words.split(' ').map((word) => [word, outcome]));
}

function markerOf(text: string): Verdict | undefined {
  for (const [pattern, says] of MARKERS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const outcome = says === 'word' ? VERDICT_WORDS[(found[1] ?? '').toLowerCase()] : says;
    if (outcome === undefined) continue;
    return { outcome, start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

function fieldOf(text: string): Verdict | undefined {
  let result: Verdict | undefined;
  for (const found of text.matchAll(FIELD)) {
    const name = (found[1] ?? '').toLowerCase();
    const value = (found[2] ?? '').toLowerCase();
    const isFlag = value === 'true' || value === 'false';
    if (isFlag && /^(?:result|outcome|status|state|conclusion|verdict)$/.test(name)) continue;
    const outcome = isFlag ? (value === 'true' ? 'success' : 'failure') : FIELD_VALUES[value];
    if (outcome === undefined) continue;
    result = { outcome, start: found.index, end: found.index + found[0].length };
    if (outcome === 'failure') return result;
  }
  return result;
}
