import { open } from 'node:fs/promises';
import { MB } from '../../spec/units.ts';

/** Bytes per sync. Syncing a large file as a whole would delay all concurrent small syncs. */
const SYNC_BYTES = MB;

/** Writes a new file that is on the disk, whole, once this resolves; its name may not be yet. Answers with its bytes. */
export async function writeSynced(
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  let bytes = 0;
  let unsynced = 0;
  await using file = await open(path, 'wx', 0o600);
  for await (const part of content) {
    await file.writeFile(part);
    bytes += part.length;
    unsynced += part.length;
    if (unsynced < SYNC_BYTES) continue;
    await file.datasync();
    unsynced = 0;
  }
  await file.sync();
  return bytes;
}
