/**
 * What waits, owner by owner: each has its turn after the others, however much one of them has brought. Whoever
 * has nothing waiting finds a place even when others have filled the line.
 */
export interface FairLine<Item> {
  readonly size: number;
  /** False when there is no place for it. */
  push(owner: string, item: Item): boolean;
  /** The first of the owner whose turn it is. */
  shift(): Item | undefined;
  remove(owner: string, item: Item): void;
  /** Everything, in no particular order. */
  clear(): Item[];
}

/** The line may be this much longer, with one item of each owner. */
const OVERFILL = 2;

export function createFairLine<Item>(sizeMax: number): FairLine<Item> {
  /** The order in which a `Map` was filled is the order of turns: who had its turn moves to the end. */
  const lines = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(owner, item) {
      const line = lines.get(owner);
      const max = line === undefined ? OVERFILL * sizeMax : sizeMax;
      if (size >= max) return false;
      if (line === undefined) lines.set(owner, [item]);
      else line.push(item);
      size += 1;
      return true;
    },
    shift() {
      const [first] = lines;
      if (first === undefined) return undefined;
      const [owner, line] = first;
      const item = line.shift();
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      size -= 1;
      return item;
    },
    remove(owner, item) {
      const line = lines.get(owner);
      const place = line?.indexOf(item) ?? -1;
      if (line === undefined || place < 0) return;
      line.splice(place, 1);
      if (line.length === 0) lines.delete(owner);
      size -= 1;
    },
    clear() {
      const all = [...lines.values()].flat();
      lines.clear();
      size = 0;
      return all;
    },
  };
}
