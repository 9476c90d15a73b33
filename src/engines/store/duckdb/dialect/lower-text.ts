/** As DuckDB does it: every character for itself, and into one character. */
export function lowerText(text: string): string {
  const lowered = text.toLowerCase();
  // The rest applies only to non-ASCII characters.
  if (/^\p{ASCII}*$/u.test(text)) return lowered;
  return Array.from(text, lowerCharacter).join('');
}

function lowerCharacter(character: string): string {
  return character === '\u0130' ? 'i' : character.toLowerCase();
}
