import { LIMITS } from '../../spec/limits.ts';
import { ChunkFault, type Repository, RepositoryError } from './repository/open-repository.ts';
import { chunksOf, type Snapshot } from './snapshot.ts';
import { inLanes } from './taking/in-lanes.ts';

export interface VerifyReport {
  readonly backups: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly faults: readonly Fault[];
}

export interface Fault {
  readonly backup: string;
  /** Undefined when the backup as such cannot be read. */
  readonly file?: string;
  readonly problem: string;
}

/** Reads every chunk of the newest backup, or of all of them, and names each file that could not be restored. */
export async function verifyBackups(repository: Repository, isAll: boolean): Promise<VerifyReport> {
  const ids = await repository.listSnapshots();
  const snapshots: Snapshot[] = [];
  const faults: Fault[] = [];
  for (const backup of isAll ? ids : ids.slice(-1)) {
    try {
      snapshots.push(await repository.readSnapshot(backup));
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error;
      faults.push({ backup, problem: error.message });
    }
  }
  const chunks = new Set(snapshots.flatMap((snapshot) => [...chunksOf(snapshot)]));
  const bad = new Map<string, string>();
  let bytes = 0;
  await inLanes(chunks, LIMITS.backup.chunksAtOnce, async (name) => {
    try {
      bytes += (await repository.readChunk(name)).length;
    } catch (error) {
      if (!(error instanceof ChunkFault)) throw error;
      bad.set(name, error.message);
    }
  });
  for (const { id, files } of snapshots) {
    for (const { path, chunks: names } of files) {
      for (const name of new Set(names)) {
        const problem = bad.get(name);
        if (problem !== undefined) faults.push({ backup: id, file: path, problem });
      }
    }
  }
  return { backups: snapshots.length, chunks: chunks.size, bytes, faults };
}
