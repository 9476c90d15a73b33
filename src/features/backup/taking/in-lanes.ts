/** Processes all items, several concurrently; the first failure stops it once the running ones have finished. */
export async function inLanes<T>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let isOver = false;
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true && !isOver; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
