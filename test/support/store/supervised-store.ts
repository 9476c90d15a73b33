/** For tests of stores whose engine is a process of ours. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/base/clock.ts';
import { AppError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { createBlockEncoder } from '../../../src/engines/store/block-encoder.ts';
import type { EmbeddedEngine } from '../../../src/engines/store/child/engine-of-folder.ts';
import type { EmbeddedStore } from '../../../src/engines/store/child/supervise-engine.ts';
import type { OpenStoreNeeds } from '../../../src/engines/store/open-store.ts';
import { createRowIds } from '../../../src/engines/store/row-ids.ts';
import type { InsertBatch, LogStore } from '../../../src/engines/store/store.ts';
import { LIMITS } from '../limits.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { logRecord } from '../log-records.ts';
import { removeFolder } from '../remove-folder.ts';

export interface SupervisedTraits {
  readonly engine: EmbeddedEngine;
  /** Why it cannot be tested here, if so. */
  readonly skip?: string | false;
  readonly open: (needs: OpenStoreNeeds, directory: string) => Promise<EmbeddedStore>;
  /** In which file of the folder its owner is named; the lock itself unless it is given. */
  readonly ownerFile?: string;
  /** Rows are stored without the engine, which may be away meanwhile. */
  readonly insertsAlone?: boolean;
  /** Its commands delete rows, and do nothing else. */
  readonly deletesAlone?: boolean;
  /** Lets a folder that is not open look as if a later release had written it. */
  readonly makeNewer: (directory: string) => Promise<void>;
}

/** A folder for one test. */
export function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  t.after(() => removeFolder(folder));
  return folder;
}

/** What opening needs; an engine that died is started again at once. */
export function needsOf(changed: Partial<Limits['store']> = {}): OpenStoreNeeds {
  const store = { ...LIMITS.store, restartDelayMsMin: 20, ...changed };
  return { clock: systemClock, limits: { ...LIMITS, store }, log: silentLog };
}

const encoder = createBlockEncoder(createRowIds(systemClock, 1));

export function batchOf(events: number, body = 'event'): InsertBatch {
  const records = Array.from({ length: events }, () => logRecord({ body }));
  return { token: randomUUID(), blocks: [encoder.encode(records).bytes], events };
}

/** As the writer does: the same batch again under its token until the store has confirmed it. */
export async function insertUntilStored(store: LogStore, batch: InsertBatch): Promise<void> {
  let isRepeated = false;
  await waitUntil('insert', async () => {
    try {
      await store.insert({ ...batch, isRepeated });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'STORAGE_UNAVAILABLE') throw error;
      isRepeated = true;
      return false;
    }
  });
}

export async function waitUntil(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let i = 0; i < 1_200; i++) {
    if (await isTrue()) return;
    await sleep(50);
  }
  assert.fail(`${what}: not in time`);
}
