/** Reads a bundle from one file or a folder of files. Problems have line and column. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS } from '../../src/contract/bundle-kinds.ts';
import { type Bundle, checkBundle } from '../../src/contract/check-bundle.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { UsageError } from '../command.ts';
import { codeOf } from '../read-rows.ts';
import { field } from '../server/call-server.ts';

export interface ReadBundle {
  /** As the server takes it; undefined when there are problems. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  readonly bundle: Bundle | undefined;
  readonly problems: readonly string[];
  /** Formats a problem at a path of the bundle with its position in the file. */
  readonly place: (path: string, message: string) => string;
  /** What references to files in a bundle are relative to. */
  readonly folder: string;
}

/** A file of a bundle. */
export interface Part {
  readonly file: string;
  /** The part of the bundle in this file; the whole bundle if undefined. */
  readonly under?: string;
  readonly document: Document;
  readonly lines: LineCounter;
  readonly value: Readonly<Record<string, unknown>>;
}

export async function readBundle(path: string): Promise<ReadBundle> {
  const files = await filesOf(path);
  const folder = files.isFolder ? resolve(path) : dirname(resolve(path));
  const problems: string[] = [];
  const parts: Part[] = [];
  for (const file of files.names) {
    const part = await readPart(file);
    if (Array.isArray(part)) problems.push(...part);
    else parts.push(part);
  }
  const place = (at: string, message: string): string => placeIn(parts, path, at, message);
  const merged = merge(parts, problems, place);
  const value = await withTables(merged, folder, problems, place);
  const checked = checkBundle(value);
  if (checked.kind === 'problems') {
    problems.push(...checked.problems.map((each) => place(each.path, each.message)));
  }
  const bundle = checked.kind === 'bundle' ? checked.bundle : undefined;
  const isGood = problems.length === 0;
  return {
    value: isGood ? value : undefined,
    bundle: isGood ? bundle : undefined,
    problems,
    place,
    folder,
  };
}

export async function filesOf(path: string): Promise<{ isFolder: boolean; names: string[] }> {
  try {
    if (!(await stat(path)).isDirectory()) return { isFolder: false, names: [path] };
    const names = (await readdir(path)).filter(isBundleFile).toSorted();
    return { isFolder: true, names: names.map((name) => join(path, name)) };
  } catch (error) {
    throw new UsageError(`can't read ${path} (${codeOf(error)})`);
  }
}

export function isBundleFile(name: string): boolean {
  return /\.(ya?ml|json)$/.test(name);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`can't read ${file} (${codeOf(error)})`);
  }
}

/** One file, or its problems. */
export async function readPart(file: string): Promise<Part | string[]> {
  const text = await readText(file);
  if (Buffer.byteLength(text) > LIMITS.bundles.bytesMax) {
    return [`${file}: The file is too large (maximum ${LIMITS.bundles.bytesMax} bytes).`];
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, version: '1.2' });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const problems = document.errors.map(
    ({ message, pos }) => `${at(pos[0])}: ${message.split('\n', 1)[0] ?? ''}`,
  );
  visit(document, {
    Node(_, node) {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || node.anchor !== undefined) {
        problems.push(`${at(offset)}: Anchors and aliases aren't supported.`);
      } else if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:')) {
        problems.push(`${at(offset)}: Tags aren't supported.`);
      }
    },
  });
  if (problems.length > 0) return problems;
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${file}:1:1: A bundle must be an object.`];
  }
  return { file, document, lines, value: value as Readonly<Record<string, unknown>> };
}

/** Files of a folder repeat the bundle header and contain different resources. */
function merge(
  parts: readonly Part[],
  problems: string[],
  place: ReadBundle['place'],
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const { value, file } of parts) {
    for (const [name, section] of Object.entries(value)) {
      const before = merged[name];
      const isSection = (BUNDLE_KINDS as readonly string[]).includes(name);
      if (before === undefined || !isSection) {
        if (before !== undefined && before !== section) {
          problems.push(`${file}: ${name} differs from that of another file.`);
        }
        merged[name] = section;
        continue;
      }
      const own = Object.entries(section ?? {});
      for (const [key] of own) {
        if (field(before, key) === undefined) continue;
        problems.push(place(`${name}.${key}`, `The key is also in ${file}.`));
      }
      merged[name] = { ...before, ...Object.fromEntries(own) };
    }
  }
  return merged;
}

/** Lookup tables may be in separate files. */
async function withTables(
  value: Record<string, unknown>,
  folder: string,
  problems: string[],
  place: ReadBundle['place'],
): Promise<Record<string, unknown>> {
  const { lookups } = value;
  if (typeof lookups !== 'object' || lookups === null) return value;
  const tables = Object.entries(lookups).map(async ([key, definition]: [string, unknown]) => {
    const file = field(definition, 'file');
    if (typeof file !== 'string') return [key, definition] as const;
    const { file: _file, ...rest } = definition as Record<string, unknown>;
    try {
      return [key, { ...rest, csv: await readFile(resolve(folder, file), 'utf8') }] as const;
    } catch (error) {
      problems.push(place(`lookups.${key}.file`, `Can't read ${file} (${codeOf(error)}).`));
      return [key, { ...rest, csv: '' }] as const;
    }
  });
  return { ...value, lookups: Object.fromEntries(await Promise.all(tables)) };
}

/** Values of the references in a bundle, as far as this machine has them. */
export async function readSecrets(
  { bundle, folder }: Pick<ReadBundle, 'bundle' | 'folder'>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const kind of BUNDLE_KINDS) {
    for (const definition of Object.values(bundle?.sections[kind] ?? {})) {
      for (const path of Object.keys(BUNDLE_KIND_FACTS[kind].secrets)) {
        const reference = path.split('.').reduce<unknown>(field, definition);
        const env = field(reference, 'env');
        const file = field(reference, 'file');
        if (typeof env === 'string' && environment[env]) values[`env:${env}`] = environment[env];
        if (typeof file === 'string') {
          values[`file:${file}`] = (await readText(resolve(folder, file))).trimEnd();
        }
      }
    }
  }
  return values;
}

/** `file:line:column: path: message`, for the nearest part of the path that is in a file. */
export function placeIn(parts: readonly Part[], path: string, at: string, message: string): string {
  let best: { file: string; line: number; column: number; depth: number } | undefined;
  for (const { file, document, lines, under } of parts) {
    if (under !== undefined && at !== under && !at.startsWith(`${under}.`)) continue;
    const rest = under === undefined ? at : at.slice(under.length + 1);
    const { offset, depth } = nearest(document.contents, rest === '' ? [] : rest.split('.'));
    if (best !== undefined && best.depth >= depth) continue;
    const { line, col } = lines.linePos(offset);
    best = { file, line, column: col, depth };
  }
  const where = best === undefined ? path : `${best.file}:${best.line}:${best.column}`;
  return `${where}: ${at === '' ? '' : `${at}: `}${message}`;
}

function nearest(contents: unknown, names: readonly string[]): { offset: number; depth: number } {
  let node = contents;
  let offset = isNode(contents) ? (contents.range?.[0] ?? 0) : 0;
  for (const [depth, name] of names.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (pair === undefined) return { offset, depth };
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(name)];
      if (!isNode(node)) return { offset, depth };
      offset = node.range?.[0] ?? offset;
    } else return { offset, depth };
  }
  return { offset, depth: names.length };
}
