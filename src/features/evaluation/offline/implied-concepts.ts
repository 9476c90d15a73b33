/** What lines of well-known forms speak of without saying it: a compiler's error is about a build. */
import { readWords } from './words.ts';

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/:\d+(?::\d+)?: (?:fatal )?(?:error|warning):|^make(?:\[\d+\])?: \*\*\*|^collect2:/, 'build'],
  [/\/ld: |^collect2:|undefined reference/, 'link library'],
  [/address already in use/i, 'listen port'],
  [/"(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//, 'request'],
  [/\bECONN|connection (?:refused|reset)/i, 'connect'],
  [/\b(?:Accepted|Failed) (?:publickey|password|keyboard-interactive)\b/, 'login'],
  [/\[WRN\]|\bWARN(?:ING)?\b|\blevel["']?\s*[=:]\s*["']?(?:warn|40\b)/, 'warning'],
  [/^CONFLICT \(/, 'merge'],
  [/^\[[\w/.-]+ (?:\(root-commit\) )?[0-9a-f]{7,}\] /, 'commit'],
  [/^ [*!+] \[[^\]]+\] .* -> /, 'push'],
];

const IMPLIED: readonly (readonly [RegExp, readonly string[]])[] = FORMS.map(([form, text]) => [
  form,
  readWords(text, new Map()).map((word) => word.concept),
]);

export function impliedConcepts(text: string): readonly string[] {
  const found: string[] = [];
  for (const [form, concepts] of IMPLIED) if (form.test(text)) found.push(...concepts);
  return found;
}
