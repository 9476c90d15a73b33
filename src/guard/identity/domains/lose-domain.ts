import { systemActor } from '../../../base/actor.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { DomainRow } from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { readMemberAddresses } from '../../access/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { DomainNeeds } from '../identity-needs.ts';
import { updateDomain } from './domains-table.ts';
import { recordOf } from './show-domain.ts';

/** The domain proves nothing from now on. People who signed in before still can. */
export async function loseDomain(
  needs: DomainNeeds,
  unit: Unit,
  row: DomainRow,
  reason: string,
): Promise<DomainRow> {
  const { id, domain, checked_at, problem } = row;
  const organization = organizationId(row.organization_id);
  const lost = {
    state: 'pending',
    proved_at: null,
    vouched_by: null,
    missing_since: null,
  } as const;
  await updateDomain(unit, organization, id, { ...lost, checked_at, problem });
  const event = { action: 'domain.lost', resource: id, details: { domain, reason } } as const;
  await recordAudit(unit, systemActor(organization, 'domain-checks'), event, needs.clock.now());
  await mailOwners(needs, unit, row, 'lost');
  return { ...row, ...lost };
}

/** Before new people can no longer sign in, and once they can't. */
export async function mailOwners(
  { access }: DomainNeeds,
  unit: Unit,
  row: DomainRow,
  what: 'missing' | 'lost',
): Promise<void> {
  const { name, value } = recordOf(row);
  const days = LIMITS.identity.domainGraceMs / DAY_MS;
  const text = [
    what === 'missing'
      ? `The TXT record for the domain ${row.domain} is missing. After ${days} days without it, your identity provider can't add people with an address of this domain. Members can still sign in.`
      : `The domain ${row.domain} is no longer verified. Your identity provider can't add people with an address of this domain. Members can still sign in.`,
    `Publish this record, then check the domain:\n\n${name} TXT "${value}"`,
    new URL('/settings/sign-in', access.publicOrigin()).href,
  ].join('\n\n');
  const subject =
    what === 'missing' ? `DNS record missing: ${row.domain}` : `Domain not verified: ${row.domain}`;
  for (const { role, email } of await readMemberAddresses(
    unit,
    organizationId(row.organization_id),
  )) {
    if (role === 'owner') await access.enqueueMail(unit, { to: email, subject, text: `${text}\n` });
  }
}
