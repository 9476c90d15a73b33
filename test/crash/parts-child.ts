/**
 * The parts of the segment store, for the test that kills it: stores numbered batches as fast as they are taken, joins
 * parts and deletes some batches again meanwhile, and prints each number once it is stored or deleted.
 *
 *   node parts-child.ts <folder> <first number>     until killed
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { organizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { createRowIds } from '../../src/engines/store/row-ids.ts';
import { openSegmentStore } from '../../src/engines/store/segments/open-segment-store.ts';
import { sql, string } from '../../src/engines/store/sql.ts';
import { LIMITS } from '../support/limits.ts';
import { logRecord } from '../support/log-records.ts';

const [folder = '', first = '0'] = process.argv.slice(2);
const INSERTERS = 4;
const ROWS = 200;
const PADDING = 'x'.repeat(150);
/** One in so many is deleted again. */
const DELETED = 7;
const organization = organizationId('org_a');
const encoder = createBlockEncoder(createRowIds(systemClock, Number(first) % 60_000));
// Processor time: how long it takes is up to whatever else this machine does.
const usedBefore = process.cpuUsage();
const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
const store = await openSegmentStore(needs, folder);
const { user, system } = process.cpuUsage(usedBefore);
print(`open ${(user + system) / 1_000}`);
let next = Number(first);
await Promise.all([...Array.from({ length: INSERTERS }, keepStoring), keepTidying()]);

async function keepStoring(): Promise<void> {
  for (;;) {
    const number = next++;
    const at = systemClock.now();
    const parts = { organization, body: `batch${number}`, timestamp: at, receivedAt: at };
    const records = Array.from({ length: ROWS }, (_, i) =>
      logRecord({ ...parts, retentionDays: 3_650, id: `${i} ${PADDING}` }),
    );
    const blocks = [encoder.encode(records).bytes];
    await store.insert({ token: `batch ${number}`, blocks, events: ROWS });
    print(`stored ${number}`);
    if (number % DELETED !== 0) continue;
    print(`deleting ${number}`);
    await store.command(
      sql`DELETE FROM logs WHERE organization = ${string(organization)} AND body = ${string(parts.body)}`,
    );
    print(`deleted ${number}`);
  }
}

async function keepTidying(): Promise<void> {
  const never = new AbortController().signal;
  for (;;) {
    await store.maintain(never);
    await sleep(20);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
