import { float64, join, sql, type Sql } from '../../../../engines/store/sql.ts';
import { numberOf, textOf, type Value } from '../value.ts';
import { argument, optional, type CompileFunction, type FunctionCall } from './function.ts';

export const NUMBER_FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  round: (given) => {
    const digits = optional(given, 1);
    if (digits === undefined) return asNumber(halfUp(number(given, 0), sql`1`));
    const scale = sql`pow(10, least(15, greatest(0, trunc(${numberOf(digits)}))))`;
    return asNumber(halfUp(number(given, 0), scale));
  },
  floor: (given) => asNumber(sql`floor(${number(given, 0)})`),
  ceiling: (given) => asNumber(sql`ceil(${number(given, 0)})`),
  abs: (given) => asNumber(sql`abs(${number(given, 0)})`),
  pow: (given) => asNumber(finite(sql`pow(${number(given, 0)}, ${number(given, 1)})`)),
  sqrt: (given) => asNumber(finite(sql`sqrt(${number(given, 0)})`)),
  exp: (given) => asNumber(finite(sql`exp(${number(given, 0)})`)),
  ln: (given) => asNumber(finite(sql`log(${number(given, 0)})`)),
  log: (given) => {
    const base = optional(given, 1);
    if (base === undefined) return asNumber(finite(sql`log10(${number(given, 0)})`));
    return asNumber(finite(sql`log(${number(given, 0)}) / nullIf(log(${numberOf(base)}), 0)`));
  },
  pi: () => asNumber(sql`${float64(Math.PI)}`),
  min: (given) => extreme(given, 'least'),
  max: (given) => extreme(given, 'greatest'),
};

function asNumber(statement: Sql): Value {
  return { kind: 'number', sql: statement };
}

function number(given: FunctionCall, position: number): Sql {
  return numberOf(argument(given, position));
}

function finite(statement: Sql): Sql {
  return sql`if(isFinite(${statement}), ${statement}, NULL)`;
}

/** The engine rounds halves to the even neighbour; people expect them to go away from zero. */
function halfUp(value: Sql, scale: Sql): Sql {
  return sql`(sign(${value}) * floor(abs(${value}) * ${scale} + 0.5) / ${scale})`;
}

/** Numbers sort before text; NULLs are ignored. */
function extreme(given: FunctionCall, which: 'least' | 'greatest'): Value {
  const values = given.call.arguments.map((_, i) => argument(given, i));
  const compact = (parts: readonly Sql[]): Sql =>
    sql`arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), [${join(parts, ', ')}]))`;
  const numbers = compact(values.map(numberOf));
  if (values.every((value) => value.kind === 'number' || value.kind === 'time')) {
    return asNumber(pick(numbers, which));
  }
  const words = compact(
    values.map((value) => sql`if(isNull(${numberOf(value)}), ${textOf(value)}, NULL)`),
  );
  const least = sql`toString(${pick(numbers, which)})`;
  const word = pick(words, which);
  return {
    kind: 'any',
    sql: which === 'least' ? sql`coalesce(${least}, ${word})` : sql`coalesce(${word}, ${least})`,
  };
}

function pick(list: Sql, which: 'least' | 'greatest'): Sql {
  const sorted = which === 'least' ? sql`arraySort(${list})` : sql`arrayReverseSort(${list})`;
  return sql`arrayElementOrNull(${sorted}, 1)`;
}
