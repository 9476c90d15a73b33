/**
 * The files of the DuckDB engine, for the test that kills it: stores numbered batches as fast as they are taken,
 * brings files up to date and writes finished days anew meanwhile, and prints each number once it is stored.
 *
 *   node day-files-child.ts <folder> <first number> <now>     until killed; `now` is when it starts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { compactDays } from '../../src/engines/store/duckdb/engine/compact-day.ts';
import { expireRows } from '../../src/engines/store/duckdb/engine/expire-rows.ts';
import { logRecord } from '../support/log-records.ts';
import { encodedBatch, openFiles } from '../support/store/open-day-files.ts';

const [folder = '', first = '0', now = '0'] = process.argv.slice(2);
const INSERTERS = 4;
const ROWS = 200;
const PADDING = 'x'.repeat(150);
const startedAt = Date.now();
const clock = { now: () => Number(now) + Date.now() - startedAt };
const never = new AbortController().signal;

// Processor time: how long it takes is up to whatever else this machine does.
const usedBefore = process.cpuUsage();
const opened = await openFiles(folder, clock);
const { user, system } = process.cpuUsage(usedBefore);
print(`open ${(user + system) / 1_000}`);
let next = Number(first);
await Promise.all([...Array.from({ length: INSERTERS }, keepStoring), keepTidying()]);

async function keepStoring(): Promise<void> {
  for (;;) {
    const number = next++;
    const at = clock.now();
    const parts = { body: String(number), timestamp: at, receivedAt: at, retentionDays: 3_650 };
    const records = Array.from({ length: ROWS }, (_, i) =>
      logRecord({ ...parts, id: `${i} ${PADDING}` }),
    );
    await opened.inserter.insert(encodedBatch(records));
    print(`stored ${number}`);
  }
}

async function keepTidying(): Promise<void> {
  for (;;) {
    await expireRows(opened, clock, never);
    await compactDays({ ...opened, folder }, clock, never);
    const newest = opened.files.all().at(-1);
    if (newest !== undefined) {
      // Refused while rows are being written; then the next time.
      await opened.database
        .use((connection) => connection.run(`CHECKPOINT ${newest.catalog}`))
        .catch(() => {});
    }
    await sleep(20);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
