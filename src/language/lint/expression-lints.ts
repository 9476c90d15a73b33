import { isBareName } from '../parser/lexer.ts';
import { encodeName, encodeText } from '../quoting.ts';
import type { Arithmetic, Comparison, Expression } from '../tree/expression.ts';
import type { Field } from '../tree/node.ts';
import { everyExpression, expressionsOf } from '../walk.ts';
import { unknownField } from './field-lints.ts';
import { createLint, isKnownField, replaceWith, type Lint, type LintPlace } from './make-lint.ts';

/** Additional context while one expression is checked. */
interface Around extends LintPlace {
  /** Fields that earlier assignments of the same command make. */
  readonly made: ReadonlySet<string>;
  /** Operands of comparison operators. */
  readonly compared: ReadonlySet<Expression>;
}

export function lintExpressions(place: LintPlace): Lint[] {
  const made = new Set<string>();
  return expressionsOf(place.stage).flatMap((root, position) => {
    const all = [...everyExpression(root)];
    const compared = new Set(
      all.flatMap((each) => (each.kind === 'compare' ? [each.left, each.right] : [])),
    );
    const lints = all.flatMap((each) => lintOne({ ...place, made, compared }, each));
    // What an assignment makes, later assignments of the same eval may use.
    if (place.stage.kind === 'eval') {
      const name = place.stage.assignments[position]?.field.name;
      if (name !== undefined) made.add(name);
    }
    return lints;
  });
}

function lintOne(place: Around, expression: Expression): Lint[] {
  switch (expression.kind) {
    case 'field':
      return lintField(place, expression);
    case 'compare':
      return [...lintQuotedField(place, expression), ...lintBareValue(place, expression)];
    case 'arithmetic':
      return lintHyphen(place, expression);
    default:
      return [];
  }
}

function lintField(place: Around, field: Field): Lint[] {
  const { name } = field;
  const isQuoted = place.text.charAt(field.start) === "'";
  if (!isQuoted && isLiteralWord(name) && isKnownField(place, name) !== true) {
    return [lintLiteral(place, field)];
  }
  const isKnown = place.made.has(name) || isKnownField(place, name);
  if (isKnown === true) return [];
  if (!isQuoted && name.includes('.')) return lintDotted(place, field, isKnown);
  return isKnown === false && !isValue(place, field)
    ? [unknownField(place, field, ', so it is NULL')]
    : [];
}

/** A condition cannot be compared, so next to an operator the text is meant. */
function lintLiteral(place: Around, field: Field): Lint {
  const name = field.name.toLowerCase();
  const isCompared = place.compared.has(field);
  if (isCompared && name === 'null') {
    const message = '`null` is parsed as a field name. To find missing values, use isnull(field).';
    return createLint('bare-literal', 'warning', field, message);
  }
  const written = isCompared ? `"${name}"` : `${name}()`;
  const message = `\`${field.name}\` is parsed as a field name. For the value, use ${written}.`;
  const fix = replaceWith(`Use ${written}`, field, written);
  return createLint('bare-literal', 'warning', field, message, fix);
}

function isLiteralWord(name: string): boolean {
  return /^(?:true|false|null)$/i.test(name);
}

/** A word on the right-hand side gets separate advice. */
function isValue(place: Around, field: Field): boolean {
  return place.compared.has(field) && /[=<>]$/.test(place.text.slice(0, field.start).trimEnd());
}

function lintDotted(place: LintPlace, field: Field, isKnown: boolean | undefined): Lint[] {
  const parts = field.name.split('.');
  const message = `\`${field.name}\` is a single field. To concatenate two fields, put spaces around the dot.`;
  if (parts.every((part) => isKnownField(place, part) === true)) {
    const fix = replaceWith('Concatenate fields', field, parts.join(' . '));
    return [createLint('dotted-name', 'warning', field, message, fix)];
  }
  if (isKnown === false) return [unknownField(place, field, ', so it is NULL')];
  const fix = replaceWith('Quote name', field, encodeName(field.name));
  return [createLint('dotted-name', 'hint', field, message, fix)];
}

/** `where "status"=200` compares two texts. */
function lintQuotedField(place: LintPlace, comparison: Comparison): Lint[] {
  const { left, right } = comparison;
  if (left.kind !== 'text' || right.kind === 'field') return [];
  const name = isBareName(left.value) ? left.value : encodeName(left.value);
  const message = `${place.text.slice(left.start, left.end)} is a string here. For the field, use ${name}.`;
  const fix = replaceWith('Convert to field', left, name);
  return [createLint('quoted-field', 'warning', left, message, fix)];
}

/** `where level=error` compares two fields. */
function lintBareValue(place: Around, comparison: Comparison): Lint[] {
  const { right } = comparison;
  if (right.kind !== 'field' || place.made.has(right.name)) return [];
  const isQuoted = place.text.charAt(right.start) === "'";
  if (isQuoted || isKnownField(place, right.name) !== false || isLiteralWord(right.name)) return [];
  const message = `\`${right.name}\` is parsed as a field that doesn’t exist. Put strings in double quotes.`;
  const fix = replaceWith('Convert to text', right, encodeText(right.name));
  return [createLint('unknown-field', 'warning', right, message, fix)];
}

/** `user-agent` without spaces is probably meant as a name. */
function lintHyphen(place: LintPlace, { operator, left, right, start, end }: Arithmetic): Lint[] {
  if (operator !== '-' || left.kind !== 'field' || right.kind !== 'field') return [];
  const name = place.text.slice(start, end);
  if (name !== `${left.name}-${right.name}`) return [];
  const isKnown = isKnownField(place, name);
  if (isKnown === false) return [];
  const severity = isKnown === true ? 'warning' : 'hint';
  const message = `\`${name}\` is a subtraction. To use a field with this name, put it in single quotes.`;
  const fix = replaceWith('Quote name', { start, end }, encodeName(name));
  return [createLint('hyphen-name', severity, { start, end }, message, fix)];
}
