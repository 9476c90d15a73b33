import type { Permission } from '../spec/roles.ts';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';

/** For what one endpoint asks beside its own permission. `message` says what needs the permission. */
export function requirePermission(actor: Actor, permission: Permission, message: string): void {
  if (actor.permissions.has(permission)) return;
  const code = actor.who.kind === 'user' ? 'FORBIDDEN' : 'INSUFFICIENT_SCOPE';
  throw new AppError(code, message);
}
