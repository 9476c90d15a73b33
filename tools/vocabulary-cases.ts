/**
 * Asks ClickHouse anew for every answer of src/engines/store/vocabulary-cases.txt: after cases were added, and
 * after a new release of it. It is the server XPLAIN_CLICKHOUSE_URL names, or else the embedded one.
 *
 *   node tools/vocabulary-cases.ts
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/base/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { openClickhouseStore } from '../src/engines/store/clickhouse/open-clickhouse-store.ts';
import { openEmbeddedStore } from '../src/engines/store/embedded/open-embedded-store.ts';
import {
  answersOf,
  CASES_FILE,
  readCases,
  writeCase,
} from '../src/engines/store/vocabulary-cases.suite.ts';
import type { LogStore } from '../src/engines/store/store.ts';
import { LIMITS } from '../test/support/limits.ts';

/** The file with the answers this store gives. */
export async function renewed(store: LogStore, content: string): Promise<string> {
  const parts: string[] = [];
  for (const piece of readCases(content)) {
    if (typeof piece === 'string') parts.push(piece);
    else parts.push(writeCase({ ...piece, answers: await answersOf(store, piece) }));
  }
  return parts.join('\n');
}

async function openClickhouse(directory: string): Promise<LogStore> {
  const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
  const url = process.env['XPLAIN_CLICKHOUSE_URL'];
  return url === undefined
    ? openEmbeddedStore(needs, directory)
    : openClickhouseStore(needs, { url, cluster: undefined });
}

if (import.meta.main) {
  const directory = mkdtempSync(join(tmpdir(), 'xplain-vocabulary-'));
  try {
    await using store = await openClickhouse(directory);
    writeFileSync(CASES_FILE, await renewed(store, readFileSync(CASES_FILE, 'utf8')));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
