/** Sorts rows as requested by a click on a column header. */
import { numberOf, textOf } from '../../../../src/charts/chart-data.ts';
import { LEVEL_COLORS, levelOf } from '../../../../src/charts/colors.ts';
import type { Order } from '../../data/search-state.ts';

const LEVELS = Object.keys(LEVEL_COLORS);
const WORDS = new Intl.Collator('en', { numeric: true });

/** Stable: equal rows keep their order. Missing values come last, in either direction. */
export function orderRows<Row>(
  rows: readonly Row[],
  order: Order | undefined,
  cellOf: (row: Row, field: string) => unknown,
): readonly Row[] {
  if (order === undefined) return rows;
  const { field, isDown } = order;
  const cells = rows.map((row) => toKey(field, cellOf(row, field)));
  const places = rows.map((_, at) => at);
  places.sort((left, right) => compare(cells[left], cells[right], isDown));
  return places.flatMap((at) => rows.slice(at, at + 1));
}

type Key = string | number | undefined;

function toKey(field: string, value: unknown): Key {
  const text = textOf(value);
  if (text === '') return undefined;
  // From harmless to fatal, not by the alphabet.
  if (field === 'level') return -LEVELS.indexOf(levelOf(text));
  return numberOf(value) ?? text;
}

function compare(left: Key, right: Key, isDown: boolean): number {
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined);
  }
  const difference =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : WORDS.compare(String(left), String(right));
  return isDown ? -difference : difference;
}

/** Three states: the usual direction of the column, the other one, and none. */
export function nextOrder(
  present: Order | undefined,
  field: string,
  startsDown: boolean,
): Order | undefined {
  if (present?.field !== field) return { field, isDown: startsDown };
  return present.isDown === startsDown ? { field, isDown: !startsDown } : undefined;
}
