import type { Role } from '../../../src/spec/roles.ts';

const NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything, billing and deleting the organization included.',
  admin: 'Everything but billing, ways to sign in, deleting the organization, and making Owners.',
  member:
    'Reads and writes logs, dashboards, alert rules, services, saved searches, lookups and pipelines; deletes none of the first four.',
  viewer: 'Reads logs, dashboards, alerts and services, and has logs judged.',
};

export function roleName(role: Role): string {
  return NAMES[role];
}

export function roleMeaning(role: Role): string {
  return MEANINGS[role];
}
