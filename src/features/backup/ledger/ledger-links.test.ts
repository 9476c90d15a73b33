/** Short links after a restore. */
import assert from 'node:assert/strict';
import { applyLedger } from '../../../../test/support/metadata/apply-ledger.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import type { Ledger } from '../../../engines/metadata/tables/ledger.ts';
import { readLedger } from './ledger-table.ts';

onBothStores('short links that were revoked stay revoked', async (_t, access) => {
  const { metadata, clock } = access;
  const { id: organization } = await access.newOrganization();
  const { db } = metadata;
  const link = { organization_id: organization, title: '', path: '/search', created_by: 'ada' };
  const rest = { user_id: null, created_at: 1, expires_at: 1_000_000_000_000_000 };
  const add = async (id: string) =>
    db
      .insertInto('short_links')
      .values({ id, ...link, ...rest })
      .execute();
  const kept = async () =>
    (await db.selectFrom('short_links').select('id').orderBy('id').execute()).map(({ id }) => id);
  await add('shl_kept');
  const now = clock.now();
  const ledger: Ledger = { ...(await readLedger(metadata, now)), at: now };
  await add('shl_revoked');

  const report = await applyLedger({ metadata, clock }, ledger, 0);

  assert.equal(report.revoked, 1);
  assert.deepEqual(await kept(), ['shl_kept']);
  const { shortLinks: _unlisted, ...older } = ledger.ways ?? assert.fail();
  await add('shl_other');
  await applyLedger({ metadata, clock }, { ...ledger, ways: older }, 0);
  assert.deepEqual(await kept(), ['shl_kept', 'shl_other'], 'an older ledger does not list them');
});
