import type { Diagnostic, DiagnosticCode } from './diagnostics.ts';
import type { LintCode, LintFacts } from '../lint/make-lint.ts';
import { lint } from '../lint/lint.ts';
import { parse, type ParseOptions } from '../parser/parser.ts';

/**
 * Returns everything an editor underlines: the errors that prevent the query from running, or else the advice about it.
 * Each has a position in the text, and many offer a fix.
 */
export function diagnose(
  text: string,
  facts: LintFacts = {},
  options: ParseOptions = {},
): readonly Diagnostic<DiagnosticCode | LintCode>[] {
  const result = parse(text, options);
  return result.query === undefined
    ? result.diagnostics
    : [...result.diagnostics, ...lint(result, facts)];
}
