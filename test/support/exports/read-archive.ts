/** Reads an archive as somebody would who knows nothing but its manifests. */
import { buffer, text } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { parseManifest, type Manifest } from '../../../src/contract/archive-manifest.ts';
import type { Objects } from '../../../src/engines/objects/objects.ts';
import { LIMITS } from '../limits.ts';

export interface ReadArchive {
  /** In the order of their windows, the last revision of each. */
  readonly manifests: readonly Manifest[];
  /** Of every row that a manifest names, in order. */
  readonly ids: readonly string[];
}

/** Of JSON Lines under zstd. Checks sizes, hashes, and that windows touch. */
export async function readArchive(objects: Objects, prefix: string): Promise<ReadArchive> {
  const names: string[] = [];
  for (let after: string | undefined; ;) {
    const page = { limit: LIMITS.objects.listMax, ...(after === undefined ? {} : { after }) };
    const listed = await objects.list(prefix, page);
    names.push(...listed.map(({ name }) => name));
    after = listed.at(-1)?.name;
    if (listed.length < LIMITS.objects.listMax) break;
  }
  const byWindow = new Map<string, Manifest>();
  for (const name of names.filter((each) => each.includes('/manifests/'))) {
    const object = await objects.read(name);
    assert(object !== undefined, name);
    const signed = parseManifest(await text(object.content));
    assert(signed !== undefined, name);
    const { manifest } = signed;
    const known = byWindow.get(manifest.window.from);
    if (known === undefined || known.revision < manifest.revision) {
      byWindow.set(manifest.window.from, manifest);
    }
  }
  const manifests = [...byWindow.values()].toSorted((a, b) =>
    a.window.from < b.window.from ? -1 : 1,
  );
  const ids: string[] = [];
  for (const [i, manifest] of manifests.entries()) {
    const next = manifests[i + 1];
    if (next !== undefined) assert.equal(next.window.from, manifest.window.to, 'a gap');
    for (const file of manifest.files) {
      const object = await objects.read(`${prefix}${file.name}`);
      assert(object !== undefined, file.name);
      const bytes = await buffer(object.content);
      assert.equal(bytes.length, file.bytes, file.name);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256, file.name);
      const lines = zstdDecompressSync(bytes).toString().trimEnd().split('\n');
      assert.equal(lines.length, file.rows, file.name);
      ids.push(...lines.map((line) => String((JSON.parse(line) as { _id: string })._id)));
    }
  }
  return { manifests, ids };
}
