import type { TestFileOutcome } from './run-test-file.ts';

/** Readers who see only the end of a long output find the reason of the failure here. */
export const CLOSING_LINES_MAX = 40;
const LINE_CHARACTERS_MAX = 300;

export interface Failure {
  readonly title: string;
  readonly text: string;
}

/** What failed, in a few lines each: the more failures there are, the fewer. None where nothing has. */
export function closingLines(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  const each = Math.max(1, Math.floor((CLOSING_LINES_MAX - 2) / failures.length));
  const shown = failures.slice(0, CLOSING_LINES_MAX - 2);
  const lines = shown.flatMap(({ title, text }) => {
    const told = text.split('\n').filter((line) => line.trim() !== '');
    return [`✖ ${title}`, ...told.map((line) => `  ${line}`)].slice(0, each);
  });
  const more = failures.length - shown.length;
  return [
    `# failures ${failures.length}, once more:`,
    ...lines.map((line) => line.slice(0, LINE_CHARACTERS_MAX)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

/** Failures of test files: failed tests first, then leftovers. */
export function failuresOf(outcomes: readonly TestFileOutcome[]): Failure[] {
  return outcomes
    .filter(({ isGood }) => !isGood)
    .flatMap(({ file, failures, problems, output }) => {
      const told = [
        ...failures.map(({ test, text }) => ({ title: `${file}: ${test}`, text })),
        ...problems.map((problem) => ({ title: `${file} ${problem}`, text: '' })),
      ];
      // A file that failed before its first test has reported the reason, if at all, in its last lines.
      const isSilent = failures.length === 0;
      const last = isSilent ? [{ title: `${file} wrote`, text: lastLines(output) }] : [];
      return [...told, ...last];
    });
}

/** The end of what a program wrote. */
export function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-15).join('\n');
}
