import { organizationId } from '../../../base/ids.ts';
import type { DomainRow } from '../../../engines/metadata/tables/identity.ts';
import type { DomainProblem } from '../../../spec/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type AuditSubject, recordAuditFor } from '../../audit/index.ts';
import type { DomainNeeds } from '../identity-needs.ts';
import { findDomain, updateDomain } from './domains-table.ts';
import { loseDomain, mailOwners } from './lose-domain.ts';

/**
 * Stores the result of a check. An existing record proves the domain; a record missing for a while loses it. A name
 * server that does not respond changes neither. Undefined if the domain was deleted; no change if an operator vouches
 * for it by now.
 */
export async function settleCheck(
  needs: DomainNeeds,
  subject: AuditSubject,
  checked: DomainRow,
  problem: DomainProblem | undefined,
): Promise<DomainRow | undefined> {
  const now = needs.clock.now();
  const { id } = checked;
  const organization = organizationId(checked.organization_id);
  return needs.metadata.transaction(async (unit) => {
    await unit.lockRow('domains', { id, organization_id: organization });
    const row = await findDomain(unit, organization, id);
    if (row === undefined) return undefined;
    if (row.vouched_by !== null) return row;
    const isMissing = problem !== undefined && problem !== 'dns_failed';
    const noted = { checked_at: now, problem: problem ?? null };
    if (problem === undefined) {
      const proved = { state: 'proved', proved_at: row.proved_at ?? now } as const;
      const set = { ...noted, ...proved, missing_since: null };
      await updateDomain(unit, organization, id, set);
      if (row.state === 'pending') {
        const details = { domain: row.domain, by: 'dns' };
        const event = { action: 'domain.verified', resource: id, details } as const;
        await recordAuditFor(unit, subject, event, now);
      }
      return { ...row, ...set };
    }
    if (row.state === 'pending' || !isMissing) {
      await updateDomain(unit, organization, id, noted);
      return { ...row, ...noted };
    }
    const since = row.missing_since ?? now;
    if (now - since >= LIMITS.identity.domainGraceMs) {
      return loseDomain(needs, unit, { ...row, ...noted }, 'its TXT record is missing');
    }
    if (row.missing_since === null) await mailOwners(needs, unit, row, 'missing');
    await updateDomain(unit, organization, id, { ...noted, missing_since: since });
    return { ...row, ...noted, missing_since: since };
  });
}
