import { isoTime } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { organizationId } from '../../../base/ids.ts';
import type { OrganizationTerms, RunOrganization } from '../../../contract/operator.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { OrganizationRow } from '../../../engines/metadata/tables/access.ts';
import { planFor, readCreditUsage, readIngestUsage } from '../../limits/index.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { type ManagedChange, recordAuditFor } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { countMembers, readOwnerEmails } from '../members/members-table.ts';
import {
  readAllOrganizations,
  readOrganization,
  updateOrganization,
} from '../organizations/organizations-table.ts';
import {
  type OperatorEvent,
  type OperatorSubject,
  recordOperatorEntry,
} from './operator-entries.ts';

/** Every organization of the installation with what it uses, newest first. */
export async function listAllOrganizations(
  needs: AccessNeeds,
  page: Page,
): Promise<{ data: RunOrganization[]; nextCursor: string | null }> {
  const rows = await readAllOrganizations(needs.metadata, page);
  const cursorOf = (row: OrganizationRow) => ({ at: row.created_at, id: row.id });
  const { data, nextCursor } = pageAnswer(rows, page.limit, cursorOf, (row) => row);
  const shown: RunOrganization[] = [];
  // One after the other: the page of an operator must not crowd out everybody's requests.
  for (const row of data) shown.push(await showWithUsage(needs, row));
  return { data: shown, nextCursor };
}

/** Changes the plan and custom limits of an organization. Only given fields change. */
export async function changeTerms(
  needs: AccessNeeds,
  by: OperatorSubject,
  id: string,
  change: OrganizationTerms,
): Promise<RunOrganization> {
  const now = needs.clock.now();
  const organization = organizationId(id);
  const after = await changeAccess(needs, organization, async (unit) => {
    await unit.lockRow('organizations', { id });
    const before = await readOrganization(unit, organization);
    const changed = { ...before, ...columnsOf(change) };
    await updateOrganization(unit, organization, { ...columnsOf(change), updated_at: now });
    for (const event of eventsOf(before, changed)) await record(unit, by, event, now);
    return changed;
  });
  return showWithUsage(needs, after);
}

function columnsOf({ plan, limits }: OrganizationTerms): Partial<OrganizationRow> {
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(limits?.dailyBytes === undefined ? {} : { custom_daily_bytes: limits.dailyBytes }),
    ...(limits?.monthlyCredits === undefined
      ? {}
      : { custom_monthly_credits: limits.monthlyCredits }),
  };
}

/** What the audit log of an organization knows, too. */
interface TermsEvent extends OperatorEvent {
  readonly action: 'organization.plan_changed' | 'organization.limits_changed';
  readonly change: ManagedChange;
}

function eventsOf(before: OrganizationRow, after: OrganizationRow): TermsEvent[] {
  const events: TermsEvent[] = [];
  const resource = before.id;
  if (before.plan !== after.plan) {
    const details = { from: before.plan, to: after.plan };
    const change = { before: { plan: before.plan }, after: { plan: after.plan } };
    events.push({ action: 'organization.plan_changed', resource, details, change });
  }
  const [from, to] = [limitsOf(before), limitsOf(after)];
  if (from.dailyBytes !== to.dailyBytes || from.monthlyCredits !== to.monthlyCredits) {
    const change = { before: from, after: to };
    events.push({ action: 'organization.limits_changed', resource, details: { from, to }, change });
  }
  return events;
}

function limitsOf(row: OrganizationRow) {
  return { dailyBytes: row.custom_daily_bytes, monthlyCredits: row.custom_monthly_credits };
}

/** The organization learns of it in its own audit log; the operators have theirs. */
async function record(
  unit: Unit,
  by: OperatorSubject,
  event: TermsEvent,
  now: number,
): Promise<void> {
  await recordOperatorEntry(unit, by, event, now);
  const { email: actorName, ipAddress, userAgent } = by;
  const organization = organizationId(event.resource);
  const entry = { ...event, details: { ...event.details, by: 'operator' } };
  await recordAuditFor(unit, { organization, actorName, ipAddress, userAgent }, entry, now);
}

async function showWithUsage(needs: AccessNeeds, row: OrganizationRow): Promise<RunOrganization> {
  const id = organizationId(row.id);
  const plan = planFor(needs.plans, row);
  const { today, quota } = await readIngestUsage(needs, id, plan);
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    limits: limitsOf(row),
    owners: await readOwnerEmails(needs.metadata, id),
    members: await countMembers(needs.metadata, id),
    createdAt: isoTime(row.created_at),
    usage: { today, quota, credits: await readCreditUsage(needs, id, plan) },
  };
}
