/** How often something must have happened, for items that specify it. */

export interface CountRule {
  readonly min: number;
  readonly max: number;
}

const NUMBER_WORDS: readonly (readonly string[])[] = [
  [],
  ['once', 'one', 'einmal', 'ein'],
  ['twice', 'two', 'zwei', 'zweimal'],
  ['three', 'drei', 'dreimal'],
  ['four', 'vier'],
  ['five', 'fünf'],
  ['six', 'sechs'],
  ['seven', 'sieben'],
  ['eight', 'acht'],
  ['nine', 'neun'],
  ['ten', 'zehn'],
];

const RULES: readonly (readonly [string, (count: number) => CountRule])[] = [
  ['no more than|at most|höchstens|maximal', (count) => ({ min: 0, max: count })],
  ['at least|mindestens|wenigstens', (count) => ({ min: count, max: Infinity })],
  ['more than|mehr als', (count) => ({ min: count + 1, max: Infinity })],
  ['fewer than|less than|weniger als', (count) => ({ min: 0, max: count - 1 })],
  ['exactly|genau', (count) => ({ min: count, max: count })],
];

// A number with a unit is a size or a time, not a count.
const NUMBER = String.raw`(\d{1,7}|${NUMBER_WORDS.flat().join('|')})\b(?:\s+(?:times|mal)\b)?`;
const UNIT = String.raw`(?!\s*(?:(?:ms|s|sec|milliseconds?|seconds?|minutes?|min|hours?|h|days?|percent|kb|mb|gb|bytes?|millisekunden?|sekunden?|minuten?|stunden?|tagen?|tage|prozent)\b|%))`;
const PATTERNS = RULES.map(
  ([words, rule]) =>
    [new RegExp(String.raw`\b(?:${words})\s+${NUMBER}${UNIT}`, 'i'), rule] as const,
);

export function readCountRule(
  text: string,
): { readonly rule: CountRule; readonly span: { start: number; end: number } } | undefined {
  for (const [pattern, rule] of PATTERNS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const word = (found[1] ?? '').toLowerCase();
    const named = NUMBER_WORDS.findIndex((words) => words.includes(word));
    const span = { start: found.index, end: found.index + found[0].length };
    return { rule: rule(named < 0 ? Number(word) : named), span };
  }
  return undefined;
}
