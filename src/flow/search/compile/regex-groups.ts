export interface RegexGroups {
  readonly count: number;
  /** The number of each named group among all groups, from 1. */
  readonly positions: ReadonlyMap<string, number>;
}

export function readGroups(regex: string): RegexGroups {
  const positions = new Map<string, number>();
  let count = 0;
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
      const named = /^\(\?P?<([A-Za-z_]\w*)>/.exec(regex.slice(at, at + 300));
      if (named !== null || regex.charAt(at + 1) !== '?') count++;
      if (named?.[1] !== undefined) positions.set(named[1], count);
    }
  }
  return { count, positions };
}
