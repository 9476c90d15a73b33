/** The number that a text is, as people write numbers; undefined for any other text. */
export function asNumber(text: string): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Numbers that people write in more than one way. */
export function spellings(text: string): string[] {
  const number = asNumber(text);
  if (number === undefined) return [text];
  const plain = String(number);
  const isWhole = /^-?\d+$/.test(plain);
  return [...new Set([text, plain, ...(isWhole ? [`${plain}.0`] : [])])];
}
