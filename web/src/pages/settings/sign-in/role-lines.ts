/** The groups of a connection and their roles, as people type them: one in a line, “group = role”. */
import { MAPPED_ROLES, type MappedRole } from '../../../../../src/spec/identity.ts';

export interface RoleOfGroup {
  readonly group: string;
  readonly role: MappedRole;
}

export function linesOf(roleMap: readonly RoleOfGroup[]): string {
  return roleMap.map(({ group, role }) => `${group} = ${role}`).join('\n');
}

/** What was typed, or the line that can't be read. */
export function rolesIn(text: string): readonly RoleOfGroup[] | { readonly problem: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const roles: RoleOfGroup[] = [];
  for (const line of lines) {
    const at = line.lastIndexOf('=');
    const group = line.slice(0, Math.max(0, at)).trim();
    const name = line
      .slice(at + 1)
      .trim()
      .toLowerCase();
    const role = MAPPED_ROLES.find((each) => each === name);
    if (at === -1 || group === '' || role === undefined) {
      return { problem: `“${line.trim()}” is not a group and a role, such as engineers = member` };
    }
    roles.push({ group, role });
  }
  return roles;
}
