/**
 * The segment store for the test that compares its counts with its rows: stores, repeats, deletes, expires and joins in an
 * order that the seed gives, until it is killed.
 *
 *   node part-counts-child.ts <folder> <seed>
 */
import { systemClock } from '../../src/base/clock.ts';
import { organizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import type { LogRecord } from '../../src/base/record.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { createRowIds } from '../../src/engines/store/row-ids.ts';
import { openSegmentStore } from '../../src/engines/store/segments/open-segment-store.ts';
import { instant, sql, string } from '../../src/engines/store/sql.ts';
import type { InsertBatch } from '../../src/engines/store/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/spec/units.ts';
import { LIMITS } from '../support/limits.ts';
import { logRecord } from '../support/log-records.ts';
import { seededRandom } from '../support/seeded-random.ts';

const [folder = '', seed = '0'] = process.argv.slice(2);
const ROWS_MAX = 300;
const INSERTERS = 3;
const OWNERS = [organizationId('org_a'), organizationId('org_b')] as const;
const INDEXES = ['main', 'web'] as const;
const random = seededRandom(Number(seed));
const encoder = createBlockEncoder(createRowIds(systemClock, Number(seed) % 60_000));
const never = new AbortController().signal;
const store = await openSegmentStore(
  { clock: systemClock, limits: LIMITS, log: silentLog },
  folder,
);
let batches = 0;
print('open');
await Promise.all([...Array.from({ length: INSERTERS }, keepStoring), keepChanging()]);

function record(): LogRecord {
  const now = systemClock.now();
  // Some are late, and of a minute that many parts have rows of.
  const age = random.chance(0.2)
    ? random.integer(0, 3 * DAY_MS)
    : random.integer(0, 20 * MINUTE_MS);
  return logRecord({
    organization: random.pick(OWNERS),
    index: random.pick(INDEXES),
    timestamp: now - age,
    receivedAt: now,
    retentionDays: random.pick([1, 2, 3_650]),
    level: random.pick(['info', 'error', '']),
    source: random.pick(['app', 'nginx']),
    body: `line ${random.integer(0, 9)}`,
    attributes: [['service', random.pick(['cart', 'pay', ''])]],
  });
}

async function keepStoring(): Promise<void> {
  for (;;) {
    const records = Array.from({ length: random.integer(1, ROWS_MAX) }, record);
    const blocks = [encoder.encode(records).bytes];
    const token = `${seed} ${batches++}`;
    const batch: InsertBatch = { token, blocks, events: records.length };
    await store.insert(batch);
    if (random.chance(0.2)) await store.insert({ ...batch, isRepeated: true });
    // As a writer does that has joined it with another one meanwhile.
    if (random.chance(0.1)) await store.insert({ ...batch, token: `${token}b`, isRepeated: true });
    print('stored');
  }
}

async function keepChanging(): Promise<void> {
  for (;;) {
    await store.maintain(never);
    const organization = organizationId(random.pick(OWNERS));
    const index = random.pick(INDEXES);
    if (random.chance(0.3)) {
      const to = systemClock.now() - random.integer(0, 15 * MINUTE_MS);
      await store.command(
        sql`DELETE FROM logs WHERE organization = ${string(organization)} AND index_name = ${string(index)}
          AND timestamp >= ${instant(to - random.integer(1, HOUR_MS))} AND timestamp < ${instant(to)}
          AND body = ${string(`line ${random.integer(0, 9)}`)}`,
      );
    }
    if (random.chance(0.1)) {
      await store.setRetention({ organization, index, days: random.pick([1, 2, 3_650]) });
    }
    print('changed');
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
