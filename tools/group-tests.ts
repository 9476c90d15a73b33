import { posix } from 'node:path';
import { readImports } from './read-imports.ts';

/** Only the process of a single file can start processes and threads and open ports directly; helpers clean up. */
const ALONE_IN_TESTS =
  /^(?:node:)?(?:child_process|worker_threads|cluster|net|http|https|http2|tls|dgram|inspector|vm)$|^(?:react|playwright-core)/;
/** What tests of other files would notice, or would be noticed by: the process itself, its clock, hooks, measured time. */
const ALONE_TEXTS =
  /\bprocess\.(?:env\[[^\]]+\] = |chdir\(|on\(|once\(|exit\(|kill\()|\bmock\.(?:timers|module)|^(?:before|beforeEach|afterEach|after)\(|\b(?:held-time|longest-turn|memoryUsage|cpuUsage|threadCpuUsage|hrtime|performance\.now)\b/m;

/**
 * A store is closed when all tests that are known have ended. Where several files of a process open one, that may be before
 * the last of them is loaded, and its tests then have none.
 */
const ALONE_FILES: ReadonlySet<string> = new Set(['test/support/open-test-store.ts']);

/** A group takes as long as one of the slower files then. */
const GROUP_FILES_MAX = 16;

/**
 * Groups adjacent test files: a small file spends most of its time loading modules that the next one needs, too. Files
 * that change process-wide state stay alone. `readText` knows every source of the project.
 */
export function groupTests(
  files: readonly string[],
  readText: (file: string) => string | undefined,
): string[][] {
  const isAlone = createGrading(readText);
  const groups: string[][] = [];
  let open: string[] | undefined;
  for (const file of files.toSorted()) {
    // Those of the whole program take long, and each is about something else.
    if (file.startsWith('test/') || isAlone(file)) {
      groups.push([file]);
    } else if (open === undefined || open.length >= GROUP_FILES_MAX || !isNear(open, file)) {
      open = [file];
      groups.push(open);
    } else {
      open.push(file);
    }
  }
  return groups;
}

/** Files of one room load the same; those of another would only make the group longer. */
function isNear([first = '']: readonly string[], file: string): boolean {
  return roomOf(first) === roomOf(file);
}

function roomOf(file: string): string {
  return posix.dirname(file).split('/').slice(0, 3).join('/');
}

function createGrading(readText: (file: string) => string | undefined): (file: string) => boolean {
  const known = new Map<string, readonly string[] | 'alone'>();
  /** What a source imports of the project, or that it is one for itself. */
  const look = (file: string): readonly string[] | 'alone' => {
    const text = readText(file);
    if (text === undefined) return [];
    if (ALONE_FILES.has(file)) return 'alone';
    const imports = readImports(file, text).filter(({ isType }) => !isType);
    const names = imports.flatMap(({ specifier }) => specifier ?? []);
    const isTest = /\.(?:test|suite)\./.test(file);
    if (isTest && names.some((name) => ALONE_IN_TESTS.test(name))) return 'alone';
    if ((isTest || file.startsWith('test/')) && ALONE_TEXTS.test(text)) return 'alone';
    return names
      .filter((name) => name.startsWith('.'))
      .map((name) => posix.join(posix.dirname(file), name));
  };
  return (file) => {
    const seen = new Set([file]);
    for (const each of seen) {
      const found = known.get(each) ?? look(each);
      known.set(each, found);
      if (found === 'alone') return true;
      for (const imported of found) seen.add(imported);
    }
    return false;
  };
}
