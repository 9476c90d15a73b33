/** What lines of well-known forms speak of without saying it: a compiler's error is about a build. */
import { readWords } from './words.ts';

/** A command where it is typed, or where it complains: `$ cp a b`, `cp: cannot stat a`. */
function command(names: string): RegExp {
  return new RegExp(String.raw`(?:^|^\S{0,20}[$#>%+]\s+(?:sudo )?|&& |; )(?:${names})(?::? )`);
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  [command('rm|rmdir|unlink'), 'delete'],
  [command('cp|dd|rsync|scp'), 'copy'],
  [command('mv'), 'move rename'],
  [command('mkdir'), 'create directory'],
  [command('cmp|diff'), 'compare'],
  [command('curl|wget'), 'download'],
  [command('unzip|gunzip|tar -?x\\w*'), 'extract'],
  [command('zip|tar -?c\\w*'), 'pack archive create'],
  [command('ssh'), 'login connect'],
  [command('gcc|cc|g\\+\\+|clang|rustc|javac|tsc|cargo build|make'), 'build'],
  [command('chmod|chown'), 'change permission'],
  [command('mkfs(?:\\.\\w+)?'), 'format create'],
  [command('psql|mysql|sqlite3'), 'query'],
  [command('apt(?:-get)? install|pip3? install|npm install|npm ci|dpkg -i'), 'install'],
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
