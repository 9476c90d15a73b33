import { readFileSync } from 'node:fs';

/** Whether a process runs. One that ended and only waits for its parent to notice does not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive, although we may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; the state follows the last parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return true;
  }
}
