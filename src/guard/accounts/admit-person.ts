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
  /** No account existed for the address. */
  readonly isNew: boolean;
  /** Access that someone else had set up for the address before; it was revoked. */
  readonly ended: EndedAccess | undefined;
}

/**
 * The account of an address whose domain the organization has verified. A confirmed account is unchanged. An
 * unconfirmed sign-up is discarded: someone else may have created it to claim the address first.
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
