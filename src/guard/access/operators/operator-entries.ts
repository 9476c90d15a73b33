import { isoTime } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { newId } from '../../../base/ids.ts';
import { plainText } from '../../../base/plain-text.ts';
import type { OperatorEntry } from '../../../contract/operator.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { OperatorEntryRow } from '../../../engines/metadata/tables/access.ts';
import type { OperatorAction } from '../../../spec/audit.ts';
import { insertOperatorEntry, readOperatorEntries } from './operator-entries-table.ts';

/** Who did it, as the entry names them. */
export interface OperatorSubject {
  readonly email: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

export interface OperatorEvent {
  readonly action: OperatorAction;
  readonly resource: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Recorded in the transaction of the change. Belongs to the installation and outlives organizations. */
export async function recordOperatorEntry(
  unit: Unit,
  subject: OperatorSubject,
  { action, resource, details = {} }: OperatorEvent,
  now: number,
): Promise<void> {
  await insertOperatorEntry(unit, {
    id: newId('operatorEntry'),
    created_at: now,
    actor: plainText(subject.email),
    action,
    resource,
    ip_address: plainText(subject.ipAddress),
    user_agent: plainText(subject.userAgent),
    details: JSON.stringify(details),
  });
}

/** Newest first. */
export async function listOperatorEntries(
  { metadata }: { readonly metadata: Pick<Metadata, 'db'> },
  page: Page,
): Promise<{ data: OperatorEntry[]; nextCursor: string | null }> {
  const rows = await readOperatorEntries(metadata, page);
  const cursorOf = (row: OperatorEntryRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, showEntry);
}

function showEntry(row: OperatorEntryRow): OperatorEntry {
  return {
    id: row.id,
    timestamp: isoTime(row.created_at),
    actor: row.actor,
    action: row.action,
    resource: row.resource,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
