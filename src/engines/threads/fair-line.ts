/**
 * Waiting items by owner: owners take turns, however many items one of them has added. An owner without waiting items
 * gets a place even if others have filled the queue.
 */
export interface FairLine<Item> {
  readonly size: number;
  /** Returns false if the queue has no place for it. */
  push(owner: string, item: Item): boolean;
  /** Returns the first item of the owner whose turn it is. */
  shift(): Item | undefined;
  remove(owner: string, item: Item): void;
  /** Everything, in no particular order. */
  clear(): Item[];
}

/** The line may be this much longer, with one item of each owner. */
const OVERFILL = 2;

export function createFairLine<Item>(sizeMax: number): FairLine<Item> {
  /** Insertion order of the `Map` is the order of turns: an owner that had its turn moves to the end. */
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
