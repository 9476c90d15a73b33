import { printable } from '../escape.ts';
import type { CheckResult, Report } from './outcome.ts';
import type { Place } from './sarif-report.ts';

/** Workflow commands of GitHub Actions: a failure is an error, an undecided item a warning. Passed items have none. */
export function githubAnnotations(report: Report, { file }: Place): readonly string[] {
  const { name, results, notEvaluated } = report;
  const lines = results.flatMap((result) => annotationOf(result, name, file));
  if (notEvaluated === undefined) return lines;
  return [...lines, command('warning', { title: name }, notEvaluated)];
}

function annotationOf(
  { id, outcome, message, lines }: CheckResult,
  name: string,
  file: string | undefined,
): string[] {
  if (outcome === 'passed') return [];
  const [line] = lines;
  const place =
    file === undefined ? {} : { file, ...(line === undefined ? {} : { line: String(line) }) };
  const title = `${name}: ${id}`;
  return [command(outcome === 'failed' ? 'error' : 'warning', { ...place, title }, message)];
}

/** A row must not end the command and begin another. */
function command(
  kind: 'error' | 'warning',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const named = Object.entries(properties).map(
    ([name, value]) => `${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::${kind} ${named.join(',')}::${escaped(message)}`;
}

function escaped(text: string): string {
  return printable(text).replaceAll('%', '%25');
}
