/** Room on the disk of the rows. A checkpoint that finds none ends the engine. */
import { statfs } from 'node:fs/promises';
import { MB } from '../../../../spec/units.ts';

/** Kept free for checkpoints and deletions; until then new rows wait in the queue. */
const FREE_BYTES_MIN = 256 * MB;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether enough space for necessary work remains after writing `bytes`. */
export async function hasRoomFor(folder: string, bytes: number): Promise<boolean> {
  return (await freeBytes(folder)) >= FREE_BYTES_MIN + bytes;
}
