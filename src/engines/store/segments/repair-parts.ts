/** Sets damaged parts aside, so that the store is consistent without them, and reports what it lost. */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { checkPart } from './check-part.ts';
import { lockFolder } from './hold-folder.ts';
import { DamagedPart, type GroupIndex } from './part-index.ts';
import { isPartName, readIndexOf } from './parts.ts';
import { syncFolder } from './synced-files.ts';

export interface RepairReport {
  /** How many parts were read. */
  readonly checked: number;
  readonly damaged: readonly DamagedFile[];
  /** Where damaged files are now; undefined when nothing was moved. */
  readonly movedTo: string | undefined;
}

interface DamagedFile {
  readonly file: string;
  readonly bytes: number;
  /** Undefined when the file does not tell any more. */
  readonly lost: readonly LostRows[] | undefined;
}

interface LostRows {
  readonly organization: string;
  readonly index: string;
  readonly rows: number;
  /** The times of the first and the last of them. */
  readonly from: string;
  readonly to: string;
}

/** Next to the parts. */
const ASIDE = 'damaged';

/** No server may run on the folder meanwhile. */
export async function repairParts(
  directory: string,
  { isMoved }: { readonly isMoved: boolean },
): Promise<RepairReport> {
  const folder = rowsFolder(directory, 'segments');
  if (!existsSync(folder)) throw new Error(`There are no parts in ${directory}.`);
  using _ = lockFolder(join(directory, 'lock'));
  const names = readdirSync(folder).filter(isPartName).sort();
  const damaged: DamagedFile[] = [];
  for (const name of names) {
    try {
      await checkPart(join(folder, name));
    } catch (error) {
      if (!(error instanceof DamagedPart)) throw error;
      const path = join(folder, name);
      damaged.push({ file: name, bytes: statSync(path).size, lost: lostIn(path) });
    }
  }
  const aside = join(directory, ASIDE);
  const movedTo = isMoved && damaged.length > 0 ? aside : undefined;
  if (movedTo !== undefined) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    for (const { file } of damaged) renameSync(join(folder, file), join(aside, file));
    syncFolder(aside);
    syncFolder(folder);
  }
  return { checked: names.length, damaged, movedTo };
}

function lostIn(path: string): LostRows[] | undefined {
  const index = readIndexOf(path);
  return index?.groups.map(lostOf);
}

function lostOf({ organization, index, rows, bounds }: GroupIndex): LostRows {
  const [from, to] = bounds.timestamp.map((at) => new Date(at).toISOString());
  return { organization, index, rows, from: from ?? '', to: to ?? '' };
}
