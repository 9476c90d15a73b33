/** Writes what was gathered as bundles, each a folder with a file per section, within the limits of one. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUNDLE_KINDS } from '../../src/contract/bundle-kinds.ts';
import { bundleText } from '../../src/contract/bundle-text.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { UsageError } from '../command.ts';
import { codeOf } from '../read-rows.ts';
import type { Gathered, Thing } from './gather.ts';
import { countsOf, type Report, reportMarkdown } from './report.ts';

const { thingsMax, bytesMax, fieldsMax, keyCharactersMax } = LIMITS.bundles;
/** Leaves room for names, commas and indentation. */
const FULL = 0.75;

/** Throws where the folder has something in it: nothing is overwritten. */
export async function requireEmptyFolder(folder: string): Promise<void> {
  try {
    const found = await readdir(folder);
    if (found.length > 0) {
      throw new UsageError(`${folder} isn't empty. Choose another folder with --out.`);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (codeOf(error) !== 'ENOENT') throw new UsageError(`can't use ${folder} (${codeOf(error)})`);
  }
}

export async function writeMigration(
  folder: string,
  source: string,
  { things, entries }: Gathered,
): Promise<Report> {
  const name = bundleName(source);
  const parts = split(things);
  const isOne = parts.length === 1;
  const bundles = parts.map((part, at) => ({
    folder: isOne ? 'bundle' : `bundle-${at + 1}`,
    bundle: isOne ? name : `${name.slice(0, keyCharactersMax - 4)}-${at + 1}`,
    things: part.length,
  }));
  const report: Report = { source, bundles, counts: countsOf(entries), entries };
  try {
    for (const [at, { folder: inner, bundle }] of bundles.entries()) {
      await writeBundle(join(folder, inner), bundle, parts[at] ?? []);
    }
    await writeInto(join(folder, 'report.md'), reportMarkdown(report));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`can't write ${folder} (${codeOf(error)})`);
  }
  return report;
}

function bundleName(source: string): string {
  const plain = source
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return plain === '' ? 'migration' : plain.slice(0, keyCharactersMax);
}

/** In order of dependence, so that bundles can be applied one after the other. */
function split(things: readonly Thing[]): Thing[][] {
  const order = ({ kind }: Thing): number => BUNDLE_KINDS.indexOf(kind);
  const parts: Thing[][] = [];
  let sizes = { bytes: Infinity, fields: 0 };
  for (const thing of things.toSorted((left, right) => order(left) - order(right))) {
    const bytes = Buffer.byteLength(JSON.stringify(thing.definition)) + thing.key.length;
    const fields = fieldsIn(thing.definition);
    const isFull =
      sizes.bytes + bytes > bytesMax * FULL ||
      sizes.fields + fields > fieldsMax * FULL ||
      (parts.at(-1)?.length ?? 0) >= thingsMax;
    if (isFull) {
      parts.push([]);
      sizes = { bytes: 0, fields: 0 };
    }
    parts.at(-1)?.push(thing);
    sizes = { bytes: sizes.bytes + bytes, fields: sizes.fields + fields };
  }
  return parts;
}

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + fieldsIn(each), 1);
}

async function writeBundle(
  folder: string,
  bundle: string,
  things: readonly Thing[],
): Promise<void> {
  for (const kind of BUNDLE_KINDS) {
    const own = things.filter((thing) => thing.kind === kind);
    if (own.length === 0) continue;
    const section: Record<string, unknown> = {};
    for (const { key, definition } of own) {
      section[key] = kind === 'lookups' ? { file: `lookups/${key}.csv` } : definition;
      if (kind === 'lookups') {
        await writeInto(join(folder, 'lookups', `${key}.csv`), String(definition['csv']));
      }
    }
    await writeInto(
      join(folder, `${kind}.yaml`),
      bundleText({ xplain: 1, bundle, [kind]: section }),
    );
  }
}

async function writeInto(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
