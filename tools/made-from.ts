import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const MARK = '.made-from';

/** A folder generated from project files, and generated again when one of them has changed. */
export interface MadeFolder {
  isCurrent(): boolean;
  /** Builds it elsewhere and moves it at the end: concurrent readers see either the old or the new folder. */
  make(fill: (folder: string) => Promise<void>): Promise<void>;
}

/** `sources` are patterns. */
export function madeFrom(place: string, sources: readonly string[]): MadeFolder {
  const folder = join(root, place);
  const wanted = fingerprint(sources);
  const isCurrent = (): boolean => {
    const mark = join(folder, MARK);
    return existsSync(mark) && readFileSync(mark, 'utf8') === wanted;
  };
  return {
    isCurrent,
    async make(fill) {
      const made = join(
        root,
        'node_modules/.cache',
        `${place.replaceAll('/', '-')}-${process.pid}`,
      );
      await fill(made);
      writeFileSync(join(made, MARK), wanted);
      takePlace(made, folder, isCurrent);
    },
  };
}

/** If another process has built the same folder in the meantime, its result stays, since it may be in use. */
function takePlace(made: string, place: string, isCurrent: () => boolean): void {
  while (!isCurrent()) {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    try {
      renameSync(made, place);
    } catch (error) {
      if (!isThere(error)) throw error;
    }
  }
  rmSync(made, { recursive: true, force: true });
}

function isThere(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTEMPTY' || code === 'EEXIST';
}

/** Of the files that `sources`, patterns, name; tests aside. */
export function fingerprint(sources: readonly string[], from = root): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: from })).toSorted();
  for (const file of files) {
    if (/\.(test|suite)\.tsx?$/.test(file) || !statSync(join(from, file)).isFile()) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(from, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
