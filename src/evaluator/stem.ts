/** Reduces words to a stem that their forms share. Rough, but consistent for all forms of most words. */

/** Folds `ä` to `a` and `ß` to `ss`: users write the same word either way. */
export function foldAccents(word: string): string {
  if (!/[^a-z]/.test(word)) return word;
  return word.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** Removes English endings from a word. */
export function stem(word: string): string {
  if (word.length < 4 || NAMES_OF_THEIR_OWN.has(word)) return word;
  if (word.endsWith('ies') || word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  let root = word;
  if (root.endsWith('sses')) root = root.slice(0, -2);
  else if (/[^su]s$/.test(root)) root = root.slice(0, -1);
  if (root.length > 5 && root.endsWith('ing')) root = single(root.slice(0, -3));
  else if (root.length > 4 && root.endsWith('ed')) root = single(root.slice(0, -2));
  else if (root.length > 6 && root.endsWith('tion')) root = root.slice(0, -3);
  else if (root.length > 6 && root.endsWith('ery')) root = root.slice(0, -1);
  else if (root.length > 5 && root.endsWith('ly')) root = root.slice(0, -2);
  if (root.length > 3 && root.endsWith('e')) root = root.slice(0, -1);
  // Reserve and reservation, install and installation; but validate is not valid.
  return root.length > 6 && root.endsWith('at') && root !== 'validat' ? root.slice(0, -2) : root;
}

/** "Staging" is a place, not the action "stage", and "accounting" is not an account. */
const NAMES_OF_THEIR_OWN: ReadonlySet<string> = new Set(['staging', 'accounting', 'building']);

function single(root: string): string {
  return root.length > 3 && /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

const BORROWED = /^(.{3,})ier(?:ung|ungen|en|t|te|ten)?$/;
const PARTICIPLE =
  /^(ab|an|auf|aus|ein|vor|zu|um|nach|wieder|zuruck|zusammen)?ge(.{3,}?)(?:et|t|en)$/;
const INFINITIVE = /^(.{4,}?)(?:en|n)$/;

/** Reduces `gepackt` and `packen`, or `aufgebaut` and `aufbauen`, to one root. For words in no table. */
export function stemGerman(word: string): string {
  if (word.length < 6) return word;
  const borrowed = BORROWED.exec(word);
  if (borrowed !== null) return borrowed[1] ?? word;
  const participle = PARTICIPLE.exec(word);
  if (participle !== null) return `${participle[1] ?? ''}${participle[2] ?? ''}`;
  return INFINITIVE.exec(word)?.[1] ?? word;
}
