import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { EmbeddedEngine } from '../../src/engines/store/child/engine-of-folder.ts';
import type { EmbeddedStore } from '../../src/engines/store/child/supervise-engine.ts';
import { findEngine, openEmbedded } from '../../src/engines/store/open-store.ts';
import { sql } from '../../src/engines/store/sql.ts';
import type { LogStore } from '../../src/engines/store/store.ts';
import { LIMITS } from './limits.ts';
import { removeFolder } from './remove-folder.ts';

/** A real store for all tests of a file, closed and removed after the last of them. */
export async function openTestStore(): Promise<LogStore> {
  const directory = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  const store = await openStoreUnderTest(directory);
  // Tests have clocks of their own: what is past its retention by the real one stays.
  const isClickhouse = (await findEngine(directory)) === 'clickhouse';
  if (isClickhouse) await store.command(sql`SYSTEM STOP TTL MERGES`);
  after(async () => {
    await store[Symbol.asyncDispose]();
    removeFolder(directory);
  });
  return store;
}

/** The platform's own engine, or the one that the whole suite is to run on, or the one that is named. */
export async function openStoreUnderTest(
  directory: string,
  engine: EmbeddedEngine | undefined = engineUnderTest(),
): Promise<EmbeddedStore> {
  const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
  return openEmbedded(needs, directory, engine);
}

export function engineUnderTest(): EmbeddedEngine | undefined {
  const wanted = process.env['XPLAIN_EMBEDDED_STORE'];
  const engines = ['clickhouse', 'duckdb', 'segments'] as const;
  return engines.find((engine) => engine === wanted);
}
