/**
 * Finds phrases that must not come back (`words-to-avoid.ts`) in what people read: the web app, messages of the
 * server, descriptions of the API, the command line, documents, the demo, deployment files. What may stay is in `words-allowed.txt`.
 *
 *   node tools/check-words.ts               all of it
 *   node tools/check-words.ts docs/alerts   files whose path begins with this, also where the list leaves them out
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles, readProjectFile } from './project-files.ts';
import { textsOfLines, textsOfPage, textsOfSource, type VisibleText } from './visible-texts.ts';
import { WORDS_TO_AVOID } from './words-to-avoid.ts';

export interface AvoidedWords {
  readonly line: number;
  readonly phrase: string;
  readonly say: string;
}

export interface Allowed {
  /** A file, or a folder that ends with a slash. */
  readonly path: string;
  /** The phrase that is allowed in it; undefined: the whole file is excluded. */
  readonly phrase: string | undefined;
}

const READ = [
  /^web\/src\/.*\.tsx?$/,
  /^src\/.*\.ts$/,
  /^cli\/.*\.ts$/,
  /^tools\/demo\/.*\.(?:ts|yaml)$/,
  /^deploy\//,
  /^(?:docs|changes)\/.*\.md$/,
  /^(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md$/,
];
/** Lists of words to recognize in logs are not prose. */
const NOT_READ =
  /^src\/(?:evaluator|patterns)\/|\.(?:test|suite)\.tsx?$|^docs\/reviews\/|^web\/src\/api\/endpoints\.ts$/;

const PATTERNS = WORDS_TO_AVOID.map(([phrase, say]) => ({
  phrase,
  say,
  pattern: patternOf(phrase),
}));

/** The phrases to avoid in one file. */
export function avoidedIn(file: string, content: string): AvoidedWords[] {
  return textsOf(file, content).flatMap(({ line, text }) =>
    PATTERNS.flatMap(({ phrase, say, pattern }) =>
      pattern.test(text) ? [{ line, phrase, say }] : [],
    ),
  );
}

/** A line each: a path, or a path and a phrase with a colon between them. */
export function readAllowed(list: string): Allowed[] {
  return list.split('\n').flatMap((line) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [path = '', ...phrase] = line.split(': ');
    return [{ path, phrase: phrase.length === 0 ? undefined : phrase.join(': ') }];
  });
}

export function isAllowed({ path, phrase }: Allowed, file: string, found?: string): boolean {
  const isThere = path.endsWith('/') ? file.startsWith(path) : file === path;
  return isThere && phrase === found;
}

function textsOf(file: string, content: string): VisibleText[] {
  if (file.endsWith('.md')) return textsOfPage(content);
  return /\.tsx?$/.test(file) ? textsOfSource(file, content) : textsOfLines(content);
}

function patternOf(phrase: string): RegExp {
  const start = /^\w/.test(phrase) ? String.raw`\b` : '';
  const end = /\w$/.test(phrase) ? String.raw`\b` : '';
  return new RegExp(`${start}${RegExp.escape(phrase)}${end}`, /^[a-z]/.test(phrase) ? 'iu' : 'u');
}

function check(only: readonly string[]): string[] {
  const allowed = readAllowed(readFileSync(join(import.meta.dirname, 'words-allowed.txt'), 'utf8'));
  const used = new Set<Allowed>();
  const isLeftOut = (file: string, found?: string): boolean => {
    const those = allowed.filter((each) => isAllowed(each, file, found));
    for (const each of those) used.add(each);
    return those.length > 0;
  };
  const files = projectFiles().filter(
    (file) =>
      READ.some((each) => each.test(file)) &&
      !NOT_READ.test(file) &&
      (only.length === 0 ? !isLeftOut(file) : only.some((each) => file.startsWith(each))),
  );
  const found = files.flatMap((file) =>
    avoidedIn(file, readProjectFile(file))
      .filter(({ phrase }) => !isLeftOut(file, phrase))
      .map(({ line, phrase, say }) => `${file}:${line}: “${phrase}”. Say: ${say}`),
  );
  const unused = only.length > 0 ? [] : allowed.filter((each) => !used.has(each));
  return [
    ...found,
    ...unused.map(({ path, phrase }) => `words-allowed.txt: nothing needs ${path} ${phrase ?? ''}`),
  ];
}

if (import.meta.main) {
  const problems = check(process.argv.slice(2));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
