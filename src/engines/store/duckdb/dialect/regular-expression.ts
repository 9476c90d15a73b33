import { groupsOf } from '../../../../base/regex-groups.ts';

/** DuckDB's RE2 supports only `(?P<name>…)`, not its shorter form. */
export function withNamedGroups(regex: string): string {
  if (!regex.includes('(?<')) return regex;
  let result = '';
  let copied = 0;
  for (const { at, name } of groupsOf(regex)) {
    if (name === undefined || regex.charAt(at + 2) !== '<') continue;
    result += `${regex.slice(copied, at)}(?P`;
    copied = at + 2;
  }
  return result + regex.slice(copied);
}

/** The same regex with only one of its numbered groups, which then is the first one. */
export function withOnlyGroup(regex: string, group: number): string {
  let result = '';
  let copied = 0;
  const numbered = groupsOf(regex).filter(({ isNumbered }) => isNumbered);
  for (const [i, { at, name }] of numbered.entries()) {
    result += regex.slice(copied, at) + (i + 1 === group ? '(' : '(?:');
    copied = name === undefined ? at + 1 : regex.indexOf('>', at) + 1;
  }
  return result + regex.slice(copied);
}

/** How many groups of the expression are numbered. */
export function groupCount(regex: string): number {
  return groupsOf(regex).filter(({ isNumbered }) => isNumbered).length;
}
