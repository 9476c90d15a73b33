/** Checks whether a part is exactly what was written, to its last byte. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MB } from '../../../spec/units.ts';
import { DAMAGED, NumberedFault } from '../duckdb/engine/faults.ts';
import { DamagedPart, type PartIndex, readPartEnd } from './part-index.ts';

/** Throws `DamagedPart`, or `OtherPart`. */
export async function checkPart(path: string): Promise<PartIndex> {
  const file = await open(path, 'r');
  try {
    const { index, at } = readPartEnd(file.fd);
    const some = Buffer.allocUnsafe(Math.min(at, READ_BYTES));
    let checksum = 0;
    for (let from = 0; from < at;) {
      const { bytesRead } = await file.read(some, 0, Math.min(some.length, at - from), from);
      if (bytesRead === 0) throw new DamagedPart();
      checksum = crc32(some.subarray(0, bytesRead), checksum);
      from += bytesRead;
    }
    if (checksum !== index.checksum) throw new DamagedPart();
    return index;
  } finally {
    await file.close();
  }
}

const READ_BYTES = 1 * MB;

/** Those of the given parts that are damaged. */
export async function findDamaged(folder: string, names: readonly string[]): Promise<string[]> {
  const damaged: string[] = [];
  for (const name of names) {
    try {
      await checkPart(join(folder, name));
    } catch (error) {
      if (!(error instanceof DamagedPart)) throw error;
      damaged.push(name);
    }
  }
  return damaged;
}

/** Under a number that crosses the border of a process. */
export function damagedFault(names: readonly string[]): NumberedFault {
  return new NumberedFault(DAMAGED, `${DAMAGED_WORDS}${names.join(', ')}`);
}

const DAMAGED_WORDS = 'Damaged: ';

/** The names in the message of `damagedFault`. */
export function damagedIn(text: string): string[] {
  const [, names = ''] = text.split(DAMAGED_WORDS);
  return names.match(/\d{8}-\d{10}\.parquet/g) ?? [];
}
