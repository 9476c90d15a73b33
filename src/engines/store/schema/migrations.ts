import { createLogsTable, INDEX_EVENT_IDS } from './logs-table.ts';
import type { EngineClause } from './logs-table.ts';

export interface Migration {
  readonly version: number;
  /** Run in order on every node; each can be repeated after a crash half-way. */
  statements(engine: EngineClause): readonly string[];
}

/** In order; a released one never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, statements: (engine) => [createLogsTable(engine)] },
  { version: 2, statements: () => INDEX_EVENT_IDS },
];

export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 0;
