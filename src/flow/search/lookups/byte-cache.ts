/** Values that are costly to make, as many as fit; what was not used for the longest time goes first. */
export interface ByteCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T, bytes: number): void;
  readonly bytes: () => number;
}

export function createByteCache<T>(bytesMax: number): ByteCache<T> {
  const entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (bytes > bytesMax) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) break;
        remove(oldest);
      }
    },
    bytes: () => total,
  };
}
