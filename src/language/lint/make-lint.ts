import type { Diagnostic, Fix } from '../diagnose/diagnostics.ts';
import type { Query, Stage } from '../tree.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Shape } from '../tree/shape.ts';
import { variableName } from '../variables.ts';

/** What a reader may not expect of a query that can be read. Codes are stable. */
export const LINTS = {
  'or-precedence': 'In a search, OR has higher precedence than AND.',
  'not-equal': '`!=` excludes events without the field.',
  'lowercase-operator': '`and`, `or` and `not` in lower case are search terms, not operators.',
  'leading-wildcard': 'A leading wildcard can’t use the index and scans all events.',
  'escaped-star': '`\\*` is a literal asterisk, not a wildcard.',
  'curly-quotes': 'Curly quotes are treated as text. Use straight quotes.',
  'colon-term': '`name:value` is a search term. To compare a field, use `name=value`.',
  'minus-term': 'A minus sign doesn’t exclude events. Use NOT.',
  'missing-pipe': 'A command name without a pipe is a search term.',
  'quoted-field': 'A field name in double quotes is a string.',
  'unknown-field': 'Unknown field, or a string without quotes.',
  'dotted-name': '`a.b` is one field. To concatenate, put spaces around the dot.',
  'hyphen-name': '`a-b` subtracts one field from another.',
  'bare-literal':
    '`true`, `false` and `null` are field names. The functions are `true()`, `false()` and `null()`.',
  'count-star': '`count(*)` counts each field separately.',
  'sort-limit': '`sort` without a limit returns at most the maximum number of rows in a response.',
  'row-order': 'The result depends on the row order. Events are sorted newest first.',
  'dedup-text': 'Raw text is rarely identical, so few duplicates are found.',
  'future-latest': 'The time range extends into the future.',
  'empty-range': 'The time range ends before it starts.',
  'multivalue-not-equal': 'For multivalue fields, `!=` is true if any value differs.',
  'rows-dropped': 'Rows without the BY field were excluded.',
  'many-values': 'A BY field has too many distinct values.',
  'subsearch-cut': 'The results of a subsearch were truncated.',
  'read-otherwise': 'Part of the query has no effect or is interpreted differently.',
  'no-word-hit':
    'No event contains the term as a whole word. Use wildcards to match parts of words.',
} as const satisfies Record<string, string>;

export type LintCode = keyof typeof LINTS;
export type Lint = Diagnostic<LintCode>;

/** Facts besides the text; each one makes the advice more precise. */
export interface LintFacts {
  /** Fields the searched events have. */
  readonly fields?: ReadonlySet<string>;
  /** Number of events of the range examined for them, and whether these were all. */
  readonly looked?: { readonly events: number; readonly isAll: boolean };
  /** The fields among them that may have several values. */
  readonly multivalueFields?: ReadonlySet<string>;
  /** The clock and time zone of the search. */
  readonly now?: number;
  readonly timeZone?: string;
}

/** One stage and its context. */
export interface LintPlace {
  readonly text: string;
  readonly facts: LintFacts;
  readonly query: Query;
  readonly position: number;
  readonly stage: Stage;
  /** The rows that reach the stage. */
  readonly before: Shape;
}

export function createLint(
  code: LintCode,
  severity: 'warning' | 'hint',
  node: TreeNode,
  message: string,
  fix?: Fix,
): Lint {
  const { start, end } = node;
  return { code, severity, start, end, message, expected: [], fix };
}

/** The value of a variable is not part of the text, so advice about it cannot be followed there. */
export function isOfText(text: string, { code, start, end }: Lint): boolean {
  return code === 'leading-wildcard' || variableName(text.slice(start, end)) === undefined;
}

export function replaceWith(label: string, node: TreeNode, text: string): Fix {
  return { label, start: node.start, end: node.end, text };
}

/** Whether a field is known before the stage; undefined when nothing is known about fields. */
export function isKnownField(place: LintPlace, name: string): boolean | undefined {
  const { before, facts } = place;
  if (before.fields.includes(name) || name === '_raw' || name === '_index') return true;
  // A name with a star matches columns that only the data reveals.
  if (!before.isOpen) return before.fields.some((field) => field.includes('*')) ? undefined : false;
  return facts.fields === undefined ? undefined : facts.fields.has(name);
}
