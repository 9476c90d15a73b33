import type { Dns } from '../../../engines/dns/dns.ts';
import type { DomainRow } from '../../../engines/metadata/tables/identity.ts';
import type { DomainProblem } from '../../../spec/identity.ts';
import { recordOf } from './show-domain.ts';

/** Undefined when the record is there. */
export async function lookUp(
  dns: Dns,
  row: Pick<DomainRow, 'domain' | 'token'>,
): Promise<DomainProblem | undefined> {
  const { name, value } = recordOf(row);
  const answer = await dns.readTxt(name);
  switch (answer.kind) {
    case 'found':
      return answer.records.some((record) => record.trim() === value) ? undefined : 'record_wrong';
    case 'none':
      return 'record_missing';
    case 'failed':
      return 'dns_failed';
  }
}
