import { BlockList, isIP } from 'node:net';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { PlanName } from '../../../spec/plans.ts';
import type { AccessCache } from '../access-cache.ts';

/** What requests need to know of an organization, time and again. */
export interface OrganizationFacts {
  readonly id: OrganizationId;
  readonly name: string;
  readonly plan: PlanName;
  readonly timezone: string;
  readonly retentionDays: number;
  /** Ways to sign in, beside the password, that may be used here. */
  readonly oauthProviders: { readonly google: boolean; readonly github: boolean };
  /** Undefined when every address is welcome. */
  readonly allowedNetworks: BlockList | undefined;
}

interface FactsNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
}

/** At once when it is known already. Undefined when there is no such organization. */
export function organizationFacts(
  needs: FactsNeeds,
  organization: OrganizationId,
): OrganizationFacts | undefined | Promise<OrganizationFacts | undefined> {
  return needs.cache.get(`organization:${organization}`, async () => {
    const row = await needs.metadata.db
      .selectFrom('organizations')
      .select(['name', 'plan', 'timezone', 'retention_days', 'allowed_networks'])
      .select(['oauth_google', 'oauth_github'])
      .where('id', '=', organization)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const value: OrganizationFacts = {
      id: organization,
      name: row.name,
      plan: row.plan,
      timezone: row.timezone,
      retentionDays: row.retention_days,
      oauthProviders: { google: row.oauth_google === 1, github: row.oauth_github === 1 },
      allowedNetworks: readNetworks(JSON.parse(row.allowed_networks) as string[]),
    };
    return { subject: organization, value };
  });
}

/** Networks as `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined for an empty list. */
export function readNetworks(networks: readonly string[]): BlockList | undefined {
  if (networks.length === 0) return undefined;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An IPv4 address that came in over an IPv6 socket is still the IPv4 address. */
export function isAllowedAddress(networks: BlockList | undefined, address: string): boolean {
  if (networks === undefined) return true;
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
  return networks.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
