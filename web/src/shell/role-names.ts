import type { Role } from '../../../src/spec/roles.ts';

const NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything, billing and deleting the organization included.',
  admin: 'Everything but billing, deleting the organization, and making Owners.',
  member: 'Reads and writes logs, dashboards, alerts and pipelines.',
  viewer: 'Reads.',
};

export function roleName(role: Role): string {
  return NAMES[role];
}

export function roleMeaning(role: Role): string {
  return MEANINGS[role];
}
