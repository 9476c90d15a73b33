/** Pairs as lines of text: `NAME = value`. */
export function writePairs(pairs: unknown): string {
  if (typeof pairs !== 'object' || pairs === null) return '';
  return Object.entries(pairs)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join('\n');
}

/** Lines without a name are skipped; the value is everything after the first `=`. */
export function readPairs(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(0, at)).trim();
    return name === '' ? [] : [[name, line.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}
