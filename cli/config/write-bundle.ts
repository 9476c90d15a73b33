/** Writes a bundle to a file, or to a folder with one file per kind. */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLE_KINDS } from '../../src/contract/bundle-kinds.ts';
import { bundleText } from '../../src/contract/bundle-text.ts';
import { UsageError } from '../command.ts';
import { codeOf } from '../read-rows.ts';
import { isBundleFile } from './read-bundle.ts';

/** The paths that were written. */
export async function writeBundle(
  to: string,
  bundle: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  try {
    if (!to.endsWith('/') && !(await isFolder(to))) {
      await writeFile(to, bundleText(bundle));
      return [to];
    }
    await mkdir(to, { recursive: true });
    return await writeFolder(to, bundle);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`can't write ${to} (${codeOf(error)})`);
  }
}

async function writeFolder(
  folder: string,
  bundle: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const present = (await readdir(folder)).filter(isBundleFile);
  const own = new Set(BUNDLE_KINDS.map(fileOf));
  const foreign = present.find((name) => !own.has(name));
  if (foreign !== undefined) {
    // Otherwise its resources would be in two files.
    throw new UsageError(
      `${join(folder, foreign)} isn't a file that pull writes. Pull into another folder, or into a file`,
    );
  }
  const head = Object.fromEntries(
    ['xplain', 'bundle', 'adopt'].flatMap((name) =>
      bundle[name] === undefined ? [] : [[name, bundle[name]]],
    ),
  );
  // If all resources of a kind are gone, an old file must not bring them back.
  const kinds = BUNDLE_KINDS.filter(
    (kind) => bundle[kind] !== undefined || present.includes(fileOf(kind)),
  );
  const paths: string[] = [];
  for (const kind of kinds.length === 0 ? ['indexes'] : kinds) {
    const section = bundle[kind] === undefined ? {} : { [kind]: bundle[kind] };
    const path = join(folder, fileOf(kind));
    await writeFile(path, bundleText({ ...head, ...section }));
    paths.push(path);
  }
  return paths;
}

/** `alert-rules.yaml` for `alertRules`. */
function fileOf(kind: string): string {
  return `${kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
