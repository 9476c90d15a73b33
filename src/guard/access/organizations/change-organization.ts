import type { Actor } from '../../../base/actor.ts';
import { invalid } from '../../../base/errors.ts';
import { requireTimeZone } from '../../../base/time-zone.ts';
import type { Organization, OrganizationChange } from '../../../contract/organizations.ts';
import type { OrganizationRow } from '../../../engines/metadata/tables/access.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { recordAudit } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { isAllowedAddress, readNetwork, readNetworks } from './networks.ts';
import { closedProviders, openProviders } from './open-providers.ts';
import { readOrganization, showOrganization, updateOrganization } from './organizations-table.ts';

export async function changeOrganization(
  needs: AccessNeeds,
  actor: Actor,
  change: OrganizationChange,
): Promise<Organization> {
  const now = needs.clock.now();
  const columns = columnsOf(actor, change);
  return changeAccess(needs, actor.organization, async (unit) => {
    await unit.lockRow('organizations', { id: actor.organization });
    const before = await readOrganization(unit, actor.organization);
    if (change.oauthProviders !== undefined) {
      const open = { ...openProviders(before), ...change.oauthProviders };
      columns.closed_providers = closedProviders(open);
    }
    const was = showOrganization(before);
    const after = showOrganization({ ...before, ...columns, updated_at: now });
    await updateOrganization(unit, actor.organization, { ...columns, updated_at: now });
    const event = {
      action: 'organization.settings_updated',
      resource: actor.organization,
      details: valuesOf(was, after, Object.keys(change)),
      change: { before: was, after },
    } as const;
    await recordAudit(unit, actor, event, now);
    return after;
  });
}

/** The changed fields with their values before and after. */
function valuesOf(before: Organization, after: Organization, fields: readonly string[]) {
  const pick = (organization: Organization): object =>
    Object.fromEntries(Object.entries(organization).filter(([name]) => fields.includes(name)));
  return { from: pick(before), to: pick(after) };
}

function columnsOf(actor: Actor, change: OrganizationChange): Partial<OrganizationRow> {
  const columns: Partial<OrganizationRow> = {};
  if (change.name !== undefined) columns.name = change.name.trim();
  if (change.timezone !== undefined) {
    columns.timezone = requireTimeZone('timezone', change.timezone);
  }
  if (change.retentionDays !== undefined) columns.retention_days = change.retentionDays;
  if (change.isAuditOpen !== undefined) columns.audit_open = change.isAuditOpen ? 1 : 0;
  if (change.agents !== undefined) columns.agents = change.agents;
  if (change.mask !== undefined) columns.agents_masked = change.mask ? 1 : 0;
  if (change.allowedNetworks !== undefined) {
    columns.allowed_networks = JSON.stringify(requireNetworks(actor, change.allowedNetworks));
  }
  return columns;
}

/** CIDR networks. The caller's address must be included, otherwise the change could not be undone. */
function requireNetworks(actor: Actor, networks: readonly string[]): readonly string[] {
  for (const [position, network] of networks.entries()) {
    if (readNetwork(network) !== undefined) continue;
    throw invalid(
      `allowedNetworks.${position}`,
      'Invalid address or network. Use a value such as 10.0.0.0/8.',
    );
  }
  if (!isAllowedAddress(readNetworks(networks), actor.ipAddress)) {
    const message = `The list excludes your own address, ${actor.ipAddress}.`;
    throw invalid('allowedNetworks', message);
  }
  return [...new Set(networks)];
}
