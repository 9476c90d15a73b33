/** Small values stored in this browser. If storage is unavailable (private windows, full disks), they are lost. */

export function readStored(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as unknown;
  } catch {
    // Only this page writes here: an unreadable value is worthless.
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
