import { printable } from '../escape.ts';
import type { CheckResult, Outcome, Report } from './outcome.ts';

const MARKS: Readonly<Record<Outcome, string>> = {
  passed: 'pass',
  failed: 'FAIL',
  not_evaluable: '????',
};

/** The report as text for a terminal. */
export function textReport(report: Report): readonly string[] {
  const { results, evaluation, notEvaluated } = report;
  const rows = report.rowCount === undefined ? '' : `, ${counted(report.rowCount, 'row')}`;
  const local = results.filter(({ by }) => by === 'rows');
  const judged = results.filter(({ by }) => by === 'evaluation');
  return [
    `${printable(report.name)}${rows}`,
    ...linesOf(local),
    ...(evaluation === undefined ? [] : ['', evaluationLine(evaluation)]),
    ...linesOf(judged),
    ...(evaluation?.summary ? [`  ${printable(evaluation.summary)}`] : []),
    ...(evaluation?.truncated ? ['  The log was too large; some events were left out.'] : []),
    ...(notEvaluated === undefined ? [] : ['', ...reasonLines(notEvaluated)]),
    '',
    verdictLine(report),
  ];
}

/** One sentence about the whole. */
export function verdictLine({ outcome, results, unjudged }: Report): string {
  const count = (which: Outcome): number =>
    results.filter((result) => result.outcome === which).length;
  // After a failure, items are skipped on purpose; otherwise they could not be evaluated.
  const isLeftOut = outcome === 'failed' && unjudged > 0;
  const parts = [
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    `${count('not_evaluable') + (isLeftOut ? 0 : unjudged)} not evaluable`,
    ...(isLeftOut ? [`${unjudged} not evaluated`] : []),
  ];
  const heads = { passed: 'Passed', failed: 'Failed', not_evaluable: 'Not evaluable' } as const;
  return `${heads[outcome]}: ${parts.join(', ')}.`;
}

export function evaluationLine(evaluation: NonNullable<Report['evaluation']>): string {
  const { model, provider, region, creditsSpent } = evaluation;
  const credits = counted(creditsSpent, 'credit');
  return printable(`Evaluated by ${model} (${provider}, ${region}), ${credits}`);
}

/** The log lines that support a result, as text. */
export function lineNote({ lines }: CheckResult): string {
  if (lines.length === 0) return '';
  const [first, ...rest] = lines.slice(0, 8);
  const more = lines.length > 8 ? ', …' : '';
  return rest.length === 0 ? ` (line ${first})` : ` (lines ${[first, ...rest].join(', ')}${more})`;
}

function linesOf(results: readonly CheckResult[]): string[] {
  const width = Math.max(0, ...results.map(({ id }) => printable(id).length));
  return results.map((result) => {
    const id = printable(result.id).padEnd(width);
    return `  ${MARKS[result.outcome]}  ${id}  ${printable(result.message)}${lineNote(result)}`;
  });
}

/** The server lists what it refuses, one a line. */
function reasonLines(reason: string): string[] {
  return reason.split('\n').map((line) => printable(line));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
