/** The dashboards of a folder: one file each, known by the key in it. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import { UsageError } from '../command.ts';
import { printable } from '../escape.ts';
import { codeOf } from '../read-rows.ts';
import { fromYaml } from './yaml-form.ts';

export interface LocalDashboard {
  readonly file: string;
  readonly definition: DashboardDefinition;
}

export interface LocalDashboards {
  /** By key. */
  readonly keyed: ReadonlyMap<string, LocalDashboard>;
  readonly problems: readonly string[];
}

export async function readLocal(folder: string): Promise<LocalDashboards> {
  const keyed = new Map<string, LocalDashboard>();
  const problems: string[] = [];
  for (const name of await filesOf(folder)) {
    const file = join(folder, name);
    const read = fromYaml(await readFile(file, 'utf8'));
    if (read.kind === 'problems') {
      problems.push(...read.problems.map((problem) => `${file}: ${printable(problem)}`));
      continue;
    }
    const { key } = read.definition;
    const twin = typeof key === 'string' ? keyed.get(key) : undefined;
    if (typeof key !== 'string') problems.push(`${file}: key is required`);
    else if (twin !== undefined) {
      problems.push(`${file}: key ${key} is already used in ${twin.file}`);
    } else keyed.set(key, { file, definition: read.definition });
  }
  return { keyed, problems };
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /\.(ya?ml|json)$/.test(name)).toSorted();
  } catch (error) {
    throw new UsageError(`can't read ${folder} (${codeOf(error)})`);
  }
}

export async function writeLocal(folder: string, file: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`can't write ${file} (${codeOf(error)})`);
  }
}
