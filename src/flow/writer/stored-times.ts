import type { Claim } from '../../engines/queue/queue.ts';

/** When this node has stored its last requests, for receipts. */
export interface StoredTimes {
  readonly note: (claim: Claim, at: number) => void;
  readonly find: (position: bigint) => number | undefined;
}

/** Some megabytes; at a thousand requests a second, the last minute. */
const REMEMBERED_MAX = 65_536;

export function createStoredTimes(): StoredTimes {
  const times = new Map<bigint, number>();
  return {
    note({ entries }, at) {
      for (const { position } of entries) times.set(position, at);
      // A map gives its oldest keys first.
      for (const position of times.keys()) {
        if (times.size <= REMEMBERED_MAX) break;
        times.delete(position);
      }
    },
    find: (position) => times.get(position),
  };
}
