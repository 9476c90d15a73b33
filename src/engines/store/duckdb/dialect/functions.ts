import { DATA_FUNCTIONS } from './data-functions.ts';
import { LIST_FUNCTIONS } from './list-functions.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';
import { TIME_FUNCTIONS } from './time-functions.ts';
import { VALUE_FUNCTIONS } from './value-functions.ts';
import type { WriteFunction } from './writer.ts';

/** Functions of one row, by the names ClickHouse has for them. */
export const FUNCTIONS: ReadonlyMap<string, WriteFunction> = new Map([
  ...Object.entries(VALUE_FUNCTIONS),
  ...Object.entries(TEXT_FUNCTIONS),
  ...Object.entries(NUMBER_FUNCTIONS),
  ...Object.entries(TIME_FUNCTIONS),
  ...Object.entries(LIST_FUNCTIONS),
  ...Object.entries(DATA_FUNCTIONS),
]);
