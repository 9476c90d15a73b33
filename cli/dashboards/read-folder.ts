/** The dashboards of a folder as a bundle: one file each, known by the key in it. */
import { checkBundle } from '../../src/contract/check-bundle.ts';
import { type Part, placeIn, type ReadBundle, filesOf, readPart } from '../config/read-bundle.ts';

export interface Owners {
  /** The bundle that they will be part of. */
  readonly bundle: string;
  /** Other bundles, by the keys of their dashboards. */
  readonly foreign: ReadonlyMap<string, string>;
}

export async function readFolder(folder: string, { bundle, foreign }: Owners): Promise<ReadBundle> {
  const { names } = await filesOf(folder);
  const problems: string[] = [];
  const parts: Part[] = [];
  const dashboards: Record<string, unknown> = {};
  const fileByKey = new Map<string, string>();
  for (const file of names) {
    const part = await readPart(file);
    if (Array.isArray(part)) {
      problems.push(...part);
      continue;
    }
    const { key, ...definition } = part.value;
    if (typeof key !== 'string' || key === '') {
      problems.push(placeIn([part], file, 'key', 'Required. It identifies the dashboard.'));
      continue;
    }
    const twin = fileByKey.get(key);
    if (twin !== undefined) {
      problems.push(placeIn([part], file, 'key', `The key is also in ${twin}.`));
      continue;
    }
    fileByKey.set(key, file);
    parts.push({ ...part, under: `dashboards.${key}` });
    dashboards[key] = foreign.has(key) ? { adopt: false, ...definition } : definition;
  }
  const value = { xplain: 1, bundle, adopt: true, dashboards };
  const place = (at: string, message: string): string => placeIn(parts, folder, at, message);
  const checked = checkBundle(value);
  if (checked.kind === 'problems') {
    problems.push(...checked.problems.map((each) => place(each.path, each.message)));
  }
  const isGood = problems.length === 0 && checked.kind === 'bundle';
  return {
    value: isGood ? value : undefined,
    bundle: isGood ? checked.bundle : undefined,
    problems,
    place,
    folder,
  };
}
