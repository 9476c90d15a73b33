import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { AlertMember } from '../../../contract/alert-members.ts';
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import type { Rule } from '../rule.ts';
import { listMembers, removeMember } from '../tables/alert-members-table.ts';
import { findRuleRow, ruleOf, updateRule } from '../tables/alert-rules-table.ts';
import { lockRule } from './manage-alert-rules.ts';
import type { RuleNeeds } from './rule-needs.ts';
import { keepRun } from '../tables/alert-rule-runs-table.ts';

export async function listAlertMembers(
  { metadata }: RuleNeeds,
  { organization }: Actor,
  id: string,
  page: Page,
): Promise<{ data: AlertMember[]; nextCursor: string | null }> {
  const row = await findRuleRow(metadata, organization, id);
  if (row === undefined) throw notFound('alert rule');
  const rule = ruleOf(row);
  const members = await listMembers(metadata, organization, id, page);
  const cursorOf = (member: AlertMemberRow) => ({ at: 0, id: member.group_hash });
  return pageAnswer(members, page.limit, cursorOf, (member) => showMember(rule, member));
}

/** Its incident ends. When it sends again it is learnt again. */
export async function forgetAlertMember(
  needs: RuleNeeds,
  actor: Actor,
  id: string,
  hash: string,
): Promise<void> {
  const { organization } = actor;
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await lockRule(unit, organization, id);
    const member = await removeMember(unit, organization, id, hash);
    if (member === undefined) throw notFound('member');
    if (member.is_expected === 1) {
      throw new AppError(
        'CONFLICT',
        'The rule lists this source in `expected`. Remove it from that list instead.',
      );
    }
    // A tick that is under way still knows the member: of another version its result is dropped.
    const version = row.version + 1;
    await updateRule(unit, organization, id, { version, updated_at: now });
    await keepRun(unit, organization, { id, version });
    await needs.resetGroup(unit, ruleOf(row), hash, 'member_forgotten');
    const details = { rule: row.name, group: JSON.parse(member.group_key) as unknown };
    const event = { action: 'alert_member.forgotten', resource: `${id}:${hash}`, details } as const;
    await recordAudit(unit, actor, event, now);
  });
}

function showMember({ settings: { condition } }: Rule, row: AlertMemberRow): AlertMember {
  const minSeen = condition.kind === 'absence' ? condition.minSeen : 1;
  const expected = row.is_expected === 1;
  return {
    key: row.group_hash,
    group: (JSON.parse(row.group_key) ?? {}) as Record<string, string>,
    known: expected || row.windows_seen >= minSeen,
    expected,
    windowsSeen: row.windows_seen,
    firstSeenAt: row.first_seen_at === null ? null : isoTime(row.first_seen_at),
    lastSeenAt: row.last_seen_at === null ? null : isoTime(row.last_seen_at),
  };
}
