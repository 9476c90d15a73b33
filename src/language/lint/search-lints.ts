import { COMMAND_NAMES } from '../commands/table-of-commands.ts';
import { isSpace } from '../parser/lexer.ts';
import type { FieldComparison, SearchExpression, SearchLogical, Term } from '../tree.ts';
import type { TreeNode, Pattern } from '../tree/node.ts';
import { everySearch, searchesOf } from '../walk.ts';
import { createLint, isKnownField, replaceWith, type Lint, type LintPlace } from './make-lint.ts';

export function lintSearches(place: LintPlace): Lint[] {
  // The boundaries of a transaction may be quoted text, whose content has no positions.
  if (place.stage.kind === 'transaction') return [];
  return searchesOf(place.stage).flatMap((search) => [
    ...[...everySearch(search)].flatMap((expression) => lintOne(place, expression)),
    ...lintFirstWord(place, search),
  ]);
}

function lintOne(place: LintPlace, expression: SearchExpression): Lint[] {
  switch (expression.kind) {
    case 'and':
      return lintConjunction(place, expression);
    case 'term':
      return [...lintPattern(place, expression, 'warning'), ...lintTerm(place, expression)];
    case 'comparison':
      return [...lintPattern(place, expression.value, 'hint'), ...lintNotEqual(place, expression)];
    case 'in':
      return expression.values.flatMap((value) => lintPattern(place, value, 'hint'));
    default:
      return [];
  }
}

function lintConjunction(place: LintPlace, conjunction: SearchLogical): Lint[] {
  return conjunction.operands.flatMap((operand, position) => {
    if (operand.kind === 'or' && !isGrouped(place.text, operand)) {
      return [lintPrecedence(place, operand)];
    }
    return operand.kind === 'term' ? lintOperatorWord(place, conjunction, operand, position) : [];
  });
}

/** Whether parentheses enclose exactly this expression. */
function isGrouped(text: string, node: TreeNode): boolean {
  let before = node.start - 1;
  while (before >= 0 && isSpace(text.charAt(before))) before -= 1;
  let after = node.end;
  while (after < text.length && isSpace(text.charAt(after))) after += 1;
  return text.charAt(before) === '(' && text.charAt(after) === ')';
}

function lintPrecedence(place: LintPlace, operand: SearchExpression): Lint {
  const written = place.text.slice(operand.start, operand.end);
  return createLint(
    'or-precedence',
    'warning',
    operand,
    `In a search, OR has higher precedence than AND. This is parsed as (${written}).`,
    replaceWith('Add parentheses', operand, `(${written})`),
  );
}

function lintOperatorWord(
  place: LintPlace,
  conjunction: SearchLogical,
  term: Term,
  position: number,
): Lint[] {
  const written = place.text.slice(term.start, term.end);
  const isLast = position === conjunction.operands.length - 1;
  const isOperator = /^(?:and|or)$/i.test(written) ? position > 0 && !isLast : !isLast;
  if (!/^(?:and|or|not)$/i.test(written) || !isOperator) return [];
  const message = `\`${written}\` is a search term. Operators must be in upper case.`;
  const fix = replaceWith('Use upper case', term, written.toUpperCase());
  return [createLint('lowercase-operator', 'warning', term, message, fix)];
}

function lintPattern(
  place: LintPlace,
  node: TreeNode & { readonly pattern: Pattern },
  severity: 'warning' | 'hint',
): Lint[] {
  const lints: Lint[] = [];
  const written = place.text.slice(node.start, node.end);
  const hasText = node.pattern.some((piece) => piece !== '');
  if (!written.startsWith('"') && CURLY_QUOTES.test(written)) {
    const message = 'Curly quotes are searched as text. Use straight quotes.';
    const fix = replaceWith('Use straight quotes', node, written.replaceAll(/[“”„«»]/g, '"'));
    lints.push(createLint('curly-quotes', 'warning', node, message, fix));
  }
  if (node.pattern.length > 1 && node.pattern[0] === '' && hasText) {
    const message = `${written} starts with a wildcard, so all events in the time range are scanned.`;
    lints.push(createLint('leading-wildcard', severity, node, message));
  }
  if (/(?:^|[^\\])(?:\\\\)*\\\*/.test(written)) {
    const message =
      '`\\*` is a literal asterisk. To match a backslash followed by any text, use two backslashes and an asterisk.';
    const fix = replaceWith('Match anything', node, written.replaceAll('\\*', '\\\\*'));
    lints.push(createLint('escaped-star', 'hint', node, message, fix));
  }
  return lints;
}

/** What text processors make of straight quotes. */
const CURLY_QUOTES = /[“”„«»]/;

function lintTerm(place: LintPlace, term: Term): Lint[] {
  const written = place.text.slice(term.start, term.end);
  if (term.match !== 'word' || written.startsWith('"')) return [];
  const [, name, value] = /^([\p{L}_][\p{L}\p{N}_.]*):([^:/\\].*)$/u.exec(written) ?? [];
  if (name !== undefined && value !== undefined && isKnownField(place, name) === true) {
    const message = `\`${written}\` is a search term. To compare a field, use =.`;
    const fix = replaceWith('Compare the field', term, `${name}=${value}`);
    return [createLint('colon-term', 'warning', term, message, fix)];
  }
  if (/^-[\p{L}_"]/u.test(written)) {
    const message = `\`${written}\` is searched as text. To exclude events, use NOT.`;
    const fix = replaceWith('Use NOT', term, `NOT ${written.slice(1)}`);
    return [createLint('minus-term', 'hint', term, message, fix)];
  }
  return [];
}

function lintNotEqual(place: LintPlace, comparison: FieldComparison): Lint[] {
  const { field, operator, value } = comparison;
  if (operator !== '!=') return [];
  if (place.facts.multivalueFields?.has(field.name) === true) {
    const message = `\`${field.name}\` can have several values. != is true if any of them differs.`;
    return [createLint('multivalue-not-equal', 'warning', comparison, message)];
  }
  const name = place.text.slice(field.start, field.end);
  const written = place.text.slice(value.start, value.end);
  return [
    createLint(
      'not-equal',
      'hint',
      comparison,
      `This also excludes events without \`${field.name}\`. To include them, use NOT ${name}=${written}.`,
      replaceWith('Include events without it', comparison, `NOT ${name}=${written}`),
    ),
  ];
}

/** `stats count by host`: a pipe is missing. */
function lintFirstWord(place: LintPlace, search: SearchExpression): Lint[] {
  const [first] = search.kind === 'and' ? search.operands : [];
  if (place.position > 0 || first?.kind !== 'term' || first.start !== place.stage.start) return [];
  const written = place.text.slice(first.start, first.end);
  if (!COMMAND_NAMES.includes(written.toLowerCase())) return [];
  const message = `\`${written}\` is a search term. To use the command, add a pipe before it.`;
  const fix = { label: 'Convert to command', start: first.start, end: first.start, text: '* | ' };
  return [createLint('missing-pipe', 'hint', first, message, fix)];
}
