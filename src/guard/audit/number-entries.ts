import { createHash } from 'node:crypto';
import { isoTime } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { chainedText, type HashedEntry } from '../../contract/audit-chain.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import { lockChain, updateChain } from './audit-chains-table.ts';
import { placeEntries, readUnnumbered } from './audit-entries-table.ts';

/**
 * Gives the waiting entries of an organization their place in its chain. Concurrent calls on two nodes wait for each
 * other: no number is used twice, and none is skipped.
 */
export async function numberEntries(
  unit: Unit,
  organization: OrganizationId,
  now: number,
  max: number,
): Promise<number> {
  let { seq, hash } = await lockChain(unit, organization);
  const rows = await readUnnumbered(unit, organization, max);
  const placed = rows.map((row) => {
    const previous_hash = hash;
    seq += 1;
    hash = sha256(chainedText(previous_hash, { ...fieldsOf(row), seq }));
    return { id: row.id, seq, hash, previous_hash };
  });
  await placeEntries(unit, organization, placed);
  if (rows.length > 0) await updateChain(unit, organization, { seq, hash, numbered_at: now });
  return rows.length;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** For an entry with a place in the chain. */
export function hashedEntry(row: AuditRow): HashedEntry {
  return { ...fieldsOf(row), seq: row.seq ?? 0, hash: row.hash ?? '' };
}

/** The eight fields. */
export function fieldsOf(row: AuditRow) {
  const { actor, action, resource, resource_type, ip_address, user_agent } = row;
  const timestamp = isoTime(row.recorded_at);
  const details: unknown = JSON.parse(row.details);
  return { timestamp, actor, action, resource, resource_type, ip_address, user_agent, details };
}
