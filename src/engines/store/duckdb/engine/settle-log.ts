/**
 * Works the log of the newest file into it once nothing has come for a while: rows in the log are neither packed nor
 * quick to read.
 */
import { MB } from '../../../../spec/units.ts';
import type { Database } from './database.ts';
import { type DayFile, logBytesOf } from './day-file.ts';
import { runBeside } from './run-beside.ts';

/** As long after the last insert. */
const QUIET_MS = 3_000;
/** A log of this size is replayed instantly when the file is opened, and takes negligible space. */
const LOG_BYTES_LEFT = 4 * MB;

interface SettleNeeds {
  readonly database: Pick<Database, 'use' | 'inUse'>;
  readonly files: { all(): readonly Pick<DayFile, 'path' | 'catalog'>[] };
  /** Nothing is stored meanwhile. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

export interface Settling {
  soon(): void;
  notNow(): void;
}

export function createSettling(needs: SettleNeeds): Settling {
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    timer = setTimeout(() => {
      // A statement may have all memory there is, and a checkpoint that finds none ends the engine.
      if (needs.database.inUse() > 0) soon();
      else void needs.alone(() => settle(needs));
    }, QUIET_MS).unref();
  };
  return { soon, notNow: () => clearTimeout(timer) };
}

/** Where it fails, the next statement learns whether the file can still be used. */
async function settle({ database, files }: SettleNeeds): Promise<void> {
  const file = files.all().at(-1);
  if (file === undefined || logBytesOf(file) < LOG_BYTES_LEFT) return;
  const text = `CHECKPOINT ${file.catalog}`;
  await database.use((connection) => runBeside(connection, text, () => 'none')).catch(() => {});
}
