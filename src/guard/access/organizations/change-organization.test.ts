import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationChange } from '../../../contract/organizations.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { changeOrganization } from './change-organization.ts';
import { closedProviders, openProviders } from './open-providers.ts';

const NOW = 1_768_478_400_000;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const { needs, locks } = noteLocks(access.needs);
  const change = (asked: OrganizationChange) => changeOrganization(needs, owner.actor, asked);
  const rowOf = () =>
    access.metadata.db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  return { access, locks, id, change, rowOf };
}

test('each setting reaches its column, and leaves the others', async (t) => {
  const { access, locks, id, change, rowOf } = await start(t);
  access.clock.advance(5);
  const before = { ...(await rowOf()), updated_at: NOW + 5 };
  const cases: readonly (readonly [OrganizationChange, object, object, object])[] = [
    [{ name: ' New ' }, { name: 'New' }, { name: 'Acme' }, { name: 'New' }],
    [
      { timezone: 'europe/berlin' },
      { timezone: 'Europe/Berlin' },
      { timezone: 'UTC' },
      { timezone: 'Europe/Berlin' },
    ],
    [{ retentionDays: 90 }, { retention_days: 90 }, { retentionDays: 30 }, { retentionDays: 90 }],
    [{ isAuditOpen: true }, { audit_open: 1 }, { isAuditOpen: false }, { isAuditOpen: true }],
    [{ isAuditOpen: false }, { audit_open: 0 }, { isAuditOpen: true }, { isAuditOpen: false }],
    [
      { allowedNetworks: ['192.0.2.0/24', '192.0.2.0/24'] },
      { allowed_networks: '["192.0.2.0/24"]' },
      { allowedNetworks: [] },
      { allowedNetworks: ['192.0.2.0/24'] },
    ],
    [
      { oauthProviders: { google: false } },
      { closed_providers: '["google"]' },
      { oauthProviders: { google: true, github: true } },
      { oauthProviders: { google: false, github: true } },
    ],
    [
      { oauthProviders: { github: false } },
      { closed_providers: '["google","github"]' },
      { oauthProviders: { google: false, github: true } },
      { oauthProviders: { google: false, github: false } },
    ],
  ];
  let expected = before;
  for (const [asked, columns, from, to] of cases) {
    access.clock.advance(1);
    expected = { ...expected, ...columns, updated_at: access.clock.now() };
    locks.length = 0;

    const shown = await change(asked);

    assert.deepEqual(await rowOf(), expected);
    assert.deepEqual(shown, { ...shown, ...to });
    assert.deepEqual(locks, [`organizations ${id}`]);
    const entry = (await access.auditOf(id)).at(-1);
    assert.deepEqual(
      [entry?.action, entry?.resource, entry?.recorded_at],
      ['organization.settings_updated', id, access.clock.now()],
    );
    const { changes, ...reported } = JSON.parse(entry?.details ?? '') as { changes: object };
    assert.deepEqual(reported, { changed: Object.keys(asked), from, to });
    const [field] = Object.keys(asked);
    assert.match(JSON.stringify(changes), new RegExp(`^\\[\\{"field":"${field}[^{}]+\\}\\]$`));
  }
});

test('a list of networks is of networks, and holds whoever sets it', async (t) => {
  const { access, id, change, rowOf } = await start(t);
  const refused = (path: string, message: string) => ({
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path, message }] },
  });

  await assert.rejects(
    change({ allowedNetworks: ['192.0.2.1', '10.0.0.0/33'] }),
    refused('allowedNetworks.1', 'Invalid address or network. Use a value such as 10.0.0.0/8.'),
  );
  await assert.rejects(
    change({ allowedNetworks: ['10.0.0.0/8'] }),
    refused('allowedNetworks', 'The list excludes your own address, 192.0.2.1.'),
  );
  await assert.rejects(change({ timezone: 'Mars/Olympus' }), { code: 'VALIDATION_ERROR' });
  assert.equal((await rowOf()).allowed_networks, '[]');
  assert.deepEqual(await access.auditOf(id), []);
});

test('providers are open unless they were closed', () => {
  assert.deepEqual(openProviders({ closed_providers: '["google","gone"]' }), {
    google: false,
    github: true,
  });
  assert.equal(closedProviders({ google: true, github: false }), '["github"]');
  assert.equal(closedProviders({ google: true, github: true }), '[]');
});
