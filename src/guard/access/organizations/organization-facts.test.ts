import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { isAllowedAddress, readNetwork, readNetworks } from './networks.ts';
import { organizationFacts } from './organization-facts.ts';

test('networks are read in both families, and what is none is not', () => {
  const written = (text: string) => {
    const network = readNetwork(text);
    return network && `${network.family} ${network.address}/${network.bits}`;
  };

  assert.deepEqual(
    [
      '10.0.0.0/8',
      '10.1.2.3',
      '0.0.0.0/0',
      '10.1.2.3/32',
      '2001:db8::/32',
      '2001:db8::1',
      '::/128',
    ].map(written),
    [
      'ipv4 10.0.0.0/8',
      'ipv4 10.1.2.3/32',
      'ipv4 0.0.0.0/0',
      'ipv4 10.1.2.3/32',
      'ipv6 2001:db8:0:0:0:0:0:0/32',
      'ipv6 2001:db8:0:0:0:0:0:1/128',
      'ipv6 0:0:0:0:0:0:0:0/128',
    ],
  );
  // The bits of such a network count from the front of the longer address.
  assert.equal(written('::ffff:10.0.0.0/104'), 'ipv4 10.0.0.0/8');
  assert.equal(written('::ffff:10.0.0.0/96'), 'ipv4 10.0.0.0/0');
  assert.equal(written('::ffff:10.0.0.1'), 'ipv4 10.0.0.1/32');
  const none = [
    '',
    'x',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
  ].concat([
    '2001:db8::/129',
    '2001:db8::/1000',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/95',
    '10.0.0.0/8x',
  ]);
  assert.deepEqual(
    none.map(written),
    none.map(() => undefined),
  );
});

test('an address is allowed by a list of its own family, and every one where there is no list', () => {
  const networks = readNetworks(['10.0.0.0/8', 'nonsense', '2001:db8::/32']);

  const asked = ['10.255.0.1', '11.0.0.1', '2001:db8:1::1', '2001:db9::1', '::ffff:10.1.1.1', 'x'];
  assert.deepEqual(
    asked.map((text) => isAllowedAddress(networks, text)),
    [true, false, true, false, true, false],
  );
  assert.equal(readNetworks([]), undefined);
  assert.equal(isAllowedAddress(undefined, 'x'), true);
});

test('what requests know of an organization is what is stored of it, and nothing of none', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('pro', 'Acme');
  const set = (changes: object) =>
    access.metadata.db.updateTable('organizations').set(changes).where('id', '=', id).execute();
  await set({ timezone: 'Europe/Berlin', retention_days: 12, audit_open: 1 });
  await set({ allowed_networks: '["10.0.0.0/8"]' });

  const facts = await organizationFacts(access, id);

  assert.deepEqual(
    [facts?.id, facts?.name, facts?.timezone, facts?.retentionDays, facts?.isAuditOpen],
    [id, 'Acme', 'Europe/Berlin', 12, true],
  );
  assert.equal(facts?.terms.plan, 'pro');
  assert.equal(isAllowedAddress(facts?.allowedNetworks, '10.1.1.1'), true);
  assert.equal(isAllowedAddress(facts?.allowedNetworks, '11.1.1.1'), false);
  // Known from now on, until somebody says that it has changed.
  assert.equal(organizationFacts(access, id), facts);
  await set({ audit_open: 0 });
  access.cache.forget(id);
  assert.equal((await organizationFacts(access, id))?.isAuditOpen, false);
  assert.equal(await organizationFacts(access, organizationId('org_none')), undefined);
});
