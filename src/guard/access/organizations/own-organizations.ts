import { notFound } from '../../../base/errors.ts';
import type { UserId } from '../../../base/ids.ts';
import type { OwnOrganization } from '../../../contract/organizations.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { readOwnOrganizations } from './organizations-table.ts';

interface Session {
  readonly id: string;
  readonly user: UserId;
  readonly activeOrganization: string | undefined;
}

export async function listOwnOrganizations(
  needs: AccessNeeds,
  session: Session,
): Promise<OwnOrganization[]> {
  const rows = await readOwnOrganizations(needs.metadata, session.user);
  return rows.map((row) => ({ ...row, isActive: row.id === session.activeOrganization }));
}

/** From now on the session works there. */
export async function activateOrganization(
  needs: AccessNeeds,
  session: Session,
  organization: string,
): Promise<OwnOrganization> {
  const rows = await readOwnOrganizations(needs.metadata, session.user);
  const chosen = rows.find((row) => row.id === organization);
  if (chosen === undefined) throw notFound('organization');
  await needs.metadata.db
    .updateTable('sessions')
    .set({ active_organization_id: chosen.id })
    .where('id', '=', session.id)
    .where('user_id', '=', session.user)
    .execute();
  return { ...chosen, isActive: true };
}
