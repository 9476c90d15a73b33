import { createFairSlots } from '../../../engines/threads/fair-slots.ts';
import type { EventReader } from './event-reader.ts';
import { tooLong } from './open-thread-reader.ts';

/** A request needs a few turns of the event loop. Empty ones cost next to nothing. */
const TURNS_BETWEEN = 4;

/**
 * A large body blocks the thread that handles requests for milliseconds. Therefore only one starts at a time,
 * organizations take turns, and small bodies are read in between.
 */
export function takeTurns(reader: EventReader, waitMsMax: number): EventReader {
  const slots = createFairSlots(1);
  return {
    async read(body) {
      const leave = await slots.take(body.organization, waitMsMax);
      if (leave === undefined) throw tooLong();
      afterSomeTurns(leave);
      return reader.read(body);
    },
  };
}

function afterSomeTurns(go: () => void, left = TURNS_BETWEEN): void {
  setImmediate(() => (left <= 1 ? go() : afterSomeTurns(go, left - 1)));
}
