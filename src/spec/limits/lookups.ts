import { KB, MB } from '../units.ts';

/** Lookup tables. */
export const LOOKUPS_LIMITS = {
  /** Characters of a table's name. */
  nameCharactersMax: 64,
  /** Size of a table's content. */
  contentBytesMax: 10 * MB,
  /** Columns of a table. */
  columnsMax: 100,
  /** Values of a table, empty ones included: rows times columns. */
  cellsMax: 2_000_000,
  /** Characters of a column's name. */
  columnCharactersMax: 100,
  /** Size of one value. */
  valueBytesMax: 32 * KB,
  /** Rows shown with the facts of a table when the caller names no number. */
  shownRowsDefault: 20,
  /** Rows shown with the facts of a table. */
  shownRowsMax: 1_000,
  /** Times `outputlookup` tries to add to a table that others change meanwhile. */
  writeAttemptsMax: 5,
} as const;
