import type { Unit } from '../../engines/metadata/metadata.ts';
import type { Visit } from './account-needs.ts';
import type { EndedAccess } from './end-access.ts';
import {
  findUserByEmail,
  insertPerson,
  type KnownUser,
  removeWaysIn,
  restartUser,
} from './users-table.ts';
import { confirmUser } from './verify-email.ts';

export interface AdmittedPerson {
  readonly user: KnownUser;
  /** Nobody had an account with the address. */
  readonly isNew: boolean;
  /** What a stranger had made of the address before; it stopped working. */
  readonly ended: EndedAccess | undefined;
}

/**
 * The account of an address for which somebody vouches who has proved its domain. A confirmed account stays as it is.
 * Of a sign-up that nobody confirmed nothing is left: a stranger may have made it to be there first.
 */
export async function admitPerson(
  unit: Unit,
  { email, name }: { readonly email: string; readonly name: string },
  visit: Visit,
  now: number,
): Promise<AdmittedPerson> {
  const known = await findUserByEmail(unit, email);
  if (known === undefined) {
    const user = await insertPerson(unit, { email, name, isVerified: true }, now);
    return { user, isNew: true, ended: undefined };
  }
  if (known.isVerified) return { user: known, isNew: false, ended: undefined };
  await restartUser(unit, known, name, now);
  await removeWaysIn(unit, known.id);
  const ended = await confirmUser(unit, known, visit, now);
  return { user: { ...known, name, isVerified: true }, isNew: false, ended };
}
