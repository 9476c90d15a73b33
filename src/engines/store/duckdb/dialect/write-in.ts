import type { BoundValue } from './bound-values.ts';
import type { Expression, IsIn } from './tree.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import type { Scope, Writer } from './writer.ts';

/**
 * Up to this many values are compared one by one, once for each distinct value of a column that has few of them; IN
 * would be evaluated for every row. More go into a hash table.
 */
const COMPARED_MAX = 64;

export function writeIn(writer: Writer, { isNegated, value, within }: IsIn, scope: Scope): string {
  const isIn = writePositive(writer, value, within, scope);
  return isNegated ? `(NOT ${isIn})` : isIn;
}

function writePositive(
  writer: Writer,
  value: Expression,
  within: Expression,
  scope: Scope,
): string {
  const { text } = writer.write(value, scope);
  if (within.kind === 'query') {
    if (scope.variables.size > 0) {
      throw new UntranslatableStatement('a statement cannot stand in a lambda');
    }
    return `(${text} IN (${writer.query(within.query).text}))`;
  }
  const known = knownItems(writer, within);
  if (known === undefined) return `list_contains(${writer.write(within, scope).text}, ${text})`;
  // NULL is neither in a list nor outside of it.
  if (known.length === 0) return isColumn(value) ? 'FALSE' : `(${text} IS NULL AND NULL)`;
  const [only] = known;
  if (known.length === 1 && only !== undefined) return `(${text} = ${writer.bind(only).text})`;
  const list = writer.write(within, scope).text;
  // There are no subqueries in lambdas.
  return known.length <= COMPARED_MAX || scope.variables.size > 0
    ? `list_contains(${list}, ${text})`
    : `(${text} IN (SELECT unnest(${list})))`;
}

/** A column of the table, where nothing is NULL. */
function isColumn(value: Expression): boolean {
  return value.kind === 'name' && value.name === 'index_name';
}

/** The items of a bound list, also of one that was bound in several parts. */
function knownItems(writer: Writer, within: Expression): BoundValue[] | undefined {
  const parts =
    within.kind === 'call' && within.name === 'arrayConcat' ? within.arguments : [within];
  const all: BoundValue[] = [];
  for (const part of parts) {
    const items = itemsOf(writer.valueOf(part));
    if (items === undefined) return undefined;
    all.push(...items);
  }
  return all;
}

function itemsOf(list: BoundValue | undefined): BoundValue[] | undefined {
  switch (list?.type) {
    case 'VARCHAR[]':
      return list.value.map((value) => ({ type: 'VARCHAR', value }));
    case 'UBIGINT[]':
      return list.value.map((value) => ({ type: 'UBIGINT', value }));
    case 'DOUBLE[]':
      return list.value.map((value) => ({ type: 'DOUBLE', value }));
    default:
      return undefined;
  }
}
