import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Metadata } from '../../src/engines/metadata/metadata.ts';
import { openSqlite } from '../../src/engines/metadata/sqlite/open-sqlite.ts';

/** A fresh metadata store on SQLite with the whole schema, closed and removed after the test. */
export async function openTestMetadata(t: TestContext): Promise<Metadata> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-metadata-'));
  const needs = { clock: systemClock, log: silentLog };
  const metadata = await openSqlite(needs, join(folder, 'metadata.db'));
  t.after(async () => {
    await metadata[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  return metadata;
}
