/**
 * Values that a function names several times. Written out in each place they would double with every step of nested
 * calls, and the store would read and compute all of them: so a long one gets a name, and is computed once.
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

/** Shorter ones are as cheap in several places: the store sees that they are the same. */
const REPEATED_MAX = 500;

/** More names are not given in one place. */
const NAMES_MAX = 64;

export interface NamedValues {
  /** The value under a name if it is long, else as it is. */
  named(value: Value): Value;
  /** A value made of these names, with what they stand for. */
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

/** One value that is needed in several places. */
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
