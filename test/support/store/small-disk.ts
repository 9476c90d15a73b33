/** A disk that a test can fill. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { MB } from '../../../src/spec/units.ts';
import { removeFolder } from '../remove-folder.ts';
import { findProgram } from '../programs/require-program.ts';

const DISK_BYTES = 600 * MB;

/** A small disk of our own, at an empty folder if one is given. Undefined, and said so, where we may not make one. */
export function newDisk(
  t: TestContext,
  folder = mkdtempSync(join(tmpdir(), 'xplain-disk-')),
): string | undefined {
  const [mount = '', umount = ''] = [findProgram('mount'), findProgram('umount')];
  t.after(() => {
    spawnSync(umount, ['--lazy', folder]);
    removeFolder(folder);
  });
  const made = spawnSync(mount, ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]);
  if (made.status !== 0) {
    process.stderr.write(`SKIPPED: ${t.name}: this user may not mount a disk of its own\n`);
    return undefined;
  }
  return folder;
}

/** Takes all room but `left` bytes. */
export function fillDisk(folder: string, left: number): void {
  const file = openSync(join(folder, 'filler'), 'a');
  const chunk = Buffer.alloc(MB);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const bytes = Math.min(MB, bavail * bsize - left);
      if (bytes <= 0 || writeSync(file, chunk, 0, bytes) === 0) return;
    }
  } finally {
    closeSync(file);
  }
}
