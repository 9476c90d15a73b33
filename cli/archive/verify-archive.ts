/** Whether an archive is whole: every manifest of the chain, every file it names, byte by byte. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, parseManifest } from '../../src/contract/archive-manifest.ts';

export interface Verification {
  readonly manifests: number;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  /** Whether signatures were checked. */
  readonly isSigned: boolean;
  readonly problems: readonly string[];
}

interface Found {
  /** Below the folder that all names begin at. */
  readonly name: string;
  readonly sha256: string;
  readonly manifest: Manifest;
}

/** `folder` contains export folders, or is one. */
export async function verifyArchive(folder: string, key?: string): Promise<Verification> {
  const problems: string[] = [];
  const found = new Map<string, Found>();
  for (const name of await manifestNames(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    const signed = parseManifest(text);
    if (signed === undefined) {
      problems.push(`${name} is not a manifest`);
      continue;
    }
    if (key !== undefined && !isSignedWith(signed, key)) {
      problems.push(`${name} was changed after it was written, or the key is wrong`);
    }
    const sha256 = createHash('sha256').update(text).digest('hex');
    found.set(name, { name, sha256, manifest: signed.manifest });
  }
  problems.push(...checkChain(found), ...checkWindows(found));
  const seen = { files: 0, rows: 0, bytes: 0 };
  for (const { manifest } of found.values()) {
    for (const file of manifest.files) {
      seen.files += 1;
      seen.rows += file.rows;
      seen.bytes += file.bytes;
      const problem = await checkFile(folder, file);
      if (problem !== undefined) problems.push(problem);
    }
  }
  return { manifests: found.size, ...seen, isSigned: key !== undefined, problems };
}

async function manifestNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(join(folder, '/').length).replaceAll('\\', '/');
    if (entry.isFile() && /(^|\/)manifests\/[^/]+\.json$/.test(name)) names.push(name);
  }
  return names.toSorted();
}

function isSignedWith(
  { manifest, hmac }: { readonly manifest: Manifest; readonly hmac: string },
  key: string,
): boolean {
  const expected = createHmac('sha256', key).update(JSON.stringify(manifest)).digest();
  return timingSafeEqual(expected, Buffer.from(hmac, 'hex'));
}

function checkChain(found: ReadonlyMap<string, Found>): string[] {
  return [...found.values()].flatMap(({ name, manifest: { previous } }) => {
    if (previous === null) return [];
    const before = found.get(previous.name);
    if (before === undefined) return [`${previous.name} is missing, although ${name} refers to it`];
    return before.sha256 === previous.sha256
      ? []
      : [`${previous.name} was changed after it was written`];
  });
}

/** The windows of an archive are adjacent; a later revision replaces an earlier one. */
function checkWindows(found: ReadonlyMap<string, Found>): string[] {
  const problems: string[] = [];
  const windows = new Map<string, { name: string; from: string; to: string }[]>();
  for (const { name, manifest } of found.values()) {
    if (manifest.mode !== 'archive' || manifest.revision > 1) continue;
    const { from, to } = manifest.window;
    windows.set(manifest.export, [...(windows.get(manifest.export) ?? []), { name, from, to }]);
  }
  for (const list of windows.values()) {
    const inOrder = list.toSorted((a, b) => (a.from < b.from ? -1 : 1));
    for (const [i, { from, name }] of inOrder.entries()) {
      const before = inOrder[i - 1];
      if (before !== undefined && before.to !== from) {
        problems.push(`a window between ${before.name} and ${name} is missing`);
      }
    }
  }
  return problems;
}

async function checkFile(
  folder: string,
  { name, bytes, sha256 }: Manifest['files'][number],
): Promise<string | undefined> {
  const path = join(folder, name);
  try {
    const { size } = await stat(path);
    if (size !== bytes) return `${name} has ${size} bytes, expected ${bytes}`;
  } catch {
    return `${name} is missing`;
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256 ? undefined : `${name} was changed after it was written`;
}
