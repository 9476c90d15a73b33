/** Runs the shell blocks of documents as they are written. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../remove-folder.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The shell blocks of a page, from a heading on if one is given. */
export function blocksOf(page: string, heading = ''): readonly string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const part = text.slice(text.indexOf(heading));
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** Runs them in one shell, as a person has one terminal; the first failing command ends it. */
export async function runAll(
  t: TestContext,
  blocks: readonly string[],
  environment: Readonly<Record<string, string>>,
  given?: string,
): Promise<string> {
  const folder = given ?? (await newFolder(t));
  if (given === undefined) await symlink(join(ROOT, 'tools/xplain.mjs'), join(folder, 'xplain'));
  const own = [join(folder, 'bin'), folder, dirname(process.execPath)];
  const path = [...own, process.env['PATH'] ?? ''].join(delimiter);
  const script = ['set -e -o pipefail', ...blocks].join('\n');
  return new Promise((resolve, reject) => {
    const env = { ...environment, PATH: path, HOME: folder };
    execFile('bash', ['-c', script], { cwd: folder, env, timeout: 400_000 }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`${error.message}\n${out}\n${err}`));
    });
  });
}

export async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-pages-'));
  t.after(() => removeFolder(folder));
  return folder;
}
