/**
 * Diagnostics about a query text. Codes are stable: clients and documents may rely on them. An error stops the query; a
 * warning or hint (see `lints.ts`) points out unexpected behaviour.
 */
import { AppError, type TextFix } from '../../base/errors.ts';
import { LIMITS } from '../../spec/limits.ts';

export const DIAGNOSTICS = {
  'text-too-long': 'The query has too many characters.',
  'too-many-problems': 'Too many errors. Parsing stopped.',
  'too-deep': 'Parentheses, calls or NOT are nested too deeply.',
  'too-many-stages': 'The query has too many commands.',
  'too-many-terms': 'The query has too many fields and values.',
  'too-many-subsearches': 'The query has too many subsearches, or they are nested too deeply.',
  'unclosed-quote': 'Missing closing quote.',
  'unclosed-bracket': 'Missing closing parenthesis or bracket.',
  'unclosed-comment': 'Missing end of a comment.',
  'unexpected-token': 'Unexpected token.',
  'missing-command': 'Missing command after a pipe.',
  'unknown-command': 'Unknown command.',
  'refused-command': 'Unsupported command. The message suggests an alternative.',
  'not-generating': 'A query that starts with a pipe must start with a generating command.',
  'generating-later': 'A generating command must be the first command.',
  'unknown-function': 'Unknown function, or the function isn’t allowed here.',
  'wrong-arguments': 'Wrong number of arguments.',
  'wrong-type': 'A value of this type isn’t allowed here.',
  'unknown-option': 'Unknown option.',
  'option-twice': 'Duplicate option.',
  'invalid-value': 'Invalid value for an option or argument.',
  'missing-argument': 'Missing required argument.',
  'duplicate-column': 'Two columns have the same name.',
  'wildcard-not-allowed': 'Wildcards aren’t allowed here.',
  'wildcard-mismatch': 'Both names must have the same number of wildcards.',
  'invalid-time': 'Invalid time or span.',
  'time-placement':
    '`earliest` and `latest` are only allowed once each, at the top level of the first search.',
  'empty-range': 'The time range ends before it starts.',
  'invalid-regex': 'Invalid regular expression.',
  'unsupported-regex':
    'The regular expression uses unsupported syntax, such as lookaround or backreferences.',
  'regex-too-expensive':
    'Counted repetitions in the regular expression are too expensive. Lower the counts.',
  'single-quotes': 'Single quotes are for field names, not for strings.',
  'no-raw-text': 'The raw text isn’t available after this command.',
  'subsearch-start': 'A subsearch must start with `search` or a pipe.',
  'unknown-variable': 'Unknown variable.',
  'variable-placement': 'A variable isn’t allowed here, or has the wrong number of values.',
  'foreign-language':
    'The query is written in SQL or LogQL. The message includes the equivalent query.',
  'macro-unavailable': 'Unknown macro.',
  'macro-refused': 'Invalid macro arguments.',
  'macro-too-deep': 'Macros are nested too deeply, are called too often, or refer to themselves.',
} as const satisfies Record<string, string>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

export type Fix = TextFix;

export interface Diagnostic<Code extends string = DiagnosticCode> {
  readonly code: Code;
  readonly severity: 'error' | 'warning' | 'hint';
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** Valid alternatives at `start`; empty if the message is sufficient. */
  readonly expected: readonly string[];
  readonly fix: Fix | undefined;
}

/** The answer to a query that cannot be read: every problem with its position. */
export function querySyntaxError(diagnostics: readonly Diagnostic<string>[]): AppError {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const [first] = errors;
  const message = first === undefined ? 'Query syntax error.' : first.message;
  return new AppError('QUERY_SYNTAX_ERROR', message, {
    details: errors.slice(0, LIMITS.http.detailsMax).map((error) => ({
      path: 'query',
      message: error.message,
      position: error.start,
      ...(error.fix === undefined ? {} : { fix: error.fix }),
    })),
  });
}
