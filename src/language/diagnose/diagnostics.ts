/**
 * What can be said about a query text. Codes are stable: clients and documents may rely on them. An error
 * stops the query; a warning or hint (see `lints.ts`) says what a reader may not expect.
 */
import { AppError, type TextFix } from '../../base/errors.ts';
import { LIMITS } from '../../spec/limits.ts';

export const DIAGNOSTICS = {
  'text-too-long': 'The query has more characters than allowed.',
  'too-many-problems': 'Reading stopped because too much is wrong.',
  'too-deep': 'Parentheses, calls or NOT are nested too deeply.',
  'too-many-stages': 'The query has too many commands.',
  'too-many-terms': 'The query has too many fields and values.',
  'too-many-subsearches': 'The query has too many subsearches, or they are nested too deeply.',
  'unclosed-quote': 'A quote is opened and never closed.',
  'unclosed-bracket': 'A parenthesis or bracket is opened and never closed.',
  'unclosed-comment': 'A comment is opened and never closed.',
  'unexpected-token': 'Something else was expected at this place.',
  'missing-command': 'A pipe has no command behind it.',
  'unknown-command': 'There is no such command.',
  'refused-command': 'The command is known and not offered, with a reason.',
  'not-generating': 'A query that starts with a pipe needs a command that makes rows.',
  'generating-later': 'A command that makes rows stands first only.',
  'unknown-function': 'There is no such function, or not in this place.',
  'wrong-arguments': 'A function has too few or too many arguments.',
  'wrong-type': 'A value of this type cannot stand here.',
  'unknown-option': 'The command has no such option.',
  'option-twice': 'An option is given twice.',
  'invalid-value': 'The value of an option or argument is not usable.',
  'missing-argument': 'The command needs an argument that is not there.',
  'duplicate-column': 'Two columns of the result would have the same name.',
  'wildcard-not-allowed': 'A wildcard cannot stand here.',
  'wildcard-mismatch': 'Both names need the same number of wildcards.',
  'invalid-time': 'The time or span cannot be read.',
  'time-placement': 'earliest and latest stand at the top level of the first search, once each.',
  'empty-range': 'The range ends before it begins.',
  'invalid-regex': 'The regular expression cannot be read.',
  'unsupported-regex': 'The regular expression uses look-around, back-references or the like.',
  'single-quotes': 'Single quotes stand around field names, not around text.',
  'no-raw-text': 'After this command there is no raw text a bare word could be found in.',
  'subsearch-start': 'A subsearch starts with search or a pipe.',
  'unknown-variable': 'The variable is not declared.',
  'variable-placement':
    'A variable stands where it has no meaning, or has more or fewer values than fit there.',
  'foreign-language': 'The text is SQL or LogQL; the message says the same in this language.',
  'macro-unavailable': 'The macro is not known.',
  'macro-too-deep': 'Macros call each other too deeply, or too often.',
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
  const message = first === undefined ? 'The query cannot be read.' : first.message;
  return new AppError('QUERY_SYNTAX_ERROR', message, {
    details: errors.slice(0, LIMITS.http.detailsMax).map((error) => ({
      path: 'query',
      message: error.message,
      position: error.start,
      ...(error.fix === undefined ? {} : { fix: error.fix }),
    })),
  });
}
