import { isIP } from 'node:net';
import type { Actor } from '../../../base/actor.ts';
import { invalid } from '../../../base/errors.ts';
import type { Organization, OrganizationChange } from '../../../contract/organizations.ts';
import type { OrganizationRow } from '../../../engines/metadata/tables.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeAccess } from '../change-access.ts';
import { isAllowedAddress, readNetworks } from './organization-facts.ts';
import { readOrganization, showOrganization } from './organizations-table.ts';

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
    await unit.db
      .updateTable('organizations')
      .set({ ...columns, updated_at: now })
      .where('id', '=', actor.organization)
      .execute();
    const event = {
      action: 'organization.settings_updated',
      resource: actor.organization,
      details: { changed: Object.keys(change), name: before.name },
    } as const;
    await recordAudit(unit, actor, event, now);
    return showOrganization({ ...before, ...columns, updated_at: now });
  });
}

function columnsOf(actor: Actor, change: OrganizationChange): Partial<OrganizationRow> {
  const columns: Partial<OrganizationRow> = {};
  if (change.name !== undefined) columns.name = change.name.trim();
  if (change.timezone !== undefined) columns.timezone = requireTimezone(change.timezone);
  if (change.retentionDays !== undefined) columns.retention_days = change.retentionDays;
  const { google, github } = change.oauthProviders ?? {};
  if (google !== undefined) columns.oauth_google = google ? 1 : 0;
  if (github !== undefined) columns.oauth_github = github ? 1 : 0;
  if (change.allowedNetworks !== undefined) {
    columns.allowed_networks = JSON.stringify(requireNetworks(actor, change.allowedNetworks));
  }
  return columns;
}

function requireTimezone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    throw invalid('timezone', 'This is not a time zone of the IANA database, e.g. Europe/Berlin.');
  }
}

/** Networks in CIDR form; whoever sets the list must be on it, or they could not undo it. */
function requireNetworks(actor: Actor, networks: readonly string[]): readonly string[] {
  for (const [position, network] of networks.entries()) {
    if (isNetwork(network)) continue;
    throw invalid(
      `allowedNetworks.${position}`,
      'This is not an address or a network like 10.0.0.0/8.',
    );
  }
  if (!isAllowedAddress(readNetworks(networks), actor.ipAddress)) {
    const message = `The list leaves out ${actor.ipAddress}, the address you call from.`;
    throw invalid('allowedNetworks', message);
  }
  return networks;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
  );
}
