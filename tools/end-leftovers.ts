import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for the processes a test file has started to end by themselves, then kills the rest and names them.
 * They are known by their process group, and on Linux also by a marker in their environment, which
 * those keep that have left the group.
 */
export async function endLeftovers(
  group: number | undefined,
  marker: string,
  waitMs: number,
): Promise<string[]> {
  const deadline = Date.now() + waitMs;
  let left = findMarked(marker);
  while ((left.length > 0 || isGroupAlive(group)) && Date.now() < deadline) {
    await sleep(50);
    left = findMarked(marker);
  }
  const isGroupLeft = isGroupAlive(group);
  const names = left.map(({ pid, command }) => `${command} (process ${pid})`);
  if (group !== undefined && isGroupLeft) kill(-group, 'SIGKILL');
  for (const { pid } of left) kill(pid, 'SIGKILL');
  return names.length === 0 && isGroupLeft ? ['one without the marker'] : names;
}

function findMarked(marker: string): { pid: number; command: string }[] {
  return processIds().flatMap((pid) => {
    const isMarked = readProcess(pid, 'environ').includes(`TEST_FILE_MARKER=${marker}`);
    // A zombie has no command line: it has ended, and only waits for its parent to notice.
    const command = isMarked ? readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim() : '';
    return command === '' ? [] : [{ pid, command: command.slice(0, 200) }];
  });
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function isGroupAlive(group: number | undefined): boolean {
  if (group === undefined) return false;
  // Zombies keep a group in existence; only what still runs counts.
  const ids = processIds();
  if (ids.length === 0) return kill(-group, 0);
  return ids.some((pid) => {
    const [state, , processGroup] = readProcess(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(processGroup) === group && state !== 'Z' && state !== 'X';
  });
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
