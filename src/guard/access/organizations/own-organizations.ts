import { notFound } from '../../../base/errors.ts';
import type { OwnOrganization } from '../../../contract/organizations.ts';
import type { SignedIn } from '../../../http/gate.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { changeAccess } from '../change-access.ts';
import {
  chooseOrganization,
  readOwnOrganization,
  readOwnOrganizations,
} from './organizations-table.ts';

export async function listOwnOrganizations(
  needs: AccessNeeds,
  session: SignedIn,
): Promise<OwnOrganization[]> {
  const rows = await readOwnOrganizations(needs.metadata, session.id);
  return rows
    .filter(({ id }) => isOpenTo(session, id))
    .map((row) => ({ ...row, isActive: row.id === session.activeOrganization }));
}

/** From now on the session works there. */
export async function activateOrganization(
  needs: AccessNeeds,
  session: SignedIn,
  organization: string,
): Promise<OwnOrganization> {
  const chosen = await readOwnOrganization(needs.metadata, session.id, organization);
  if (chosen === undefined || !isOpenTo(session, chosen.id)) throw notFound('organization');
  await changeAccess(needs, session.id, (unit) => chooseOrganization(unit, session, chosen.id));
  return { ...chosen, isActive: true };
}

function isOpenTo({ confinedTo }: SignedIn, organization: string): boolean {
  return confinedTo === undefined || confinedTo === organization;
}
