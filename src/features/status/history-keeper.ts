import type { Log } from '../../base/log.ts';
import { type History, HistoryUnwritable, type MinuteRow } from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';

/** Writes to a disk that may be full: observations continue to be shown, and the operator is informed once. */
export interface HistoryKeeper {
  /** Whether it was taken. */
  write(work: (history: History) => void): boolean;
  /** Minutes that were not taken are tried again with the next one. */
  keepMinute(place: string, row: MinuteRow): void;
  isWritable(): boolean;
}

export function createHistoryKeeper(history: History, log: Log): HistoryKeeper {
  const unwritten: MinuteRow[] = [];
  let isWritable = true;

  function write(work: (to: History) => void): boolean {
    try {
      work(history);
      isWritable = true;
    } catch (error) {
      if (!(error instanceof HistoryUnwritable)) throw error;
      if (isWritable) log.error({ err: error }, 'probe history not writable');
      isWritable = false;
    }
    return isWritable;
  }

  return {
    write,
    keepMinute: (place, row) => {
      unwritten.push(row);
      unwritten.splice(0, unwritten.length - LIMITS.status.unwrittenMinutesMax);
      if (write((to) => to.addMinutes(place, unwritten))) unwritten.length = 0;
    },
    isWritable: () => isWritable,
  };
}
