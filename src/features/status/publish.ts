/** Publishes the page where others serve it: as files in a folder, or in a bucket served by a CDN. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Objects } from '../../engines/objects/objects.ts';
import { LIMITS } from '../../spec/limits.ts';

/** Each file is written atomically. The front page comes last, because it links to the others. */
export type Publish = (files: ReadonlyMap<string, string>, signal: AbortSignal) => Promise<void>;

export function publishToFolder(folder: string): Publish {
  return async (files) => {
    for (const name of namesInOrder(files)) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.tmp`, files.get(name) ?? '');
      await rename(`${file}.tmp`, file);
    }
  };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.atom': 'application/atom+xml',
  '.svg': 'image/svg+xml',
};

/** Files that have not changed since they were last written are skipped. */
export function publishToBucket(objects: Pick<Objects, 'write'>, folder: string): Publish {
  let published: ReadonlyMap<string, string> = new Map();
  return async (files, signal) => {
    const before = published;
    const now = new Map<string, string>();
    published = now;
    for (const name of namesInOrder(files)) {
      const text = files.get(name) ?? '';
      if (before.get(name) !== text) {
        const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
        const how = { contentType, cacheSeconds: LIMITS.status.pageAgeSeconds, signal };
        await objects.write(`${folder}/${name}`, Readable.from([Buffer.from(text)]), how);
      }
      now.set(name, text);
    }
  };
}

function namesInOrder(files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].toSorted(
    (a, b) => Number(a === 'index.html') - Number(b === 'index.html'),
  );
}
