import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import type { InvitationRow } from '../../../engines/metadata/tables/access.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { claimInstallation } from '../operators/claim-installation.ts';
import { linksFor, sealedLink } from './invitation-link.ts';
import { createVouchers } from './vouchers.ts';

const NOW = 1_768_478_400_000;
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };
const ROW: InvitationRow = {
  id: 'inv_1',
  organization_id: 'org_1',
  email: 'grace+logs@example.com',
  role: 'member',
  state: 'pending',
  invited_by: 'ada@example.com',
  created_at: NOW,
  sent_at: NOW,
  expires_at: NOW + 1,
  ended_at: null,
};
const PLAIN = 'https://logs.example.com/invitations/inv_1';

test('a link vouches for the address where an operator, in person, hands it over instead of a mail', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const { owner: stranger } = await access.newOrganization();
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, owner, ORIGIN, access.clock.now()),
  );
  const linkFor = async (actor: Actor, isMailSent: boolean, row = ROW) =>
    (await linksFor({ ...access.needs, isMailSent }, actor))(row);
  const as = (who: object): Actor => ({ ...owner.actor, who: who as Actor['who'] });
  const { who } = owner.actor;
  const voucher = access.needs.vouchers.seal('inv_1', 'grace+logs@example.com');
  const sealed = `${PLAIN}?email=grace%2Blogs%40example.com&voucher=${voucher}`;

  assert.equal(sealedLink(access.needs, ROW), sealed);
  assert.equal(await linkFor(owner.actor, false), sealed);
  assert.equal(await linkFor(owner.actor, true), PLAIN);
  assert.equal(await linkFor(stranger.actor, false), PLAIN);
  assert.equal(await linkFor(as({ ...who, isConfined: true }), false), PLAIN);
  assert.equal(await linkFor(as({ ...who, isConfined: false }), false), sealed);
  for (const kind of ['access_token', 'api_key']) {
    assert.equal(await linkFor(as({ ...who, user: owner.id, kind }), false), PLAIN, kind);
  }
  assert.equal(await linkFor(owner.actor, false, { ...ROW, expires_at: NOW }), null);
  assert.equal(await linkFor(owner.actor, true, { ...ROW, state: 'revoked' }), null);
});

test('a seal is good for its invitation, its address in any case, and its secret', () => {
  const vouchers = createVouchers('one');
  const seal = vouchers.seal('inv_1', 'Grace@example.com');

  assert.match(seal, /^[\w-]{43}$/);
  assert.equal(vouchers.isGood('inv_1', 'grace@Example.com', seal), true);
  assert.equal(vouchers.isGood('inv_2', 'grace@example.com', seal), false);
  assert.equal(vouchers.isGood('inv_1', 'linus@example.com', seal), false);
  assert.equal(createVouchers('two').isGood('inv_1', 'grace@example.com', seal), false);
  for (const wrong of ['', seal.slice(1), `${seal}AAAA`, 'A'.repeat(43)]) {
    assert.equal(vouchers.isGood('inv_1', 'grace@example.com', wrong), false, wrong);
  }
});
