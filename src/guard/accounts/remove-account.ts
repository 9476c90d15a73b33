import type { UserId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import { holdsNothing } from '../access/index.ts';
import { deleteUser, hasWayIn } from './users-table.ts';

/**
 * Removes an account that no longer gives access to anything: no membership, no installation, and no way to sign in.
 */
export async function removeUnheldAccount(unit: Unit, user: UserId): Promise<boolean> {
  await unit.lockRow('users', { id: user });
  if (await hasWayIn(unit, user)) return false;
  if (!(await holdsNothing(unit, user))) return false;
  await deleteUser(unit, user);
  return true;
}
