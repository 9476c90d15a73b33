import assert from 'node:assert/strict';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { measured, measuredGroup } from '../../../../test/support/alerts/example-rule.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import { deleteAlertRule } from './manage-alert-rules.ts';
import { forgetAlertMember } from './manage-members.ts';

onBothStores('what fires ends with its rule, is told, and is kept', async (_t, access) => {
  const ticking = await startTicking(access);
  ticking.answer(() => measured([measuredGroup('true')]));
  const { id } = await ticking.addRule();
  await ticking.tick();
  const before = await ticking.read();

  await deleteAlertRule(ticking.rules, ticking.actor, id);
  const after = await ticking.read();

  assert.deepEqual(
    before.incidents.map(({ status }) => status),
    ['firing'],
  );
  assert.deepEqual(
    after.incidents.map((incident) => [incident.rule_id, incident.resolved_reason]),
    [[id, 'rule_deleted']],
  );
  const left = [after.batches, after.runs, after.groups].map(({ length }) => length);
  assert.deepEqual(left, [0, 0, 0]);
  const incident = after.incidents[0]?.id;
  assert.deepEqual(after.messages, [`fired ${incident}`, `resolved ${incident}`]);
});

onBothStores(
  'the incident of a member that is forgotten ends, those of others do not',
  async (_t, access) => {
    const ticking = await startTicking(access);
    const groups = ['web-1', 'web-2'].map((host) => measuredGroup('true', host));
    const seen = groups.map(({ key, hash }) => ({
      key,
      hash,
      windowsSeen: 3,
      isExpected: false,
      firstSeenAt: 1_000,
      lastSeenAt: 2_000,
    }));
    const members = { seen, expired: [], isFull: false };
    ticking.answer(() => measured(groups, { members }));
    const { id } = await ticking.addRule({
      condition: { kind: 'absence', scope: 'member', by: ['host'] },
    });
    await ticking.tick();

    await forgetAlertMember(ticking.rules, ticking.actor, id, groups[0]?.hash ?? '');
    const { incidents, messages } = await ticking.read();

    const reasons = incidents.map((incident) => [incident.group_hash, incident.resolved_reason]);
    assert.deepEqual(
      new Map(reasons as [string, string | null][]),
      new Map([
        [groups[0]?.hash ?? '', 'member_forgotten'],
        [groups[1]?.hash ?? '', null],
      ]),
    );
    assert.equal(messages.filter((message) => message.startsWith('resolved')).length, 1);
  },
);
