/** Different keys, each a number of 32 bits. Emptied and filled again and again without new memory. */
export interface KeySet {
  add(key: number): void;
  readonly count: () => number;
  each(visit: (key: number) => void): void;
  clear(): void;
}

const CAPACITY_MIN = 1 << 14;

export function createKeySet(): KeySet {
  let slots = new Uint32Array(CAPACITY_MIN);
  let mask = CAPACITY_MIN - 1;
  let count = 0;
  // Zero marks a free slot, so that the key itself is kept beside them.
  let hasZero = false;
  const place = (key: number): void => {
    let at = key & mask;
    for (;;) {
      const taken = slots[at];
      if (taken === key) return;
      if (taken === 0) break;
      at = (at + 1) & mask;
    }
    slots[at] = key;
    count++;
  };
  const grow = (): void => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    mask = slots.length - 1;
    count = 0;
    for (const key of before) if (key !== 0) place(key);
  };
  return {
    add(key) {
      if (key === 0) {
        hasZero = true;
        return;
      }
      place(key);
      if (count * 2 > slots.length) grow();
    },
    count: () => count + (hasZero ? 1 : 0),
    each(visit) {
      if (hasZero) visit(0);
      for (const key of slots) if (key !== 0) visit(key);
    },
    clear() {
      slots.fill(0);
      count = 0;
      hasZero = false;
    },
  };
}
