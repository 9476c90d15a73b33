/**
 * The most processor time that this thread took between two turns of its event loop while the work ran. On a
 * busy machine the clock would tell of others; what a thread has used does not.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isRunning = false;
  }
  look();
  return longest;
}
