import { BlockList } from 'node:net';
import { readAddress } from '../../../base/addresses.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { PlanTerms } from '../../limits/index.ts';
import type { AgentMode } from '../../../spec/agents.ts';
import type { OAuthProvider } from '../../../spec/sign-in.ts';
import type { AccessCache } from '../access-cache.ts';
import { openProviders } from './open-providers.ts';
import { findOrganizationFacts } from './organizations-table.ts';

/** What requests need to know of an organization, time and again. */
export interface OrganizationFacts {
  readonly id: OrganizationId;
  readonly name: string;
  readonly terms: PlanTerms;
  readonly timezone: string;
  readonly retentionDays: number;
  /** Ways to sign in, beside the password, that may be used here. */
  readonly oauthProviders: Readonly<Record<OAuthProvider, boolean>>;
  /** Every member reads the audit log, not only Owners and Admins. */
  readonly isAuditOpen: boolean;
  /** What agents may do here. */
  readonly agents: AgentMode;
  /** Secrets are masked in what agents read. */
  readonly isAgentMasked: boolean;
  /** Undefined when every address is welcome. */
  readonly allowedNetworks: Networks | undefined;
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
    const row = await findOrganizationFacts(needs.metadata, organization);
    if (row === undefined) return undefined;
    const value: OrganizationFacts = {
      id: organization,
      name: row.name,
      terms: row,
      timezone: row.timezone,
      retentionDays: row.retention_days,
      oauthProviders: openProviders(row),
      isAuditOpen: row.audit_open === 1,
      agents: row.agents,
      isAgentMasked: row.agents_masked === 1,
      allowedNetworks: readNetworks(JSON.parse(row.allowed_networks) as string[]),
    };
    return { subject: organization, value };
  });
}

/** One list per family: a network of one never holds an address of the other. */
export interface Networks {
  readonly ipv4: BlockList;
  readonly ipv6: BlockList;
}

/** Networks as `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined for an empty list. */
export function readNetworks(networks: readonly string[]): Networks | undefined {
  if (networks.length === 0) return undefined;
  const lists: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of networks) {
    const network = readNetwork(text);
    if (network === undefined) continue;
    lists[network.family].addSubnet(network.address, network.bits, network.family);
  }
  return lists;
}

interface Network {
  readonly family: 'ipv4' | 'ipv6';
  readonly address: string;
  readonly bits: number;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Undefined when the text is neither an address nor a network. */
export function readNetwork(text: string): Network | undefined {
  const [written = '', bitsText, ...rest] = text.split('/');
  const address = readAddress(written);
  if (address === undefined || rest.length > 0 || written.includes('%')) return undefined;
  // The bits of an IPv4 network that is written as IPv6 count from the front of the IPv6 address.
  const shift = address.family === 'ipv4' && written.includes(':') ? BITS.ipv6 - BITS.ipv4 : 0;
  if (bitsText !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bitsText)) return undefined;
  const bits = bitsText === undefined ? BITS[address.family] : Number(bitsText) - shift;
  if (bits < 0 || bits > BITS[address.family]) return undefined;
  return { family: address.family, address: address.text, bits };
}

/** What cannot be read as an address is on no list. */
export function isAllowedAddress(networks: Networks | undefined, text: string): boolean {
  if (networks === undefined) return true;
  const address = readAddress(text);
  return address !== undefined && networks[address.family].check(address.text, address.family);
}
