import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { organizationId } from '../../base/ids.ts';
import {
  changeCreditMonth,
  deleteHold,
  hasExpiredHold,
  insertHold,
  openCreditMonth,
  readCreditMonth,
  readExpiredOwners,
  readPlanOf,
  takeExpiredHolds,
} from './ai-credits-table.ts';

const NOTHING = { used: 0, held: 0, runs: 0, failedRuns: 0 };

/** Two organizations with two open months each. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: acme } = await access.newOrganization('business');
  const { id: birch } = await access.newOrganization('free');
  await metadata.transaction(async (unit) => {
    for (const organization of [acme, birch]) {
      for (const month of ['2026-01', '2026-02']) await openCreditMonth(unit, organization, month);
    }
  });
  const months = async () => ({
    acme: await readCreditMonth(metadata, acme, '2026-01'),
    acmeLater: await readCreditMonth(metadata, acme, '2026-02'),
    birch: await readCreditMonth(metadata, birch, '2026-01'),
  });
  const hold = (id: string, amount: number, quota: number | null, expiresAt = 100, of = acme) =>
    metadata.transaction((unit) =>
      insertHold(unit, { id, organization: of, month: '2026-01', amount, expiresAt }, quota),
    );
  return { metadata, acme, birch, months, hold };
}

test('a change touches one month of one organization', async (t) => {
  const { metadata, acme, months } = await start(t);
  const change = { used: 5, held: 4, runs: 3, failedRuns: 2 };

  await metadata.transaction((unit) => changeCreditMonth(unit, acme, '2026-01', change));
  await metadata.transaction((unit) => changeCreditMonth(unit, acme, '2026-01', { used: 1 }));
  await metadata.transaction((unit) => changeCreditMonth(unit, acme, '2026-01', { held: -4 }));

  assert.deepEqual(await months(), {
    acme: { used: 6, held: 0, runs: 3, failedRuns: 2 },
    acmeLater: NOTHING,
    birch: NOTHING,
  });
  assert.deepEqual(await readCreditMonth(metadata, acme, '2026-03'), NOTHING);
});

test('a month that is open stays as it is when it is opened again', async (t) => {
  const { metadata, acme, months } = await start(t);
  await metadata.transaction((unit) => changeCreditMonth(unit, acme, '2026-01', { used: 7 }));

  await metadata.transaction((unit) => openCreditMonth(unit, acme, '2026-01'));

  assert.equal((await months()).acme.used, 7);
});

test('an amount is held as long as the bundle has it, and not a credit more', async (t) => {
  const { metadata, acme, months, hold } = await start(t);
  await metadata.transaction((unit) => changeCreditMonth(unit, acme, '2026-01', { used: 3 }));

  assert.equal(await hold('a', 4, 10), true);
  assert.equal(await hold('b', 4, 10), false);
  assert.equal(await hold('c', 3, 10), true);
  assert.equal(await hold('d', 1, 10), false);
  assert.equal(await hold('e', 1, null), true, 'without a quota there is always room');

  assert.deepEqual(await months(), {
    acme: { used: 3, held: 8, runs: 0, failedRuns: 0 },
    acmeLater: NOTHING,
    birch: NOTHING,
  });
  const kept = await metadata.db.selectFrom('ai_holds').selectAll().orderBy('id').execute();
  assert.deepEqual(
    kept.map(({ id, organization_id, month, amount, expires_at }) => [
      id,
      organization_id,
      month,
      amount,
      expires_at,
    ]),
    [
      ['a', acme, '2026-01', 4, 100],
      ['c', acme, '2026-01', 3, 100],
      ['e', acme, '2026-01', 1, 100],
    ],
  );
  const gone = organizationId('org_gone');
  assert.equal(await hold('f', 1, null, 100, gone), false, 'a month that is not open');
});

test('a hold is settled once', async (t) => {
  const { metadata, hold } = await start(t);
  await hold('a', 1, null);
  await hold('b', 1, null);
  const settle = (id: string) => metadata.transaction((unit) => deleteHold(unit, id));

  assert.deepEqual(
    [await settle('a'), await settle('a'), await settle('none')],
    [true, false, false],
  );
  assert.equal(await settle('b'), true);
});

test('holds that nobody settled are found at their time, by organization', async (t) => {
  const { metadata, acme, birch, hold } = await start(t);
  await hold('a', 1, null, 100);
  await hold('b', 2, null, 101);
  await hold('c', 3, null, 100);
  await hold('d', 4, null, 100, birch);
  const owners = [acme, birch].toSorted((one, other) => (one < other ? -1 : 1));
  const take = (now: number) => metadata.transaction((unit) => takeExpiredHolds(unit, acme, now));

  assert.deepEqual(await readExpiredOwners(metadata, 99, 5), []);
  assert.deepEqual(await readExpiredOwners(metadata, 100, 5), owners);
  assert.deepEqual(await readExpiredOwners(metadata, 100, 1), owners.slice(0, 1));
  assert.deepEqual(
    [await hasExpiredHold(metadata, acme, 99), await hasExpiredHold(metadata, acme, 100)],
    [false, true],
  );
  assert.deepEqual(await take(99), []);
  const taken = await take(100);
  assert.deepEqual(
    taken.map(({ month, amount }) => `${month} ${amount}`).toSorted((a, b) => (a < b ? -1 : 1)),
    ['2026-01 1', '2026-01 3'],
  );
  assert.deepEqual(
    [await hasExpiredHold(metadata, acme, 100), await hasExpiredHold(metadata, birch, 100)],
    [false, true],
  );
  assert.deepEqual(await take(101), [{ month: '2026-01', amount: 2 }]);
});

test('the plan is that of the organization, and of none that is gone', async (t) => {
  const { metadata, acme, birch } = await start(t);

  assert.equal((await readPlanOf(metadata, acme))?.plan, 'business');
  assert.equal((await readPlanOf(metadata, birch))?.plan, 'free');
  assert.equal(await readPlanOf(metadata, organizationId('org_gone')), undefined);
});
