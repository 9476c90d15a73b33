/** Places taken, by key, each with the time at which it frees itself. */
export type SlotTable = Map<string, Map<symbol, number>>;

/** Takes a place; undefined when all are taken or no further key can be kept. */
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
