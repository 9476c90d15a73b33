import type { Readable } from 'node:stream';
import { notFound } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { type KeptAuditNeeds, readKeptAudit } from '../../audit/index.ts';
import { wasDeleted } from './operator-entries-table.ts';
import { type OperatorSubject, recordOperatorEntry } from './operator-entries.ts';

export interface DeletedAuditNeeds extends KeptAuditNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
}

/** The audit log of a deleted organization. That of one that exists is its own. */
export async function exportDeletedAudit(
  needs: DeletedAuditNeeds,
  subject: OperatorSubject,
  id: string,
  signal: AbortSignal,
): Promise<Readable> {
  const organization = organizationId(id);
  if (!(await wasDeleted(needs.metadata, organization))) throw notFound('deleted organization');
  const file = await readKeptAudit(needs, organization, signal);
  await needs.metadata.transaction((unit) => {
    const event = { action: 'organization.audit_exported', resource: organization } as const;
    return recordOperatorEntry(unit, subject, event, needs.clock.now());
  });
  return file;
}
