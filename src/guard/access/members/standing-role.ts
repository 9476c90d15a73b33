import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { isAbove, type Role } from '../../../spec/roles.ts';
import { findMemberOf } from './members-table.ts';

/**
 * The actor's permanent role. Temporary roles don't count when granting roles, because the grant would outlast them.
 */
export async function standingRole(unit: Unit, actor: Actor): Promise<Role> {
  const { who } = actor;
  switch (who.kind) {
    case 'api_key':
    case 'system':
      return 'admin';
    case 'user':
    case 'access_token': {
      const user = who.kind === 'user' ? who.id : who.user;
      const row = await findMemberOf(unit, actor.organization, user);
      if (row === undefined) throw new AppError('FORBIDDEN', 'You are no longer a member.');
      return row.role;
    }
  }
}

/** Nobody can grant a role above their own permanent one. */
export async function requireGrantable(unit: Unit, actor: Actor, role: Role): Promise<void> {
  if (!isAbove(role, await standingRole(unit, actor))) return;
  throw new AppError('FORBIDDEN', "You can't grant a role above your own.");
}
