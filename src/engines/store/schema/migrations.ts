import {
  ADD_STORED_AT,
  createLogsTable,
  INDEX_EVENT_IDS,
  INDEX_LIST_ELEMENTS,
} from './logs-table.ts';
import type { EngineClause, MigrationStep } from './logs-table.ts';

export interface Migration {
  readonly version: number;
  /** Done in order on every node; each can be repeated after a crash half-way. */
  steps(engine: EngineClause): readonly MigrationStep[];
}

/** In order; a released one never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, steps: (engine) => [{ run: createLogsTable(engine) }] },
  { version: 2, steps: () => INDEX_EVENT_IDS.map((run) => ({ run })) },
  { version: 3, steps: () => ADD_STORED_AT },
  { version: 4, steps: () => INDEX_LIST_ELEMENTS.map((run) => ({ run })) },
];

export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 0;
