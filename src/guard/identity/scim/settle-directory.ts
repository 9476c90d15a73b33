import type { Actor } from '../../../base/actor.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import { readRoleRules } from './directory-role.ts';
import { allDirectoryUsers } from './directory-table.ts';
import { type Change, settleStanding } from './settle-standing.ts';

/** Gives all users of a directory the roles that their groups mean now. */
export async function settleDirectory(
  needs: ScimNeeds,
  unit: Unit,
  actor: Actor,
  touch: Change['touch'],
): Promise<void> {
  const { organization } = actor;
  const users = await allDirectoryUsers(unit, organization);
  if (users.length === 0) return;
  const rules = await readRoleRules(unit, organization);
  const change = { needs, unit, actor, now: needs.clock.now(), rules, touch };
  for (const row of users) {
    // Suspended users stay suspended, regardless of their groups.
    if (row.active === 1) await settleStanding(change, row);
  }
}
