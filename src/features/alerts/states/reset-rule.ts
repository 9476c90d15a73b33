import type { Clock } from '../../../base/clock.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ResolvedReason } from '../../../spec/alerts.ts';
import { readOpenIncidents } from '../tables/alert-incidents-table.ts';
import { endIncidents } from './settle-tick.ts';
import type { Rule } from '../rule.ts';
import { removeAllGroups, removeGroups } from '../tables/alert-groups-table.ts';
import { removeAllMembers, removeMembers } from '../tables/alert-members-table.ts';
import type { SettleNeeds, Told } from './settle-needs.ts';

type ResetNeeds = Pick<SettleNeeds, 'queueMessages'> & { readonly clock: Clock };

/**
 * Ends firing incidents, notifies their end, and clears the states of all groups and the members, since the rule
 * evaluates something else now, or nothing any more. A tick in progress finds another version and changes nothing.
 */
export async function resetRule(
  unit: Unit,
  needs: ResetNeeds,
  rule: Rule,
  reason: ResolvedReason,
): Promise<void> {
  await unit.lockRow('alert_rules', { id: rule.id });
  await endOpen(unit, needs, rule, reason);
  await removeAllGroups(unit, rule);
  await removeAllMembers(unit, rule);
}

/** The same for one group. */
export async function resetGroup(
  unit: Unit,
  needs: ResetNeeds,
  rule: Rule,
  { hash, reason }: { readonly hash: string; readonly reason: ResolvedReason },
): Promise<void> {
  await unit.lockRow('alert_rules', { id: rule.id });
  await endOpen(unit, needs, rule, reason, hash);
  await removeGroups(unit, rule, [hash]);
  await removeMembers(unit, rule, [hash]);
}

async function endOpen(
  unit: Unit,
  { queueMessages, clock }: ResetNeeds,
  rule: Rule,
  reason: ResolvedReason,
  group?: string,
): Promise<void> {
  const now = clock.now();
  const open = await readOpenIncidents(unit, rule, group);
  const ids = open.map(({ id }) => id);
  const ended = await endIncidents(unit, rule, ids, { reason, at: now });
  const told = ended.map((incident): Told => ({ incident, transition: { kind: 'resolved' } }));
  if (told.length > 0) await queueMessages(unit, rule, told, now);
}
