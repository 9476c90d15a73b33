/** Repairs a file of rows with a damaged log: keeps everything that is still readable, and deletes nothing. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';

/** The engine stores the position of an entry after its length and checksum. */
const ENTRY_HEAD_BYTES = 16;
const ASIDE = '.damaged-';
/** The log itself, the log written during a checkpoint, and both combined while they are replayed. */
export const LOG_ENDINGS = ['.wal', '.wal.checkpoint', '.wal.recovery'];

/**
 * Makes a file with an unreadable log openable again, without the entries after the damage. False if the log is not the
 * reason why it cannot be opened.
 */
export function repairLog(path: string, error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  if (!/replaying (?:checkpoint )?WAL|This WAL was created for/.test(text)) return false;
  const logs = LOG_ENDINGS.map((ending) => path + ending).filter((log) => existsSync(log));
  const named = /WAL file "([^"]+)"/.exec(text)?.[1];
  const log = logs.find((each) => each === named) ?? logs[0];
  if (log === undefined) return false;
  const bytes = readFileSync(log);
  const position = /entry at byte position (\d+)/.exec(text)?.[1];
  const cut = position === undefined ? 0 : Math.max(0, Number(position) - ENTRY_HEAD_BYTES);
  const isCuttable = position !== undefined && cut < bytes.length;
  // A power cut leaves zeros where nothing was written yet: there is nothing to lose in them.
  if (isCuttable && bytes.subarray(cut).every((byte) => byte === 0)) truncateSync(log, cut);
  else if (isCuttable) {
    copyFileSync(log, asideOf(log));
    truncateSync(log, cut);
  } else renameSync(log, asideOf(log));
  return true;
}

/** A log without its file: its rows cannot be read, and it would be taken for the log of a future file. */
export function putLogAside(log: string): void {
  renameSync(log, asideOf(log));
}

/** Leaves a note about lost rows for later starts of the engine. */
export function noteMissing(path: string, missing: number): void {
  writeFileSync(asideOf(path), `${missing} batches that were stored are missing\n`);
}

/** Logs that were set aside because rows in them could not be read; they stay until someone removes them. */
export function damagedLogs(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes(ASIDE));
}

function asideOf(path: string): string {
  for (let number = 1; ; number++) {
    const aside = `${path}${ASIDE}${number}`;
    if (!existsSync(aside)) return aside;
  }
}
