/** Reads archives of numbered events back, as whoever knows nothing but their manifests. */
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseManifest } from '../../src/contract/archive-manifest.ts';
import type { Objects } from '../../src/engines/objects/objects.ts';
import type { ArchivedRow } from '../../src/features/exports/imports/reading/archived-row.ts';
import { createExpansion } from '../../src/features/exports/imports/reading/create-expansion.ts';
import { readRows } from '../../src/features/exports/imports/reading/read-rows.ts';
import { LIMITS } from '../support/limits.ts';

export interface ArchivePlace {
  readonly prefix: string;
  /** What the folder of the archive begins with. */
  readonly folder: string;
  /** A folder on the disk, for one file at a time. */
  readonly spool: string;
}

/** Counts the events that manifests name files of; fails at the first that is there twice. */
export async function countArchived(
  objects: Objects,
  { prefix, folder, spool }: ArchivePlace,
  events: number,
): Promise<{ readonly rows: number; readonly manifests: number }> {
  const listed = await objects.list(`${prefix}${folder}`, { limit: LIMITS.objects.listMax });
  const seen = new Uint8Array(events);
  const ids = new Set<string>();
  let [rows, manifests] = [0, 0];
  for (const { name } of listed.filter((each) => each.name.includes('/manifests/'))) {
    const manifest = parseManifest(await text((await open(objects, name)).content))?.manifest;
    assert(manifest !== undefined, name);
    manifests += 1;
    for (const file of manifest.files) {
      const path = join(spool, 'archived');
      await pipeline(
        (await open(objects, `${prefix}${file.name}`)).content,
        createWriteStream(path),
      );
      const expansion = createExpansion(LIMITS.exports, file.bytes);
      const archived: AsyncIterable<ArchivedRow> = readRows(
        path,
        manifest,
        LIMITS.exports,
        expansion,
      );
      for await (const row of archived) {
        const number: number = numberOf(row);
        assert.equal(seen[number], 0, `event ${number}`);
        seen[number] = 1;
        ids.add(String(row['_id']));
        rows += 1;
      }
      await rm(path);
    }
  }
  assert.equal(ids.size, rows, 'ids');
  return { rows, manifests };
}

function numberOf({ attributes }: ArchivedRow): number {
  return Number((attributes as Record<string, string>)['number']);
}

async function open(objects: Objects, name: string) {
  const found = await objects.read(name);
  assert(found !== undefined, name);
  return found;
}
