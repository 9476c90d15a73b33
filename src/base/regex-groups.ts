/** A group of a regular expression as RE2 writes them. */
export interface RegexGroup {
  /** Index of its opening parenthesis. */
  readonly at: number;
  readonly name?: string;
  /** Whether it is one of the numbered groups. */
  readonly isNumbered: boolean;
}

/** Names are not longer than that. */
const NAME_CHARACTERS_MAX = 300;

/** In order of their opening parentheses. Skips escapes, quoted text and character classes. */
export function groupsOf(regex: string): RegexGroup[] {
  const groups: RegexGroup[] = [];
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
    } else if (character === '(') groups.push(groupAt(regex, at));
  }
  return groups;
}

/** The whole expression as one more group, which comes before its own. */
export function asGroup(regex: string): string {
  // An unterminated quote would include the closing parenthesis.
  const isOpenQuote = regex.lastIndexOf('\\Q') > regex.lastIndexOf('\\E');
  return `(${regex}${isOpenQuote ? '\\E' : ''})`;
}

function groupAt(regex: string, at: number): RegexGroup {
  const start = regex.slice(at, at + NAME_CHARACTERS_MAX);
  const name = /^\(\?P?<([A-Za-z_]\w*)>/.exec(start)?.[1];
  if (name !== undefined) return { at, name, isNumbered: true };
  return { at, isNumbered: regex.charAt(at + 1) !== '?' };
}
