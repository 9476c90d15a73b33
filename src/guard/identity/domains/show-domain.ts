import { isoTime } from '../../../base/clock.ts';
import type { Domain } from '../../../contract/domains.ts';
import type { DomainRow } from '../../../engines/metadata/tables/identity.ts';
import { DOMAIN_RECORD_LABEL, DOMAIN_RECORD_PREFIX } from '../../../spec/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';

export function showDomain(row: DomainRow): Domain {
  const { missing_since: missing } = row;
  return {
    id: row.id,
    domain: row.domain,
    state: row.state,
    record: recordOf(row),
    problem: row.problem,
    vouchedBy: row.vouched_by,
    provedAt: timeOrNull(row.proved_at),
    checkedAt: timeOrNull(row.checked_at),
    lostAt: timeOrNull(missing === null ? null : missing + LIMITS.identity.domainGraceMs),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
  };
}

export function recordOf({ domain, token }: Pick<DomainRow, 'domain' | 'token'>): Domain['record'] {
  return { name: `${DOMAIN_RECORD_LABEL}.${domain}`, value: `${DOMAIN_RECORD_PREFIX}${token}` };
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
