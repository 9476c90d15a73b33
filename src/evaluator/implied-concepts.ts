/** Concepts that lines of well-known formats imply without naming them: a compiler error is about a build. */
import { readWords } from './words.ts';

/** What the commands of a shell do. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['rm rmdir unlink', 'delete'],
    ['cp dd rsync scp', 'copy'],
    ['mv', 'move rename'],
    ['mkdir', 'create directory'],
    ['cmp diff', 'compare'],
    ['curl wget', 'download'],
    ['unzip gunzip untar', 'extract'],
    ['zip tar', 'pack archive create'],
    ['ssh', 'login connect'],
    ['gcc cc clang rustc javac tsc make', 'build'],
    ['chmod chown', 'change permission'],
    ['mkfs', 'format create'],
    ['psql mysql sqlite3', 'query'],
    ['apt apt-get pip pip3 dpkg', 'install'],
  ].flatMap(([names = '', text = '']) => {
    const concepts = readWords(text, new Map()).map((word) => word.concept);
    return names.split(' ').map((name) => [name, concepts] as const);
  }),
);
/** A command where it is typed, or where it complains: `$ cp a b`, `cp: cannot stat a`. */
const COMMAND =
  /(?:^|^\S{0,20}[$#>%+] (?:sudo )?|&& |; )([a-z]+[\d-]?[a-z]*)(?:\.\w+)?:? (-?x\w* )?/;

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/:\d+(?::\d+)?: (?:fatal )?(?:error|warning):|^make(?:\[\d+\])?: \*\*\*|^collect2:/, 'build'],
  [/\/ld: |^collect2:|undefined reference/, 'link library'],
  [/address already in use/i, 'listen port'],
  [/"(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//, 'request'],
  [/\bECONN|connection (?:refused|reset)/i, 'connect'],
  [/\b(?:Accepted|Failed) (?:publickey|password|keyboard-interactive)\b/, 'login'],
  [/\[WRN\]|\bWARN(?:ING)?\b|\blevel["']?\s*[=:]\s*["']?(?:warn|40\b)/, 'warning'],
  [/ on(?:$|[.,;)"'])(?<=(?:is|are|turned|switched) on.?)/, 'enable'],
  [/ off(?:$|[.,;)"'])(?<=(?:is|are|turned|switched) off.?)/, 'disable'],
  [/\d ?(?:bytes|[KMGk]i?B)\b/, 'size'],
  [/^CONFLICT \(/, 'merge'],
  [/^\[[\w/.-]+ (?:\(root-commit\) )?[0-9a-f]{7,}\] /, 'commit'],
  [/^ [*!+] \[[^\]]+\] .* -> /, 'push'],
];

const IMPLIED: readonly (readonly [RegExp, readonly string[]])[] = FORMS.map(([form, text]) => [
  form,
  readWords(text, new Map()).map((word) => word.concept),
]);

export function impliedConcepts(text: string): readonly string[] {
  const found: string[] = [...commandConcepts(text)];
  for (const [form, concepts] of IMPLIED) if (form.test(text)) found.push(...concepts);
  return found;
}

function commandConcepts(text: string): readonly string[] {
  const [, name = '', unpacking] = COMMAND.exec(text) ?? [];
  return COMMANDS.get(name === 'tar' && unpacking !== undefined ? 'untar' : name) ?? [];
}
