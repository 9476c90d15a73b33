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
  return kept ?? makeSecret(file, randomBytes(SECRET_BYTES).toString('base64url'));
}

/** Answers with the secret that is there afterwards: another process may have been quicker. */
async function makeSecret(file: string, secret: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${secret}\n`);
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
  if (made === undefined) {
    throw new Error(`The secret file ${file} disappeared while it was being created.`);
  }
  return made;
}

type SecretPlace =
  | { readonly kind: 'given'; readonly value: string }
  | { readonly kind: 'kept'; readonly file: string };

/**
 * Whether an installation has the secret of another one; where it has none yet, it gets it when `isWritten` says so. One
 * that was given to the source is known to nobody here: then the target is taken at its word.
 */
export async function placeSecret(
  from: SecretPlace,
  to: SecretPlace,
  { isWritten }: { readonly isWritten: boolean },
): Promise<'same' | 'other' | 'none'> {
  const wanted = from.kind === 'given' ? from.value : await readSecret(from.file);
  if (wanted === undefined) return 'none';
  const found = to.kind === 'given' ? to.value : await readSecret(to.file);
  if (found !== undefined) return found === wanted ? 'same' : 'other';
  if (!isWritten || to.kind === 'given') return 'none';
  return (await makeSecret(to.file, wanted)) === wanted ? 'same' : 'other';
}

async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(ignore('ENOENT'));
  if (text === undefined) return undefined;
  const secret = text.trim();
  if (!/^[\w-]{32,}$/.test(secret)) {
    throw new Error(
      `The secret file ${file} is damaged. Restore it from a backup, or delete it to create a new one; then everyone has to sign in again.`,
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
