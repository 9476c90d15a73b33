import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { MB } from '../../../spec/units.ts';
import type { LogStore } from '../store.ts';
import { storeSuite } from '../store.suite.ts';
import { openSegmentStore } from './open-segment-store.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

storeSuite('segment store', { engine: 'duckdb' }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  // Little memory, so that a statement of a test can need too much of it.
  const limits = { ...LIMITS, store: { ...LIMITS.store, memoryBytesMax: 600 * MB } };
  const needs = { clock: systemClock, limits, log: silentLog };
  const store = await openSegmentStore(needs, directory);
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      removeFolder(directory);
    },
  } satisfies LogStore;
});
