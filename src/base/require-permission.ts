import { type Permission, roleHolds } from '../spec/roles.ts';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** For what one endpoint asks beside its own permission. `message` says what needs the permission. */
export function requirePermission(actor: Actor, permission: Permission, message: string): void {
  if (actor.permissions.has(permission)) return;
  const code = actor.who.kind === 'user' ? 'FORBIDDEN' : 'INSUFFICIENT_SCOPE';
  throw new AppError(code, message);
}

/** For what goes on after a lent role has ended: the member's own role has to include it. */
export function requireStanding({ who }: Actor, permission: Permission): void {
  if (who.kind !== 'user' || who.ownRole === undefined) return;
  if (roleHolds(who.ownRole, permission)) return;
  throw new AppError(
    'FORBIDDEN',
    `Your role is temporary, and this would outlast it. It requires ${permission} in a permanent role. Ask an Owner or Admin to do it.`,
  );
}
