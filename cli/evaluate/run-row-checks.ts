import type { RowCheck } from './checks.ts';
import type { CheckResult } from './outcome.ts';
import type { Pattern } from './pattern.ts';
import type { Row } from '../read-rows.ts';

/** Maximum number of lines listed in a message; the result has the same maximum. */
const LINES_MAX = 20;

export function runRowChecks(
  checks: readonly RowCheck[],
  rows: readonly Row[],
): readonly CheckResult[] {
  return checks.map((check) => {
    const { holds, message, lines } = look(check, rows);
    return {
      id: check.id,
      by: 'rows',
      outcome: holds ? 'passed' : 'failed',
      message: check.title === undefined ? message : `${check.title}: ${message}`,
      lines: lines.slice(0, LINES_MAX),
    };
  });
}

interface Found {
  readonly holds: boolean;
  readonly message: string;
  readonly lines: readonly number[];
}

function look(check: RowCheck, rows: readonly Row[]): Found {
  switch (check.kind) {
    case 'absent': {
      const lines = linesOf(check.pattern, rows);
      const what = quote(check.pattern);
      if (lines.length === 0) return { holds: true, message: `${what} not found`, lines };
      return { holds: false, message: `${what} found ${times(lines.length)}`, lines };
    }
    case 'present': {
      const lines = linesOf(check.pattern, rows);
      const found = lines.length === 0 ? 'not found' : `found ${times(lines.length)}`;
      return { holds: lines.length > 0, message: `${quote(check.pattern)} ${found}`, lines };
    }
    case 'count': {
      const lines = linesOf(check.pattern, rows);
      const holds = lines.length >= check.min && lines.length <= check.max;
      const found = `${quote(check.pattern)} found ${times(lines.length)}`;
      return { holds, message: `${found}, expected ${rangeText(check)}`, lines };
    }
    case 'order':
      return lookForOrder(check.patterns, rows);
  }
}

/** Each pattern must match in a row after the match of the previous one. */
function lookForOrder(patterns: readonly Pattern[], rows: readonly Row[]): Found {
  const lines: number[] = [];
  let rest = rows;
  for (const [index, pattern] of patterns.entries()) {
    const at = rest.findIndex((row) => pattern.matches(row.text));
    const line = rest[at]?.line;
    if (line === undefined) {
      const before = patterns[index - 1];
      const where = before === undefined ? '' : ` after ${quote(before)} on line ${lines.at(-1)}`;
      return { holds: false, message: `${quote(pattern)} not found${where}`, lines };
    }
    lines.push(line);
    rest = rest.slice(at + 1);
  }
  return { holds: true, message: patterns.map(quote).join(', then '), lines };
}

function linesOf(pattern: Pattern, rows: readonly Row[]): readonly number[] {
  return rows.filter((row) => pattern.matches(row.text)).map((row) => row.line);
}

function quote({ source }: Pattern): string {
  return source.startsWith('/') ? source : JSON.stringify(source);
}

function times(count: number): string {
  return count === 1 ? 'on 1 line' : `on ${count} lines`;
}

function rangeText({ min, max }: { readonly min: number; readonly max: number }): string {
  if (min === max) return `exactly ${min}`;
  if (max === Infinity) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}
