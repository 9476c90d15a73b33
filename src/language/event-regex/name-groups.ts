import { groupsOf } from '../../base/regex-groups.ts';

/** The same regex whose groups have these names, by number from 1; groups with a name keep theirs. */
export function nameGroups(regex: string, names: ReadonlyMap<number, string>): string {
  let named = '';
  let from = 0;
  let number = 0;
  for (const group of groupsOf(regex)) {
    if (!group.isNumbered) continue;
    number += 1;
    const name = group.name === undefined ? names.get(number) : undefined;
    if (name === undefined) continue;
    named += `${regex.slice(from, group.at)}(?<${name}>`;
    from = group.at + 1;
  }
  return named + regex.slice(from);
}
