/** Cuts an answer to as many groups as a rule tells apart: first those it knows, then what fits. */
export function keepGroups<Group extends { readonly hash: string }>(
  groups: readonly Group[],
  known: ReadonlySet<string>,
  groupsMax: number,
): { readonly groups: readonly Group[]; readonly isCut: boolean } {
  if (groups.length <= groupsMax) return { groups, isCut: false };
  const isKnown = ({ hash }: Group): boolean => known.has(hash);
  const first = groups.filter(isKnown);
  const others = groups.filter((group) => !isKnown(group));
  return { groups: [...first, ...others].slice(0, Math.max(groupsMax, first.length)), isCut: true };
}
