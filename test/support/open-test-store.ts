import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openEmbeddedStore } from '../../src/engines/store/embedded/open-embedded-store.ts';
import type { LogStore } from '../../src/engines/store/store.ts';
import { LIMITS } from '../../src/spec/limits.ts';

/** A real store for all tests of a file, closed and removed after the last of them. */
export async function openTestStore(): Promise<LogStore> {
  const directory = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
  const store = await openEmbeddedStore(needs, directory);
  after(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true, force: true });
  });
  return store;
}
