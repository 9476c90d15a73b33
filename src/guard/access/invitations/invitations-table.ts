import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Invitation } from '../../../contract/members.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { InvitationRow } from '../../../engines/metadata/tables/access.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first, one more than the page holds. */
export async function readInvitations(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<InvitationRow[]> {
  const query = db
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organization);
  return newestFirst(query, page).execute();
}

export async function readInvitation(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A pending invitation past its time has expired; nothing needs to write that down. */
export function invitationState(row: InvitationRow, now: number): Invitation['state'] {
  return row.state === 'pending' && row.expires_at <= now ? 'expired' : row.state;
}

export function showInvitation(row: InvitationRow, now: number): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    state: invitationState(row, now),
    invitedBy: row.invited_by,
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
  };
}
