import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../../test/support/guard/credentials.ts';
import {
  onBothStores,
  openAccess,
  type AccessUnderTest,
} from '../../../test/support/open-access.ts';
import { systemActor } from '../../base/actor.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import type { LogRecord } from '../../base/record.ts';
import { AUDIT_FIELDS, AUDIT_INDEX } from '../../spec/audit.ts';
import { LIMITS } from '../../spec/limits.ts';
import { recordAudit, recordAuditFor } from './record-audit.ts';
import { forgetShippedAudit, hasAuditToShip, shipAudit, type ShipNeeds } from './ship-audit.ts';

const key = { name: 'k', scope: 'read-only' } as const;

/** An ingest queue that can refuse an organization. */
function queueOf(access: AccessUnderTest) {
  const taken: LogRecord[] = [];
  const refusing = new Set<OrganizationId>();
  const needs: ShipNeeds = {
    metadata: access.metadata,
    clock: access.clock,
    log: silentLog,
    append: async (organization, records) => {
      if (refusing.has(organization)) throw new Error('the queue is full');
      assert.ok(records.every((record) => record.organization === organization));
      taken.push(...records);
    },
  };
  return { needs, taken, refusing };
}

function attributesOf(record: LogRecord | undefined): Map<string, string> {
  return new Map(record?.attributes ?? []);
}

onBothStores(
  'an entry reaches the index of its organization with all eight fields',
  async (_, access) => {
    const { id, owner } = await access.newOrganization();
    const { needs, taken } = queueOf(access);
    const { id: keyId } = await createApiKey(access.needs, owner.actor, key);

    assert.equal(await hasAuditToShip(needs), true);
    assert.equal(await shipAudit(needs), 1);
    assert.equal(await hasAuditToShip(needs), false);
    assert.equal(await shipAudit(needs), 0, 'once');

    const [record] = taken;
    assert.deepEqual(
      [record?.organization, record?.index, record?.retentionDays, record?.level],
      [id, AUDIT_INDEX, LIMITS.audit.retentionDays, 'info'],
    );
    const attributes = attributesOf(record);
    assert.deepEqual(
      AUDIT_FIELDS.map((field) => attributes.get(field)),
      [
        new Date(access.clock.now()).toISOString(),
        owner.email,
        'api_key.created',
        keyId,
        'api_key',
        '192.0.2.1',
        'test/1.0',
        JSON.stringify({ name: 'k', scope: 'read-only', environment: 'live' }),
      ],
    );
    assert.equal(attributes.get('details.scope'), 'read-only');
  },
);

test('what the platform does by itself is told with the job that did it', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization();
  const { needs, taken } = queueOf(access);
  const event = { action: 'log.deleted', resource: 'del_1' } as const;

  await access.metadata.transaction((unit) =>
    recordAudit(unit, systemActor(id, 'alerts'), event, access.clock.now()),
  );
  await shipAudit(needs);

  assert.equal((await access.auditOf(id))[0]?.actor, 'system:alerts');
  assert.equal(attributesOf(taken[0]).get('actor'), 'system:alerts');
});

test('an entry is marked only after the queue has it, so a crash in between loses none', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const { needs, taken, refusing } = queueOf(access);
  await createApiKey(access.needs, owner.actor, key);
  refusing.add(id);

  assert.equal(await shipAudit(needs), 0);
  assert.equal((await access.auditOf(id))[0]?.delivered_at, null);
  refusing.clear();
  const crashing: ShipNeeds = {
    ...needs,
    append: async (organization, records) => {
      await needs.append(organization, records);
      throw new Error('killed before the mark');
    },
  };
  assert.equal(await shipAudit(crashing), 0);
  assert.equal(await shipAudit(needs), 1);

  assert.equal(taken.length, 2, 'twice rather than never');
  assert.equal(taken[0]?.id, taken[1]?.id, 'under one id');
});

test('an organization whose queue is full does not hold up the others', async (t) => {
  const access = await openAccess(t);
  const first = await access.newOrganization();
  const second = await access.newOrganization();
  const { needs, taken, refusing } = queueOf(access);
  refusing.add(first.id);
  await createApiKey(access.needs, first.owner.actor, key);
  access.clock.advance(1);
  await createApiKey(access.needs, second.owner.actor, key);

  assert.equal(await shipAudit(needs), 1);
  assert.deepEqual(
    taken.map(({ organization }) => organization),
    [second.id],
  );
  refusing.clear();
  assert.equal(await shipAudit(needs), 1);
});

test('many entries leave in several goes, and a stop is heeded', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const { needs, taken } = queueOf(access);
  const count = 2_500;
  await access.metadata.transaction(async (unit) => {
    for (let at = 0; at < count; at++) {
      const event = { action: 'log.exported', resource: `run-${at}` } as const;
      await recordAudit(unit, owner.actor, event, at);
    }
  });

  const stopped = AbortSignal.abort();
  assert.equal(await shipAudit(needs, stopped), 0);
  assert.equal(await shipAudit(needs), count);

  assert.equal(new Set(taken.map((record) => record.id)).size, count);
  assert.equal((await access.auditOf(id)).filter((row) => row.delivered_at === null).length, 0);
});

test('delivered entries leave the store after a day, waiting ones never', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const { needs } = queueOf(access);
  await createApiKey(access.needs, owner.actor, key);
  await shipAudit(needs);
  await createApiKey(access.needs, owner.actor, key);

  access.clock.advance(86_400_000);
  await forgetShippedAudit(needs);
  assert.equal((await access.auditOf(id)).length, 2);
  access.clock.advance(1);
  await forgetShippedAudit(needs);

  assert.deepEqual(
    (await access.auditOf(id)).map((row) => row.delivered_at),
    [null],
  );
});

test('what a client says about itself is cut and cannot break an entry', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization();
  await recordOne(access, id, 'a\u0000b'.repeat(1_000));

  const [row] = await access.auditOf(id);

  assert.equal(row?.user_agent.length, 512);
  assert.doesNotMatch(row?.user_agent ?? '', /\0/);
});

async function recordOne(
  access: AccessUnderTest,
  organization: OrganizationId,
  userAgent: string,
): Promise<void> {
  await access.metadata.transaction((unit) =>
    recordAuditFor(
      unit,
      { organization, actorName: 'ada@example.com', ipAddress: '192.0.2.1', userAgent },
      { action: 'user.login_failed', resource: 'usr_1' },
      access.clock.now(),
    ),
  );
}
