import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListPage, ObjectFacts } from '../objects.ts';
import { ignore } from './durable-files.ts';

/** Lists files below a folder whose names begin with `prefix` and come after `page.after`, in order. */
export async function listFiles(
  root: string,
  folders: readonly string[],
  prefix: string,
  page: ListPage,
): Promise<readonly ObjectFacts[]> {
  const found: ObjectFacts[] = [];
  await walk(root, folders.join('/'), prefix, page, found);
  return found;
}

async function walk(
  root: string,
  folder: string,
  prefix: string,
  page: ListPage,
  found: ObjectFacts[],
): Promise<void> {
  const path = join(root, folder);
  const entries = await readdir(path, { withFileTypes: true }).catch(
    ignore(['ENOENT', 'ENOTDIR'], []),
  );
  for (const { name, isFolder } of entries
    .map((entry) => toEntry(folder, entry))
    .toSorted(byName)) {
    if (found.length >= page.limit) return;
    if (!couldMatch(name, prefix) || isBefore(name, isFolder, page.after)) continue;
    if (isFolder) {
      await walk(root, name.slice(0, -1), prefix, page, found);
      continue;
    }
    // Undefined when the file was removed meanwhile.
    const facts = await stat(join(root, name)).catch(ignore(['ENOENT'], undefined));
    if (facts?.isFile()) found.push({ name, bytes: facts.size });
  }
}

interface FileEntry {
  /** With a slash at the end for a folder, so that the order is that of the names inside it. */
  readonly name: string;
  readonly isFolder: boolean;
}

function toEntry(folder: string, entry: Dirent): FileEntry {
  const isFolder = entry.isDirectory();
  return { name: `${folder}/${entry.name}${isFolder ? '/' : ''}`, isFolder };
}

function byName(one: FileEntry, other: FileEntry): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

function couldMatch(name: string, prefix: string): boolean {
  return name.startsWith(prefix) || prefix.startsWith(name);
}

/** Whether the name and everything under it belong to an earlier page. */
function isBefore(name: string, isFolder: boolean, after: string | undefined): boolean {
  if (after === undefined) return false;
  return isFolder ? name < after && !after.startsWith(name) : name <= after;
}
