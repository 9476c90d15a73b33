import { LIMITS } from '../../../spec/limits.ts';
import type { Repository } from '../repository/open-repository.ts';
import { chunksOf } from '../snapshot.ts';
import { inLanes } from './in-lanes.ts';
import { keptSnapshots } from './kept-snapshots.ts';

/** Removes snapshots outside the retention period. */
export async function dropOldSnapshots(repository: Repository, now: number): Promise<string[]> {
  const ids = await repository.listSnapshots();
  const kept = keptSnapshots(ids, now);
  const dropped = ids.filter((id) => !kept.has(id));
  for (const id of dropped) await repository.removeSnapshot(id);
  return dropped;
}

/** Removes chunks that no snapshot names; never while a backup is made. When a list cannot be read, nothing goes. */
export async function sweepChunks(repository: Repository): Promise<number> {
  const there = await repository.listChunks();
  const needed = new Set<string>();
  for (const id of await repository.listSnapshots()) {
    for (const name of chunksOf(await repository.readSnapshot(id))) needed.add(name);
  }
  const idle = [...there.keys()].filter((name) => !needed.has(name));
  await inLanes(idle, LIMITS.backup.chunksAtOnce, (name) => repository.removeChunk(name));
  return idle.length;
}
