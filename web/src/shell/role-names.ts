import type { Role } from '../../../src/spec/roles.ts';

const NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

export function roleName(role: Role): string {
  return NAMES[role];
}
