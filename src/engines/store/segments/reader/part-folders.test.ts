/** Folders whose names mean something elsewhere. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIMITS } from '../../../../../test/support/limits.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { systemClock } from '../../../../base/clock.ts';
import { organizationId } from '../../../../base/ids.ts';
import { silentLog } from '../../../../base/log.ts';
import { createBlockEncoder } from '../../block-encoder.ts';
import { createRowIds } from '../../row-ids.ts';
import { sql, string } from '../../sql.ts';
import { rowsOf } from '../../store.ts';
import { openSegmentStore } from '../open-segment-store.ts';

const FOLDERS = {
  'the name and value of a column': 'level=broken',
  'a comma': 'logs, all',
  'everything that separates paths': "a,b;c|d*e [f] 'g'",
};

for (const [what, name] of Object.entries(FOLDERS)) {
  test(`the engine reads parts in a folder named with ${what}`, async (t) => {
    const organization = organizationId('org_a');
    const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
    await using store = await openSegmentStore(needs, join(newFolder(t), name));
    const encoder = createBlockEncoder(createRowIds(systemClock, 1));
    for (const service of ['cart', 'checkout']) {
      const { bytes } = encoder.encode([
        logRecord({ organization, level: 'warn', attributes: [['service', service]] }),
      ]);
      await store.insert({ token: randomUUID(), blocks: [bytes], events: 1 });
    }

    const answer = await store.query(
      sql`SELECT level, uniqExact(service) AS n FROM logs WHERE organization = ${string(organization)} GROUP BY level`,
    );

    assert.deepEqual(rowsOf(answer), [{ level: 'warn', n: 2 }]);
  });
}
