import type { Migration } from './migration.ts';
import * as STEPS from './steps.ts';

/** All migrations, oldest first; names start with their numbers. */
export const MIGRATIONS: readonly Migration[] = Object.values(STEPS).toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);
