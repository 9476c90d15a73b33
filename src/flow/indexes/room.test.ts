import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import { organizationId } from '../../base/ids.ts';
import { sql, string } from '../../engines/store/sql.ts';
import { rowsOf } from '../../engines/store/store.ts';
import { indexesRoom } from './room.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

onBothEngines((engine) => {
  let tested: SearchUnderTest;
  before(async () => {
    tested = await openSearch({ now: NOW, engine });
  });
  after(() => tested[Symbol.asyncDispose]());

  test('of a deleted organization the audit log alone stays in the store', async (t) => {
    const { store } = tested;
    const organization = organizationId('org_test');
    const { needs } = await openAccess(t);
    await tested.insert(
      ['main', '_audit', '_alerts', '_kpi', 'x_audit'].map((index) => ({
        index,
        body: index,
        timestamp: NOW - 1_000,
      })),
    );
    const { erase } = indexesRoom.open({ ...needs, log: silentLog, store });

    await erase(organization);
    await erase(organization);

    const left = await store.query(
      sql`SELECT index_name FROM logs WHERE organization = ${string(organization)}`,
    );
    assert.deepEqual(rowsOf(left), [{ index_name: '_audit' }]);
  });
});
