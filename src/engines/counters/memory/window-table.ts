/**
 * The windows of one length, by key. Idle ones are dropped a step at a time with every look-up, so there
 * is no timer and no long sweep. A flood of keys beyond `keysMax` cannot grow the table: such keys share
 * windows, by hash. None of them gets more than its limit that way, though some may get less.
 */
import type { Limits } from '../../../spec/limits.ts';
import { createWindow, isIdle, type RollingWindow } from './rolling-window.ts';

export interface WindowTable {
  readonly windowMs: number;
  readonly own: Map<string, RollingWindow>;
  readonly shared: Map<number, RollingWindow>;
  cursor: Iterator<[string, RollingWindow]>;
}

type TableLimits = Pick<Limits['counters'], 'keysMax' | 'sharedWindowsMax'>;

const SEARCHED_WHEN_FULL = 8;

export function createWindowTable(windowMs: number): WindowTable {
  const own = new Map<string, RollingWindow>();
  return { windowMs, own, shared: new Map(), cursor: own.entries() };
}

/** The window of a key for counting; made when there is none. */
export function windowFor(
  table: WindowTable,
  limits: TableLimits,
  key: string,
  now: number,
): RollingWindow {
  // First, lest the window that is found be dropped from under the hit.
  dropIdle(table, now, 1);
  const known = findWindow(table, limits, key, now);
  if (known !== undefined) return known;

  if (table.own.size >= limits.keysMax) dropIdle(table, now, SEARCHED_WHEN_FULL);
  const made = createWindow();
  if (table.own.size < limits.keysMax) table.own.set(key, made);
  else table.shared.set(sharedPlace(key, limits), made);
  return made;
}

/** The window with the hits of a key, if it exists. */
export function findWindow(
  table: WindowTable,
  limits: TableLimits,
  key: string,
  now: number,
): RollingWindow | undefined {
  const own = table.own.get(key);
  if (own !== undefined || table.shared.size === 0) return own;
  // As long as hits of the key may be in a shared window, a separate window would lose them.
  const place = sharedPlace(key, limits);
  const shared = table.shared.get(place);
  if (shared === undefined || !isIdle(shared, now, table.windowMs)) return shared;
  table.shared.delete(place);
  return undefined;
}

/** Whether keys have to share windows now. */
export function isCrowded(table: WindowTable, now: number): boolean {
  for (const [place, window] of table.shared) {
    if (isIdle(window, now, table.windowMs)) table.shared.delete(place);
  }
  return table.shared.size > 0;
}

function dropIdle(table: WindowTable, now: number, stepsMax: number): void {
  for (let step = 0; step < stepsMax; step += 1) {
    const next = table.cursor.next();
    if (next.done === true) {
      table.cursor = table.own.entries();
      return;
    }
    const [key, window] = next.value;
    if (isIdle(window, now, table.windowMs)) table.own.delete(key);
  }
}

function sharedPlace(key: string, limits: TableLimits): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % limits.sharedWindowsMax;
}
