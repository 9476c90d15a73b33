import { invalid } from '../../base/errors.ts';
import type { Limits } from '../../spec/limits.ts';

const PART = /^[A-Za-z0-9][A-Za-z0-9._=-]{0,127}$/;
const PART_START = /^([A-Za-z0-9][A-Za-z0-9._=-]{0,127})?$/;

/** The parts of a name, of which the first is the organization. */
export function nameParts(name: string, limits: Limits['objects']): readonly string[] {
  const parts = name.split('/');
  const isUsable =
    name.length <= limits.nameCharactersMax &&
    parts.length >= 2 &&
    parts.length <= limits.namePartsMax &&
    parts.every((part) => PART.test(part));
  if (!isUsable) throw invalid('name', 'Invalid file name.');
  return parts;
}

/** The folders that a prefix names in full; the rest is the beginning of a name in the last of them. */
export function prefixFolders(prefix: string, limits: Limits['objects']): readonly string[] {
  const folders = prefix.split('/');
  const start = folders.pop() ?? '';
  const isUsable =
    prefix.length <= limits.nameCharactersMax &&
    folders.length >= 1 &&
    folders.length < limits.namePartsMax &&
    folders.every((part) => PART.test(part)) &&
    PART_START.test(start);
  if (!isUsable) throw invalid('prefix', 'Invalid file name prefix.');
  return folders;
}

export function checkOrganization(organization: string): void {
  if (!PART.test(organization)) throw invalid('organization', 'Invalid organization ID.');
}
