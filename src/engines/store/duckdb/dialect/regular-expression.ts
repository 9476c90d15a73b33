/** RE2 of DuckDB knows `(?P<name>…)` alone, and not the shorter way to write it. */
export function withNamedGroups(regex: string): string {
  if (!regex.includes('(?<')) return regex;
  let result = '';
  let copied = 0;
  for (const { at } of groupsOf(regex)) {
    if (!/^\(\?<[A-Za-z_]/.test(regex.slice(at, at + 4))) continue;
    result += `${regex.slice(copied, at)}(?P`;
    copied = at + 2;
  }
  return result + regex.slice(copied);
}

/** How many groups of the expression are numbered. */
export function groupCount(regex: string): number {
  return groupsOf(regex).filter(({ isNumbered }) => isNumbered).length;
}

interface Group {
  readonly at: number;
  readonly isNumbered: boolean;
}

function groupsOf(regex: string): Group[] {
  const groups: Group[] = [];
  let isInClass = false;
  for (let at = 0; at < regex.length; at++) {
    const character = regex.charAt(at);
    if (character === '\\') {
      if (regex.charAt(at + 1) === 'Q') {
        const close = regex.indexOf('\\E', at);
        at = close < 0 ? regex.length : close;
      }
      at++;
    } else if (isInClass) isInClass = character !== ']';
    else if (character === '[') {
      isInClass = true;
      // A bracket right at the beginning is an ordinary character.
      if (regex.charAt(at + 1) === '^') at++;
      if (regex.charAt(at + 1) === ']') at++;
    } else if (character === '(') {
      const start = regex.slice(at + 1, at + 5);
      groups.push({ at, isNumbered: !start.startsWith('?') || /^\?P?<[A-Za-z_]/.test(start) });
    }
  }
  return groups;
}
