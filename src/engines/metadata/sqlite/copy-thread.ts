/** Worker thread that copies a consistent snapshot of a metadata file and verifies the copy. */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import type { CopyOrder } from './copy-sqlite.ts';

/** How long another process may lock the file. */
const BUSY_MS = 10_000;

const { from, to } = workerData as CopyOrder;
const source = new DatabaseSync(from, { timeout: BUSY_MS });
try {
  source.prepare('VACUUM INTO ?').run(to);
} finally {
  source.close();
}
chmodSync(to, 0o600);
const copy = new DatabaseSync(to, { readOnly: true });
try {
  const answer = copy.prepare('PRAGMA integrity_check(1)').get();
  const found = Object.values(answer ?? {})[0];
  if (found !== 'ok') throw new Error(`The copy of the metadata is damaged: ${String(found)}`);
} finally {
  copy.close();
}
