/**
 * The engine tracks its allocations and frees, and refuses statements beyond its limit. Frees that it misses stay in
 * the sum forever: eventually it refuses everything, although its process uses almost no memory.
 */
import { readFile } from 'node:fs/promises';
import { type Connection, EngineRefusal } from '../clickhouse/connection.ts';
import type { Engine } from '../child/start-child.ts';

const MEMORY_CODE = 241;

interface CountedMemory {
  readonly memoryBytesMax: number;
  readonly silenceMsMax: number;
  /** Bytes used by a process; undefined if unknown. */
  readonly heldBy?: (pid: number) => Promise<number | undefined>;
}

/**
 * False if the sum exceeds the memory actually used by half of the limit. Allocated but unused memory is less than
 * that.
 */
export async function countsWhatItHolds(
  { memoryBytesMax, silenceMsMax, heldBy = residentBytes }: CountedMemory,
  { pid }: Pick<Engine, 'pid'>,
  connection: Pick<Connection, 'read'>,
): Promise<boolean> {
  const held = await heldBy(pid);
  if (held === undefined) return true;
  const text = `SELECT value FROM system.metrics WHERE metric = 'MemoryTracking'`;
  try {
    const counted = Number((await connection.read({ text, silenceMsMax })).toString());
    return counted - held < memoryBytesMax / 2;
  } catch (error) {
    // For so small a question there is always memory.
    const isRefused = error instanceof EngineRefusal && error.fault.code === MEMORY_CODE;
    return !isRefused || held > memoryBytesMax / 2;
  }
}

async function residentBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
