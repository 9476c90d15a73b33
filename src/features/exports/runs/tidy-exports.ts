/** Removes expired files, old runs, and files that dead nodes have left on the disk. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { organizationId } from '../../../base/ids.ts';
import type { ExportFileRow } from '../../../engines/metadata/tables/exports.ts';
import type { Objects } from '../../../engines/objects/objects.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { forgetImports } from '../imports/imports-table.ts';
import type { Place } from '../destinations-port.ts';
import {
  dropFile,
  forgetFiles,
  readExpired,
  readOldestKept,
  readOverfull,
  updateFile,
} from './export-files-table.ts';
import { findRun, forgetRuns } from './export-runs-table.ts';
import type { RunNeeds } from './run-needs.ts';

const AT_ONCE_MAX = 100;

export type TidyNeeds = Pick<RunNeeds, 'metadata' | 'clock' | 'destinations' | 'spool' | 'log'> & {
  readonly objects: Pick<Objects, 'remove'>;
};

export async function tidyExports(needs: TidyNeeds, signal: AbortSignal): Promise<void> {
  const { metadata, clock } = needs;
  for (;;) {
    const expired = await readExpired(metadata, clock.now(), AT_ONCE_MAX);
    for (const file of expired) {
      if (signal.aborted) return;
      await removeKept(needs, file);
    }
    if (expired.length < AT_ONCE_MAX) break;
  }
  await makeRoom(needs, signal);
  await forgetRuns(metadata, clock.now() - LIMITS.exports.historyMsMax);
  await forgetFiles(metadata);
  await forgetImports(metadata, clock.now() - LIMITS.exports.historyMsMax);
}

/** An organization that has more than its share: the oldest of its files make room. */
async function makeRoom(needs: TidyNeeds, signal: AbortSignal): Promise<void> {
  const { metadata } = needs;
  const { keepBytesMax } = LIMITS.exports;
  for (const { organization_id: owner, bytes } of await readOverfull(metadata, keepBytesMax)) {
    let left = bytes;
    const organization = organizationId(owner);
    for (const file of await readOldestKept(metadata, organization, AT_ONCE_MAX)) {
      if (signal.aborted || left <= keepBytesMax) break;
      await removeKept(needs, file);
      left -= file.byte_count ?? 0;
    }
  }
}

async function removeKept(
  { metadata, destinations, objects }: TidyNeeds,
  file: ExportFileRow,
): Promise<void> {
  const organization = organizationId(file.organization_id);
  const place: Place = destinations.open(organization, {
    shown: { kind: 'keep' },
    secret: undefined,
  });
  await objects.remove(place.nameOf(file.name));
  const isKnown = await findRun(metadata, organization, file.export_id, file.run_id);
  await metadata.transaction((unit) =>
    isKnown === undefined
      ? dropFile(unit, file)
      : updateFile(unit, file, { state: 'expired', kept_until: null }),
  );
}

/** Of runs that a node of this machine did not end, long ago. */
export async function tidySpool({
  spool,
  clock,
}: Pick<TidyNeeds, 'spool' | 'clock'>): Promise<void> {
  for (const name of await namesIn(spool)) {
    const path = join(spool, name);
    const { mtimeMs } = await stat(path);
    if (clock.now() - mtimeMs > LIMITS.exports.spoolMsMax) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
