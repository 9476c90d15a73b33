import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes the files into a folder, each whole or not at all; the front page last, since it names the others. */
export async function publish(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const names = [...files.keys()].toSorted(
    (a, b) => Number(a === 'index.html') - Number(b === 'index.html'),
  );
  for (const name of names) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.tmp`, files.get(name) ?? '');
    await rename(`${file}.tmp`, file);
  }
}
