import assert from 'node:assert/strict';
import type { AlertMember } from '../../../contract/alert-members.ts';
import type { AlertRule } from '../../../contract/alert-rules.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { RULES, startAlertRules } from '../../../../test/support/alerts/start-alert-rules.ts';
import { groupHash } from '../conditions/groups.ts';

const HOSTS = {
  name: 'Host silent',
  condition: { kind: 'absence', scope: 'member', by: ['host'] },
  window: 600,
};

async function newMember(
  { metadata }: AccessUnderTest,
  organization: string,
  rule: string,
  host: string,
  facts: { windows?: number; expected?: boolean } = {},
): Promise<string> {
  const { windows = 3, expected = false } = facts;
  const hash = groupHash({ host });
  await metadata.db
    .insertInto('alert_members')
    .values({
      organization_id: organization,
      rule_id: rule,
      group_hash: hash,
      group_key: JSON.stringify({ host }),
      windows_seen: windows,
      is_expected: expected ? 1 : 0,
      first_seen_at: windows > 0 ? 1_000 : null,
      last_seen_at: windows > 0 ? 2_000 : null,
    })
    .execute();
  return hash;
}

onBothStores('members are listed page by page and forgotten one by one', async (t, access) => {
  const { call, create, resets } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const { id } = await create(owner, HOSTS);
  const at = `${RULES}/${id}/members`;
  const known = await newMember(access, organization, id, 'web-1');
  await newMember(access, organization, id, 'web-2', { windows: 2 });
  const expected = await newMember(access, organization, id, 'web-3', {
    windows: 0,
    expected: true,
  });

  const seen: AlertMember[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 5; page++) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await call(`GET ${at}?limit=1${after}`, { as: owner });
    seen.push(...(body.data as AlertMember[]));
    cursor = body['nextCursor'] as string | null;
  }
  const forgotten = await call(`DELETE ${at}/${known}`, { as: owner });
  const again = await call(`DELETE ${at}/${known}`, { as: owner });
  const named = await call(`DELETE ${at}/${expected}`, { as: owner });
  const left = await call(`GET ${at}`, { as: owner });
  const rule = await call(`GET ${RULES}/${id}`, { as: owner });

  const byHost = seen.toSorted((a, b) =>
    (a.group['host'] ?? '') < (b.group['host'] ?? '') ? -1 : 1,
  );
  assert.deepEqual(
    byHost.map((member) => [member.group['host'], member.known, member.expected]),
    [
      ['web-1', true, false],
      ['web-2', false, false],
      ['web-3', true, true],
    ],
  );
  assert.deepEqual(byHost[0], {
    key: known,
    group: { host: 'web-1' },
    known: true,
    expected: false,
    windowsSeen: 3,
    firstSeenAt: '1970-01-01T00:00:01.000Z',
    lastSeenAt: '1970-01-01T00:00:02.000Z',
  });
  assert.deepEqual(forgotten.body.data, { forgotten: true });
  assert.deepEqual([again.status, named.status], [404, 409]);
  assert.equal((left.body.data as AlertMember[]).length, 2);
  // A tick that is under way knows another version.
  assert.equal((rule.body.data as AlertRule).version, 2);
  assert.deepEqual(resets, [`Host silent ${known} member_forgotten`]);
  const told = (await access.auditOf(organization)).find(
    ({ action }) => action === 'alert_member.forgotten',
  );
  assert.deepEqual(JSON.parse(told?.details ?? 'null'), {
    rule: 'Host silent',
    group: { host: 'web-1' },
  });
});

onBothStores('nothing of rules is left of an organization that is gone', async (t, access) => {
  const { create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const { id: elsewhere, owner: other } = await access.newOrganization();
  for (const [place, person] of [
    [organization, owner],
    [elsewhere, other],
  ] as const) {
    const { id } = await create(person, HOSTS);
    await newMember(access, place, id, 'web-1');
    await access.metadata.db
      .insertInto('alert_silences')
      .values({
        id: `sil_${place}`,
        organization_id: place,
        name: 'n',
        version: 1,
        settings: '{}',
        starts_at: 0,
        ends_at: null,
        created_by: 'ada',
        created_at: 0,
        updated_at: 0,
      })
      .execute();
  }
  const tables = [
    'alert_rules',
    'alert_rule_runs',
    'alert_batches',
    'alert_members',
    'alert_silences',
  ] as const;
  const countOf = async (table: (typeof tables)[number], place: string) =>
    (
      await access.metadata.db
        .selectFrom(table)
        .select('organization_id')
        .where('organization_id', '=', place)
        .execute()
    ).length;

  for (const table of tables) assert.equal(await countOf(table, organization), 1, table);
  await access.metadata.db.deleteFrom('organizations').where('id', '=', organization).execute();

  for (const table of tables) {
    assert.deepEqual([await countOf(table, organization), await countOf(table, elsewhere)], [0, 1]);
  }
});
