/** A statement that does not stop ends the reader, which keeps nothing; its organization pays for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { needsOf, newFolder, waitUntil } from '../../../../test/support/store/supervised-store.ts';
import { systemClock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { createRowIds } from '../row-ids.ts';
import { reading, sql, type Sql, string } from '../sql.ts';
import { rowsOf } from '../store.ts';
import { openSegmentStore } from './open-segment-store.ts';

/** Takes over a second for each event, and the engine looks up between blocks of events only. */
const REGEX = '(?s)a.{40}c';
const LETTERS = 250_000;
const EVENTS = 40;
const TO = Date.UTC(2100, 0, 1);

function distinct(organization: string, condition: Sql): Sql {
  const read = { organization, indexes: ['main'], from: 0, to: TO };
  const own = reading(sql`organization = ${string(organization)} AND index_name = 'main'`, read);
  return sql`SELECT uniqExact(source) AS n FROM logs WHERE ${own} AND ${condition}`;
}

test('a statement that does not stop ends the reader, and others go on', async (t) => {
  await using store = await openSegmentStore(needsOf(), newFolder(t));
  const random = seededRandom(4_711);
  const letters = Array.from({ length: LETTERS }, () => random.pick(['a', 'b'])).join('');
  const encoder = createBlockEncoder(createRowIds(systemClock, 1));
  const records = Array.from({ length: EVENTS }, (_, i) =>
    logRecord({ organization: organizationId(i === 0 ? 'org_1' : 'org_0'), body: `c${letters}` }),
  );
  await store.insert({ token: 'a', blocks: [encoder.encode(records).bytes], events: EVENTS });
  const before = store.enginePid();

  await assert.rejects(
    store.query(distinct('org_0', sql`match(body, ${string(REGEX)})`), { timeoutMs: 1_000 }),
  );

  await waitUntil('another reader', async () => {
    const { state } = await store.health();
    return state === 'up' && store.enginePid() !== before;
  });
  await assert.rejects(store.query(distinct('org_0', sql`1`)), { code: 'QUERY_SLOTS_BUSY' });
  assert.deepEqual(rowsOf(await store.query(distinct('org_1', sql`1`))), [{ n: 1 }]);
});
