import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import type { LogStore } from '../store.ts';
import { storeSuite } from '../store.suite.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

storeSuite('embedded store', { engine: 'clickhouse', skip: withoutClickhouse() }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
  const store = await openEmbeddedStore(needs, directory);
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      removeFolder(directory);
    },
  } satisfies LogStore;
});
