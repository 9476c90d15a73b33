/** Small things that this browser keeps. It may refuse (private windows, full disks): then they are forgotten. */

export function readStored(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as unknown;
  } catch {
    // Nobody but this page writes here: what cannot be read is worth nothing.
    return null;
  }
}

export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without it.
  }
}
