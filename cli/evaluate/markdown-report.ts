import { markdown } from '../escape.ts';
import type { Outcome, Report } from './outcome.ts';
import { evaluationLine, lineNote, verdictLine } from './text-report.ts';

const MARKS: Readonly<Record<Outcome, string>> = {
  passed: '✅ pass',
  failed: '❌ fail',
  not_evaluable: '❔ not evaluable',
};

/** A table for the summary of a CI job or a comment. */
export function markdownReport(report: Report): string {
  const { evaluation, notEvaluated } = report;
  const rows = report.results.map(
    (result) =>
      `| ${MARKS[result.outcome]} | ${markdown(result.id)} | ${markdown(`${result.message}${lineNote(result)}`)} |`,
  );
  return [
    `## ${markdown(report.name)}`,
    `**${verdictLine(report)}**`,
    ...(rows.length === 0
      ? []
      : [['| | Check | Finding |', '| --- | --- | --- |', ...rows].join('\n')]),
    ...(evaluation?.summary ? [markdown(evaluation.summary)] : []),
    ...(evaluation?.truncated ? ['The log was too large; some events were left out.'] : []),
    ...(notEvaluated === undefined ? [] : [markdown(notEvaluated)]),
    ...(evaluation === undefined ? [] : [`<sub>${markdown(evaluationLine(evaluation))}</sub>`]),
    '',
  ].join('\n\n');
}
