import { systemActor } from '../../../base/actor.ts';
import { organizationId } from '../../../base/ids.ts';
import { isUniqueViolation } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { auditSubject } from '../../audit/index.ts';
import type { DomainNeeds } from '../identity-needs.ts';
import { readUnchecked } from './domains-table.ts';
import { lookUp } from './look-up.ts';
import { settleCheck } from './settle-check.ts';

const READ_AT_ONCE_MAX = 100;

/** Checks the records of proved domains, each once a day. Run by the scheduler, on one node at a time. */
export async function checkDomains(needs: DomainNeeds, signal: AbortSignal): Promise<void> {
  const since = needs.clock.now() - LIMITS.identity.domainCheckEveryMs;
  const rows = await readUnchecked(needs.metadata, since, READ_AT_ONCE_MAX);
  for (const row of rows) {
    if (signal.aborted) return;
    const subject = auditSubject(systemActor(organizationId(row.organization_id), 'domain-checks'));
    const problem = await lookUp(needs.dns, row);
    try {
      await settleCheck(needs, subject, row, problem);
    } catch (error) {
      // Lost and proved by another organization between the two looks.
      if (!isUniqueViolation(error, 'domains_proved')) throw error;
      needs.log.warn({ domain: row.id }, 'domain verified by another organization meanwhile');
    }
  }
}
