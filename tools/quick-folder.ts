import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { GB } from '../src/spec/units.ts';

const IN_MEMORY = '/dev/shm';
/** A whole run keeps half of one at a time; a container may allow far less than there is. */
const ROOM_BYTES_MIN = 4 * GB;
/** Files in memory reduce the memory of the programs under test. */
const MEMORY_BYTES_MIN = 8 * GB;

export interface Machine {
  /** The requested folder for files, from TMPDIR. */
  readonly wished: string | undefined;
  readonly roomBytes: number;
  readonly memoryBytes: number;
}

/**
 * The folder for test files: in memory if there is plenty. Tests write hundreds of short-lived databases, and waiting
 * for the disk takes an eighth of the time.
 */
export function quickFolder({ wished, roomBytes, memoryBytes }: Machine = thisMachine()): string {
  const isPlenty = roomBytes >= ROOM_BYTES_MIN && memoryBytes >= MEMORY_BYTES_MIN;
  return wished === undefined && isPlenty ? IN_MEMORY : tmpdir();
}

function thisMachine(): Machine {
  return { wished: process.env['TMPDIR'], roomBytes: roomInMemory(), memoryBytes: freemem() };
}

/** Nothing where there is no such folder. */
function roomInMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
