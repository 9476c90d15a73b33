import { KB, MB } from '../units.ts';

/** Lookup tables. */
export const LOOKUPS_LIMITS = {
  /** Characters of a table's name. */
  nameCharactersMax: 64,
  /** Size of a table. */
  contentBytesMax: 10 * MB,
  /** Columns of a table. */
  columnsMax: 100,
  /** Values in a table, rows times columns, including empty ones. */
  cellsMax: 2_000_000,
  /** Characters of a column's name. */
  columnCharactersMax: 100,
  /** Size of one value. */
  valueBytesMax: 32 * KB,
  /** Default number of rows in the preview of a table. */
  shownRowsDefault: 20,
  /** Maximum number of rows in the preview of a table. */
  shownRowsMax: 1_000,
  /** Attempts of `outputlookup` to append to a table that others change at the same time. */
  writeAttemptsMax: 5,
} as const;
