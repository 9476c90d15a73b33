import { posix } from 'node:path';
import { readImports } from '../read-imports.ts';

/** Which test files load a source, those first that are most likely to notice a change for the time they take. */
export type FindTests = (file: string) => readonly string[];

/**
 * Reads who imports whom, once. A test file sees what it imports, what that imports, and so on; programs of worker
 * threads and child processes are named by `new URL(…)`. What a journey starts as a whole program is not seen.
 */
export function createFindTests(
  sources: ReadonlyMap<string, string>,
  secondsOf: (file: string) => number,
): FindTests {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    for (const imported of loadedBy(file, text)) {
      const known = importers.get(imported) ?? new Set();
      importers.set(imported, known.add(file));
    }
  }
  return (file) => {
    const distances = distancesFrom(file, importers);
    const tests = [...distances.keys()].filter((each) => /\.test\.tsx?$/.test(each));
    const own = file.replace(/\.tsx?$/, '.test.');
    // A slow test nearby runs after fast ones that are only slightly further away.
    const weight = (test: string): number =>
      test.startsWith(own)
        ? 0
        : FURTHER_FACTOR ** (distances.get(test) ?? 0) *
          (1 + apart(file, test)) *
          Math.max(secondsOf(test), SECONDS_MIN);
    return tests.toSorted((a, b) => weight(a) - weight(b) || a.localeCompare(b));
  };
}

/** With each import further away a test is that much less likely to notice a change. */
const FURTHER_FACTOR = 3;
/** Starting one takes about that long. */
const SECONDS_MIN = 0.5;

function loadedBy(file: string, text: string): string[] {
  const imports = readImports(file, text)
    .filter(({ isType }) => !isType)
    .flatMap(({ specifier }) => (specifier?.startsWith('.') === true ? [specifier] : []));
  const programs = [...text.matchAll(/new URL\(\s*'([^']+\.ts)'/g)].map(([, name = '']) => name);
  return [...imports, ...programs].map((name) => posix.join(posix.dirname(file), name));
}

function distancesFrom(
  file: string,
  importers: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [each, distance] of distances) {
    for (const importer of importers.get(each) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** Number of folders between two files. */
function apart(a: string, b: string): number {
  return posix.relative(posix.dirname(a), posix.dirname(b)).split('/').filter(Boolean).length;
}
