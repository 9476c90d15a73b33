/**
 * The engine adds up what it takes and gives back, and refuses statements beyond its limit. What it misses to take off
 * stays on that sum for good: in the end it refuses everything, though its process holds next to nothing.
 */
import { readFile } from 'node:fs/promises';
import { type Connection, EngineRefusal } from '../clickhouse/connection.ts';
import type { Engine } from '../child/start-child.ts';

const MEMORY_CODE = 241;

interface CountedMemory {
  readonly memoryBytesMax: number;
  readonly silenceMsMax: number;
  /** Bytes that a process holds; undefined where nobody knows. */
  readonly heldBy?: (pid: number) => Promise<number | undefined>;
}

/** False where the sum is beyond what is there by half of the limit. Memory that was asked for and not yet used is less. */
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
