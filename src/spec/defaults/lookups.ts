import { MB } from '../units.ts';

/** Lookup tables. */
export const LOOKUPS_DEFAULTS = {
  /** Lookup tables of one organization. */
  perOrganizationMax: 100,
  /** Rows of a table. */
  rowsMax: 100_000,
  /** Memory in which a node keeps tables that searches have used. */
  cacheBytesMax: 64 * MB,
} as const;
