/**
 * Bounds for the texts of a column where a condition is true: comparing with them takes a fraction of the time of
 * converting each text to lower case, or of searching a list, and the reader uses them to skip decoding.
 */
import type { Expression } from './tree.ts';
import type { Scope, Writer } from './writer.ts';

interface TextBounds {
  /** The column or attribute, as written. */
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

/** A condition that is true wherever the given one is. */
export function withinBounds(
  writer: Writer,
  condition: Expression,
  scope: Scope,
): string | undefined {
  const bounds = boundsOf(writer, condition, scope);
  if (bounds === undefined) return undefined;
  const [from, to] = [bounds.from, bounds.to].map(
    (value) => writer.bind({ type: 'VARCHAR', value }).text,
  );
  return `${bounds.text} BETWEEN ${from} AND ${to}`;
}

function boundsOf(writer: Writer, condition: Expression, scope: Scope): TextBounds | undefined {
  switch (condition.kind) {
    case 'and':
      for (const each of condition.operands) {
        const bounds = boundsOf(writer, each, scope);
        if (bounds !== undefined) return bounds;
      }
      return undefined;
    case 'or':
      return condition.operands
        .map((each) => boundsOf(writer, each, scope))
        .reduce((all, each) => all && each && around(all, each));
    case 'compare': {
      const { operator, left, right } = condition;
      if (operator !== '=') return undefined;
      if (right.kind === 'number' && right.text === '1') return boundsOf(writer, left, scope);
      return equalBounds(writer, left, right, scope);
    }
    case 'call':
      return listBounds(writer, condition, scope);
    default:
      return undefined;
  }
}

function around(one: TextBounds, other: TextBounds): TextBounds | undefined {
  if (one.text !== other.text) return undefined;
  return {
    text: one.text,
    from: one.from < other.from ? one.from : other.from,
    to: one.to > other.to ? one.to : other.to,
  };
}

/** The greatest character: no text with a given prefix sorts after the prefix followed by this character. */
const LAST = '\u{10ffff}';

/** `lowerUTF8(column) = lowerUTF8(value)` */
function equalBounds(
  writer: Writer,
  left: Expression,
  right: Expression,
  scope: Scope,
): TextBounds | undefined {
  const value = writer.valueOf(inLowerCase(right))?.value;
  const text = columnText(writer, inLowerCase(left), scope);
  if (text === undefined || typeof value !== 'string') return undefined;
  // Of the other characters, some in lower case are ASCII as well: K becomes k, and İ becomes i.
  const [start = ''] = /^[ -hjl-~]*/.exec(value.toLowerCase()) ?? [];
  const rest = value.slice(start.length);
  if (start === '' || rest.startsWith(LAST)) return undefined;
  const to = rest === '' ? start : start + LAST;
  return { text, from: start.toUpperCase(), to };
}

function inLowerCase(expression: Expression): Expression | undefined {
  return expression.kind === 'call' && expression.name === 'lowerUTF8'
    ? expression.arguments[0]
    : undefined;
}

/** `startsWith(column, '[')` */
function listBounds(
  writer: Writer,
  { name, arguments: [column, start] }: Extract<Expression, { kind: 'call' }>,
  scope: Scope,
): TextBounds | undefined {
  if (name !== 'startsWith' || start?.kind !== 'text' || start.value !== '[') return undefined;
  const text = columnText(writer, column, scope);
  return text === undefined ? undefined : { text, from: '[', to: `[${LAST}` };
}

/** An expression that is only read, not computed: repeating it costs little. */
function columnText(
  writer: Writer,
  expression: Expression | undefined,
  scope: Scope,
): string | undefined {
  const isRead =
    expression?.kind === 'name' ||
    (expression?.kind === 'subscript' && expression.value.kind === 'name');
  if (!isRead) return undefined;
  const { text, type } = writer.write(expression, scope);
  return type === 'text' ? text : undefined;
}
