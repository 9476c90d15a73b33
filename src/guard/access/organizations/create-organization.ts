import { AppError } from '../../../base/errors.ts';
import { newId, organizationId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { Organization } from '../../../contract/organizations.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { PlanName } from '../../../spec/plans.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { insertMember } from '../members/members-table.ts';
import {
  insertOrganizationRow,
  readOrganization,
  showOrganization,
  takePlace,
} from './organizations-table.ts';

/** The creator becomes the first Owner. */
export async function createOrganization(
  needs: AccessNeeds,
  user: UserId,
  name: string,
): Promise<Organization> {
  const now = needs.clock.now();
  return needs.metadata.transaction(async (unit) => {
    const max = needs.limits.createdPerUserMax;
    const draft = { name: name.trim(), plan: needs.defaultPlan };
    const organization = await insertOrganization(unit, user, draft, now, max);
    return showOrganization(await readOrganization(unit, organization));
  });
}

/** In the transaction of the sign-up, so that nobody is without an organization. */
export async function createDefaultOrganization(
  unit: Unit,
  user: { readonly id: UserId; readonly name: string; readonly email: string },
  plan: PlanName,
  now: number,
): Promise<OrganizationId> {
  const draft = { name: defaultOrganizationName(user), plan };
  return insertOrganization(unit, user.id, draft, now, LIMITS.organizations.createdPerUserMax);
}

export function defaultOrganizationName(user: {
  readonly name: string;
  readonly email: string;
}): string {
  const ending = '’s organization';
  const person = user.name.replace(/\p{C}/gu, ' ').trim() || (user.email.split('@')[0] ?? 'My');
  const charactersMax = LIMITS.organizations.nameCharactersMax - ending.length;
  return Array.from(person).slice(0, charactersMax).join('') + ending;
}

async function insertOrganization(
  unit: Unit,
  user: UserId,
  { name, plan }: { readonly name: string; readonly plan: PlanName },
  now: number,
  createdMax: number,
): Promise<OrganizationId> {
  const id = organizationId(newId('organization'));
  await insertOrganizationRow(unit, {
    id,
    name,
    plan,
    timezone: 'UTC',
    retention_days: LIMITS.indexes.retentionDaysDefault,
    closed_providers: '[]',
    allowed_networks: '[]',
    audit_open: 0,
    agents: 'read',
    agents_masked: 1,
    second_factor: 'optional',
    custom_daily_bytes: null,
    custom_monthly_credits: null,
    created_by: user,
    created_at: now,
    updated_at: now,
  });
  await takeSlot(unit, user, id, createdMax);
  await insertMember(unit, { organization: id, user, role: 'owner' }, now);
  return id;
}

/** If several requests compete for a slot, the primary key lets one succeed; the others try the next slot. */
async function takeSlot(
  unit: Unit,
  user: UserId,
  organization: OrganizationId,
  createdMax: number,
): Promise<void> {
  for (let slot = 1; slot <= createdMax; slot++) {
    if (await takePlace(unit, user, slot, organization)) return;
  }
  const message = `You can create at most ${createdMax} organizations.`;
  throw new AppError('PLAN_LIMIT_REACHED', message, {
    fields: { limit: createdMax, resource: 'organizationsPerUser', plan: null },
  });
}
