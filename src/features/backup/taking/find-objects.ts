import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FoundFile } from './store-file.ts';

/** The files that are kept for users. One that is replaced gets another number on the disk. */
export async function findObjects(data: string, folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: FoundFile[] = [];
  for (const entry of entries) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(data, source).split(sep).join('/');
    // What begins with a dot is not finished, or being removed.
    if (!entry.isFile() || relative(folder, source).startsWith('.')) continue;
    const facts = await stat(source, { bigint: true }).catch(() => undefined);
    if (facts !== undefined) found.push({ source, path, stamp: stampOf(facts) });
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function stampOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino}-${size}-${mtimeNs}`;
}
