/** Names with the same prefix: a line about `mail-dead-letter` is not about `mail-out`. */
const JOINED = /(?<![\p{L}\d_./-])\p{Ll}[\p{Ll}\d]*(?:[-_][\p{Ll}\d]+)+(?![\p{L}\d_./-])/gu;

/** Returns the names in a text that consist of several joined words, in a normalized spelling. */
export function joinedNames(text: string): string[] {
  return [...text.matchAll(JOINED)].map(([name]) => name.replaceAll('_', '-'));
}

/** Whether a line lacks such a name but contains another one that begins with the same word. */
export function saysSibling(text: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  const plain = text.toLowerCase().replace(/[_ ]/g, '-');
  const lacking = wanted.filter((name) => !plain.includes(name));
  if (lacking.length === 0) return false;
  const heads = new Set(joinedNames(text).map(headOf));
  return lacking.some((name) => heads.has(headOf(name)));
}

function headOf(name: string): string {
  return name.slice(0, name.indexOf('-'));
}
