/** Public badges of checks that ended after a backup. */
import assert from 'node:assert/strict';
import { applyLedger } from '../../../../test/support/metadata/apply-ledger.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import type { Ledger } from '../../../engines/metadata/tables/ledger.ts';
import { readLedger } from './ledger-table.ts';

onBothStores('a badge that was revoked or replaced stays so', async (_t, access) => {
  const { metadata, clock } = access;
  const { db } = metadata;
  const { id: organization } = await access.newOrganization();
  const now = clock.now();
  const read = async (): Promise<Ledger> => ({ ...(await readLedger(metadata, now)), at: now });
  const needs = { metadata, clock };
  const by = { created_by: 'ada', created_at: 1 };
  for (const one of ['1', '2']) {
    const check = { id: `chk_${one}`, organization_id: organization, name: one, version: 1 };
    const rest = { description: '', query: null, settings: '{}', updated_by: 'ada', updated_at: 1 };
    await db
      .insertInto('checks')
      .values({ ...check, ...rest, ...by })
      .execute();
    const badge = { id: `chb_${one}`, organization_id: organization, check_id: `chk_${one}` };
    await db
      .insertInto('check_badges')
      .values({ ...badge, token_hash: one, ...by })
      .execute();
  }
  const ledger = await read();
  const { ways } = ledger;
  assert.ok(ways !== undefined);
  assert.deepEqual(ways.badges, ['chb_1', 'chb_2']);
  const left = async () => (await read()).ways?.badges;

  // An older release has not listed them.
  const { badges: _none, ...older } = ways;
  await applyLedger(needs, { ...ledger, ways: older }, 0);
  assert.deepEqual(await left(), ['chb_1', 'chb_2']);
  const report = await applyLedger(needs, { ...ledger, ways: { ...ways, badges: ['chb_2'] } }, 0);

  assert.equal(report.revoked, 1);
  assert.deepEqual(await left(), ['chb_2']);
});
