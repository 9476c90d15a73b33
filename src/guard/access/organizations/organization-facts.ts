import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { PlanTerms } from '../../limits/index.ts';
import type { AgentMode } from '../../../spec/agents.ts';
import type { FactorRule } from '../../../spec/second-factor.ts';
import type { OAuthProvider } from '../../../spec/sign-in.ts';
import type { AccessCache } from '../access-cache.ts';
import { type RequiredSignIn, readRequiredSignIn } from '../required-sign-in/required-sign-in.ts';
import { type Networks, readNetworks } from './networks.ts';
import { openProviders } from './open-providers.ts';
import { findOrganizationFacts } from './organizations-table.ts';

/** What requests need to know of an organization, time and again. */
export interface OrganizationFacts {
  readonly id: OrganizationId;
  readonly name: string;
  readonly terms: PlanTerms;
  readonly timezone: string;
  readonly retentionDays: number;
  /** Enabled sign-in methods other than the password. */
  readonly oauthProviders: Readonly<Record<OAuthProvider, boolean>>;
  /** Every member reads the audit log, not only Owners and Admins. */
  readonly isAuditOpen: boolean;
  /** What agents may do here. */
  readonly agents: AgentMode;
  /** Secrets are masked in what agents read. */
  readonly isAgentMasked: boolean;
  /** Undefined when every address is welcome. */
  readonly allowedNetworks: Networks | undefined;
  /** Undefined when people may sign in as they like. */
  readonly requiredSignIn: RequiredSignIn | undefined;
  /** Who needs a second factor here. */
  readonly secondFactor: FactorRule;
}

interface FactsNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
}

/** Synchronous if cached. Undefined if the organization doesn't exist. */
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
      secondFactor: row.second_factor,
      requiredSignIn: await readRequiredSignIn(needs.metadata, organization),
      allowedNetworks: readNetworks(JSON.parse(row.allowed_networks) as string[]),
    };
    return { subject: organization, value };
  });
}
