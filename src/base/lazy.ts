/** Creates the value on first use and caches it. A failed creation is retried on the next use. */
export function lazy<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  const again = (error: unknown): never => {
    made = undefined;
    throw error;
  };
  return () => (made ??= make().catch(again));
}
