/** Slots in use by key, each with its expiry time. */
export type SlotTable = Map<string, Map<symbol, number>>;

/** Acquires a slot; undefined if all are in use or the table has no room for another key. */
export function takeSlot(
  table: SlotTable,
  key: string,
  slots: number,
  time: { readonly now: number; readonly holdMsMax: number },
  keysMax: number,
): symbol | undefined {
  const held = table.get(key) ?? new Map<symbol, number>();
  dropExpired(held, time.now);
  if (held.size >= slots) return undefined;
  if (!table.has(key)) {
    if (table.size >= keysMax) dropFree(table, time.now);
    if (table.size >= keysMax) return undefined;
    table.set(key, held);
  }
  const place = Symbol('slot');
  held.set(place, time.now + time.holdMsMax);
  return place;
}

export function freeSlot(table: SlotTable, key: string, place: symbol): void {
  const held = table.get(key);
  held?.delete(place);
  if (held?.size === 0) table.delete(key);
}

function dropExpired(held: Map<symbol, number>, now: number): void {
  for (const [place, freeAt] of held) {
    if (freeAt <= now) held.delete(place);
  }
}

function dropFree(table: SlotTable, now: number): void {
  for (const [key, held] of table) {
    dropExpired(held, now);
    if (held.size === 0) table.delete(key);
  }
}
