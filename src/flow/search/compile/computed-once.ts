/**
 * Values that a function uses several times. Repeating them would double the statement with every level of nested
 * calls, and the store would read and compute all copies: so a long value gets a name and is computed once.
 */
import {
  identifier,
  join,
  lengthOf,
  placesOf,
  sql,
  withParts,
  type Sql,
} from '../../../engines/store/sql.ts';
import type { Aliases } from './relation.ts';
import type { Value } from './value.ts';

/** Shorter ones cost the same in several places, because the store detects the duplicates. */
const REPEATED_MAX = 500;

/** Upper bound for the names in one place. */
const NAMES_MAX = 64;

export interface NamedValues {
  /** A name for the value if it is long, else the value itself. */
  named(value: Value): Value;
  /** Returns a value that uses these names, together with their definitions. */
  written(value: Value): Value;
}

export function nameValues(aliases: Aliases): NamedValues {
  const values = new Map<Sql, Sql>();
  return {
    named(value) {
      if (!isLong(value)) return value;
      const place = identifier('later');
      values.set(place, value.sql);
      return { kind: value.kind, sql: place };
    },
    written(value) {
      if (values.size === 0) return value;
      const repeated = [...values].filter(([place]) => placesOf(value.sql, place) > 1);
      const named = repeated.slice(0, NAMES_MAX).map(([place, statement]) => {
        const name = identifier(aliases.newAlias());
        values.set(place, name);
        return { name, statement };
      });
      const body = withParts(value.sql, values);
      return { ...value, sql: named.length === 0 ? body : around(value, body, named) };
    },
  };
}

/** Uses one value in several places but computes it once. */
export function computedOnce(aliases: Aliases, value: Value, use: (value: Value) => Value): Value {
  const names = nameValues(aliases);
  return names.written(use(names.named(value)));
}

function isLong({ sql: statement, isBase, isColumn }: Value): boolean {
  return isBase !== true && isColumn !== true && lengthOf(statement) > REPEATED_MAX;
}

interface NamedStatement {
  readonly name: Sql;
  readonly statement: Sql;
}

/** The elements of lists of one element each have names. */
function around({ kind }: Value, body: Sql, named: readonly NamedStatement[]): Sql {
  const names = join(
    named.map(({ name }) => name),
    ', ',
  );
  const lists = join(
    named.map(({ statement }) => sql`[${statement}]`),
    ', ',
  );
  const all = sql`arrayMap((${names}) -> ${body}, ${lists})`;
  // A list is never NULL, and cannot be.
  return kind === 'multi' ? sql`${all}[1]` : sql`arrayElementOrNull(${all}, 1)`;
}
