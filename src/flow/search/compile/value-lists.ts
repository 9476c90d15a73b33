/** Long lists of plain values: one bound list each, instead of one condition per value. */
import { attributeIn } from '../../../engines/store/log-fields.ts';
import { float64s, join, sql, strings, type Sql } from '../../../engines/store/sql.ts';
import type { Expression, SearchValue } from '../../../language/index.ts';
import { asNumber, spellings } from './as-number.ts';
import { isNetwork } from './network.ts';
import { holdsForAny, numberOf, textOf, truth, type Value } from './value.ts';

/** Up to this number, separate conditions cost little, and each of them finds its events by index. */
const VALUES_APART_MAX = 16;

/** Contents of a list: values for one bound list, and others that need a condition each. */
export interface SplitList<Item> {
  readonly plain: readonly string[];
  readonly others: readonly Item[];
}

/** The values of `field IN (…)` in a search. */
export function splitSearchValues(values: readonly SearchValue[]): SplitList<SearchValue> {
  return split(values, ({ match, pattern: [text, ...more] }) =>
    match === 'word' && more.length === 0 && text !== '' && !isNetwork(text) ? text : undefined,
  );
}

/** The values of `field IN (…)` in an expression. */
export function splitLiterals(values: readonly Expression[]): SplitList<Expression> {
  return split(values, (value) => {
    if (value.kind === 'text') return value.value;
    return value.kind === 'number' ? String(value.value) : undefined;
  });
}

function split<Item>(
  values: readonly Item[],
  plainOf: (value: Item) => string | undefined,
): SplitList<Item> {
  const plain = values.flatMap((value) => plainOf(value) ?? []);
  if (plain.length <= VALUES_APART_MAX) return { plain: [], others: values };
  return {
    plain: [...new Set(plain)],
    others: values.filter((value) => plainOf(value) === undefined),
  };
}

/** An attribute that is one of these, in any case; a number in any of its spellings. */
export function attributeIsAmong(name: string, wanted: readonly string[]): Sql {
  return attributeIn(name, [...new Set(wanted.flatMap(spellings))]);
}

/** A value of an event or a row that is one of these, in any case. True or false, never NULL. */
export function isAmongAnyCase(value: Value, wanted: readonly string[]): Sql {
  const lowered = wanted.map((text) => text.toLowerCase());
  return holdsForAny(value, (each) =>
    truth(isAmong(each, sql`lowerUTF8(assumeNotNull(${textOf(each)}))`, lowered)),
  );
}

/** The same by case, as expressions compare: NULL where there is no value. */
export function isAmongByCase(value: Value, wanted: readonly string[]): Sql {
  const holds = (each: Value): Sql => isAmong(each, sql`assumeNotNull(${textOf(each)})`, wanted);
  return holdsForAny(value, (each) => (each === value ? holds(each) : truth(holds(each))));
}

/** As numbers where both are, else as text. */
function isAmong(value: Value, text: Sql, wanted: readonly string[]): Sql {
  const numbers = wanted.filter((each) => asNumber(each) !== undefined);
  const words = wanted.filter((each) => asNumber(each) === undefined);
  const number = numberOf(value);
  const asNumbers = sql`assumeNotNull(${number}) IN ${float64s(numbers.map(Number))}`;
  const parts = [
    ...(words.length === 0 ? [] : [sql`${text} IN ${strings(words)}`]),
    ...(numbers.length === 0
      ? []
      : [sql`if(isNull(${number}), ${text} IN ${strings(numbers)}, ${asNumbers})`]),
  ];
  return sql`if(isNull(${textOf(value)}), NULL, ${join(parts, ' OR ')})`;
}
