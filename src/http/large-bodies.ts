/**
 * One thread looks at all bodies, and a large one keeps it for milliseconds. So large bodies take turns: one
 * in each turn of the event loop, callers one after the other. A flood by one of them then lengthens its
 * own line; whoever else comes, and every small body, waits for one of them at most.
 */
import { KB } from '../spec/units.ts';

export interface LargeBodies {
  /** Calls `go` once it is the caller's turn: for a small body, or when nobody is before it, at once. */
  whenTurn(caller: string, bytes: number, go: () => void): void;
}

/** A body of this size takes less than a millisecond. */
const SMALL_BYTES_MAX = 32 * KB;

/** Whether a body is looked at without a wait. */
export function isSmall(bytes: number): boolean {
  return bytes <= SMALL_BYTES_MAX;
}

/** At most `atOnceMax` of them are being looked at; `nextTurn` is given what to call when one of them is done. */
export function createLargeBodies(
  nextTurn: (pump: () => void) => void,
  atOnceMax = 1,
): LargeBodies {
  /** The order in which a `Map` was filled is the order of turns: who had its turn moves to the end. */
  const lines = new Map<string, (() => void)[]>();
  let atOnce = 0;

  function pump(): void {
    const [first] = lines;
    if (first === undefined) {
      atOnce--;
      return;
    }
    const [caller, line] = first;
    const go = line.shift();
    lines.delete(caller);
    if (line.length > 0) lines.set(caller, line);
    nextTurn(pump);
    go?.();
  }

  return {
    whenTurn(caller, bytes, go) {
      if (isSmall(bytes)) return go();
      if (atOnce < atOnceMax) {
        atOnce++;
        nextTurn(pump);
        return go();
      }
      const line = lines.get(caller);
      if (line === undefined) lines.set(caller, [go]);
      else line.push(go);
    },
  };
}
