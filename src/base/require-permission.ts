import { type Permission, roleHolds } from '../spec/roles.ts';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** For a permission that an endpoint needs in addition to its own. `message` says what needs it. */
export function requirePermission(actor: Actor, permission: Permission, message: string): void {
  if (actor.permissions.has(permission)) return;
  const code = actor.who.kind === 'user' ? 'FORBIDDEN' : 'INSUFFICIENT_SCOPE';
  throw new AppError(code, message);
}

/** For actions that continue after a temporary role has ended: the member's own role must include the permission. */
export function requireStanding({ who }: Actor, permission: Permission): void {
  if (who.kind !== 'user' || who.ownRole === undefined) return;
  if (roleHolds(who.ownRole, permission)) return;
  throw new AppError(
    'FORBIDDEN',
    `Your role is temporary, and this would outlast it. It requires ${permission} in a permanent role. Ask an Owner or Admin to do it.`,
  );
}
