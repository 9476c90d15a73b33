import { randomInt } from 'node:crypto';
import { LIMITS } from '../../../spec/limits.ts';
import { ChunkFault, type Repository } from '../repository/open-repository.ts';
import { inLanes } from './in-lanes.ts';

/**
 * A backup counts when a fresh listing has all its chunks, and when those that were written and some of the others
 * were read back.
 */
export async function proveBackup(
  repository: Repository,
  all: ReadonlySet<string>,
  written: ReadonlySet<string>,
): Promise<void> {
  const there = await repository.listChunks();
  for (const name of all) if (!there.has(name)) throw new ChunkFault(name, 'missing');
  const older = [...all].filter((name) => !written.has(name));
  const looked = new Set(written);
  const samples = Math.ceil(older.length * LIMITS.backup.readBackRatio);
  for (let i = 0; i < samples; i++) looked.add(older[randomInt(older.length)] ?? '');
  await inLanes(looked, LIMITS.backup.chunksAtOnce, async (name) => {
    if (all.has(name)) await repository.readChunk(name);
  });
}
