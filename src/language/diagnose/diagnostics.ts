/**
 * What can be said about a query text. Codes are stable: clients and documents may rely on them. An error
 * stops the query; a warning or hint (see `lints.ts`) says what a reader may not expect.
 */
import { AppError, type TextFix } from '../../base/errors.ts';
import { LIMITS } from '../../spec/limits.ts';

export const DIAGNOSTICS = {
  'text-too-long': 'The query has more characters than allowed.',
  'too-many-problems': 'Too many errors. Parsing stopped.',
  'too-deep': 'Parentheses, calls or NOT are nested too deeply.',
  'too-many-stages': 'The query has too many commands.',
  'too-many-terms': 'The query has too many fields and values.',
  'too-many-subsearches': 'The query has too many subsearches, or they are nested too deeply.',
  'unclosed-quote': 'A quote is opened and never closed.',
  'unclosed-bracket': 'A parenthesis or bracket is opened and never closed.',
  'unclosed-comment': 'A comment is opened and never closed.',
  'unexpected-token': 'Something else was expected at this place.',
  'missing-command': 'A pipe has no command after it.',
  'unknown-command': 'Unknown command.',
  'refused-command': 'The command isn’t supported, with a reason.',
  'not-generating': 'A query that starts with a pipe needs a command that creates rows.',
  'generating-later': 'A command that creates rows must be first.',
  'unknown-function': 'Unknown function, or not allowed here.',
  'wrong-arguments': 'A function has too few or too many arguments.',
  'wrong-type': 'A value of this type isn’t allowed here.',
  'unknown-option': 'The command has no such option.',
  'option-twice': 'An option is given twice.',
  'invalid-value': 'The value of an option or argument is invalid.',
  'missing-argument': 'A required argument is missing.',
  'duplicate-column': 'Two columns of the result would have the same name.',
  'wildcard-not-allowed': 'Wildcards aren’t allowed here.',
  'wildcard-mismatch': 'Both names need the same number of wildcards.',
  'invalid-time': 'Invalid time or span.',
  'time-placement':
    'earliest and latest are only allowed at the top level of the first search, once each.',
  'empty-range': 'The time range ends before it starts.',
  'invalid-regex': 'Invalid regular expression.',
  'unsupported-regex': 'The regular expression uses look-around, back-references or the like.',
  'single-quotes': 'Single quotes are for field names, not for text.',
  'no-raw-text': 'After this command there is no raw text to search.',
  'subsearch-start': 'A subsearch starts with search or a pipe.',
  'unknown-variable': 'The variable is not declared.',
  'variable-placement': 'A variable isn’t allowed here, or has too many or too few values.',
  'foreign-language': 'The text is SQL or LogQL. The message has the equivalent query.',
  'macro-unavailable': 'Unknown macro.',
  'macro-refused': 'The macro doesn’t take these arguments.',
  'macro-too-deep': 'Macros are nested too deeply, used too often, or refer to themselves.',
} as const satisfies Record<string, string>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

export type Fix = TextFix;

export interface Diagnostic<Code extends string = DiagnosticCode> {
  readonly code: Code;
  readonly severity: 'error' | 'warning' | 'hint';
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** What could stand at `start` instead; empty when the message says it all. */
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
