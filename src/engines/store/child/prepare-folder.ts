import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PRIVATE_FOLDER = 0o700;

/** Makes the folder of a store. Returns the folder for sockets: paths of sockets are short, those of data folders may not be. */
export async function prepareFolder(directory: string): Promise<string> {
  try {
    await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
    await chmod(directory, PRIVATE_FOLDER);
    return await mkdtemp(join(tmpdir(), 'xplain-'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The log store cannot write to ${directory} (${reason}). Give this user the right to, or set ` +
        'XPLAIN_DATA to another folder.',
      { cause: error },
    );
  }
}
