import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { type Actor, systemActor, type Who } from '../../base/actor.ts';
import { organizationId, userId } from '../../base/ids.ts';
import { actorName, auditSubject, recordAudit, recordAuditFor } from './record-audit.ts';

const organization = organizationId('org_1');
const email = 'ada@example.com';
const user = { kind: 'user', id: userId('usr_1'), email, role: 'owner' } as const;

function actorBeing(who: Who): Actor {
  const visit = { ipAddress: '192.0.2.1', userAgent: 'test/1' };
  return { organization, who, permissions: new Set(), ...visit };
}

test('people are named by their address, keys by their id, the platform by its job', () => {
  const token = { kind: 'access_token', id: 't', user: user.id, email, role: 'viewer' } as const;

  assert.equal(actorName(actorBeing(user)), 'ada@example.com');
  assert.equal(actorName(actorBeing(token)), 'ada@example.com');
  assert.equal(actorName(actorBeing({ kind: 'api_key', id: 'key_1', name: 'k' })), 'key_1');
  assert.equal(actorName(systemActor(organization, 'alerts')), 'system:alerts');
  assert.deepEqual(auditSubject(actorBeing(user)), {
    organization: 'org_1',
    actorName: 'ada@example.com',
    ipAddress: '192.0.2.1',
    userAgent: 'test/1',
  });
});

test('an entry holds who, what, to what and from where, and waits', async (t) => {
  const metadata = await openTestMetadata(t);
  const subject = { organization, actorName: 'a\0b', ipAddress: '\0', userAgent: 'x'.repeat(513) };

  await metadata.transaction(async (unit) => {
    const details = { name: 'k' };
    const event = { action: 'api_key.created', resource: 'key_1', details } as const;
    await recordAudit(unit, actorBeing(user), event, 1);
    await recordAuditFor(unit, subject, { action: 'log.exported', resource: 'r\0' }, 2);
  });

  const rows = await metadata.db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('recorded_at')
    .execute();
  const [first, second] = rows.map(({ id, ...row }) => {
    assert.match(id, /^\w+$/);
    return row;
  });
  assert.deepEqual(first, {
    organization_id: 'org_1',
    recorded_at: 1,
    actor: 'ada@example.com',
    action: 'api_key.created',
    resource: 'key_1',
    resource_type: 'api_key',
    ip_address: '192.0.2.1',
    user_agent: 'test/1',
    details: '{"name":"k"}',
    delivered_at: null,
    seq: null,
    hash: null,
    previous_hash: null,
  });
  assert.deepEqual(
    [second?.actor, second?.resource, second?.resource_type, second?.ip_address, second?.details],
    ['ab', 'r', 'log', '', '{}'],
  );
  assert.equal(second?.user_agent.length, 512);
  assert.notEqual(rows[0]?.id, rows[1]?.id);
});
