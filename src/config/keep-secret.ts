import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const SECRET_BYTES = 32;

/**
 * The secret in `file`, made on the first call: readable by its owner alone, and on disk before anything
 * is signed with it. Of several processes that start at once, all get the same one.
 */
export async function keepSecret(file: string): Promise<string> {
  const kept = await readSecret(file);
  if (kept !== undefined) return kept;

  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link, unlike a rename, does not replace the secret another process has just put there.
    await link(draft, file).catch(ignore('EEXIST'));
    await syncDirectory(dirname(file));
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readSecret(file);
  if (made === undefined) throw new Error(`The secret file ${file} vanished while it was made.`);
  return made;
}

async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(ignore('ENOENT'));
  if (text === undefined) return undefined;
  const secret = text.trim();
  if (!/^[\w-]{32,}$/.test(secret)) {
    throw new Error(
      `The secret file ${file} is damaged. Put it back from a backup, or remove it: then a new one is made and everybody has to sign in again.`,
    );
  }
  // A copy of the folder may have lost the mode.
  await chmod(file, 0o600);
  return secret;
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignore(expected: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === expected) return undefined;
    throw error;
  };
}
