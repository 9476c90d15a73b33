import { AsyncLocalStorage } from 'node:async_hooks';

/** Tracks whether the current code runs inside a transaction of this store. */
export interface UnitScope {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws inside a transaction, where the transaction's unit must be used instead. */
  refuseInside(): void;
}

export function createUnitScope(): UnitScope {
  // The mark is closed rather than removed, because work that outlives the transaction still sees it.
  const storage = new AsyncLocalStorage<{ isOpen: boolean }>();
  return {
    async run(work) {
      const mark = { isOpen: true };
      try {
        return await storage.run(mark, work);
      } finally {
        mark.isOpen = false;
      }
    },
    refuseInside() {
      if (storage.getStore()?.isOpen !== true) return;
      throw new Error('A transaction is open here: use its unit, not the store.');
    },
  };
}
