import { groupsOf } from '../../../base/regex-groups.ts';

export interface RegexGroups {
  readonly count: number;
  /** The number of each named group among all groups, from 1. */
  readonly positions: ReadonlyMap<string, number>;
}

export function readGroups(regex: string): RegexGroups {
  const numbered = groupsOf(regex).filter(({ isNumbered }) => isNumbered);
  const positions = new Map<string, number>();
  for (const [place, { name }] of numbered.entries()) {
    if (name !== undefined) positions.set(name, place + 1);
  }
  return { count: numbered.length, positions };
}
