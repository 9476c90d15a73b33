import type { Migration } from './migration.ts';
import * as STEPS from './steps.ts';

/** Every step of the schema, oldest first: their names begin with their numbers. */
export const MIGRATIONS: readonly Migration[] = Object.values(STEPS).toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);
