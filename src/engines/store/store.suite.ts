import { after, before, describe, test } from 'node:test';
import { testAnswers } from './answers.suite.ts';
import { testExports } from './exports.suite.ts';
import { testInserts } from './inserts.suite.ts';
import { testRepeatedBatches } from './repeated-batches.suite.ts';
import { testRetention } from './retention.suite.ts';
import { testRunning } from './running.suite.ts';
import { testStoredAt } from './stored-at.suite.ts';
import type { LogStore } from './store.ts';
import { testUpkeep } from './upkeep.suite.ts';
import { testValues } from './values.suite.ts';

/** Where engines differ, and may. */
export interface EngineTraits {
  /** Why it cannot be tested here, if so. */
  readonly skip?: string | false;
  readonly engine: 'clickhouse' | 'duckdb';
}

/** What every log store keeps, wherever its rows are. */
export function storeSuite(
  name: string,
  { engine, skip = false }: EngineTraits,
  open: () => Promise<LogStore>,
): void {
  if (skip !== false) {
    test(name, { skip }, () => {});
    return;
  }
  describe(name, () => {
    let store: LogStore;
    before(async () => {
      store = await open();
    });
    after(async () => {
      await store[Symbol.asyncDispose]();
    });

    const opened = (): LogStore => store;
    // First: it counts the rows of the whole store.
    testInserts(opened);
    testRepeatedBatches(opened, engine);
    testStoredAt(opened);
    testValues(opened);
    testAnswers(opened, engine);
    testRunning(opened);
    testExports(opened);
    testUpkeep(opened, engine);
    testRetention(opened, engine);
  });
}
