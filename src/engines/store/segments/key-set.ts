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
  /** Which slots are taken: a few keys are found and cleared without scanning all slots. */
  let taken = new Uint32Array(CAPACITY_MIN / 2 + 1);
  let mask = CAPACITY_MIN - 1;
  let count = 0;
  // Zero marks a free slot, so the key 0 is kept separately.
  let hasZero = false;
  const place = (key: number): void => {
    let at = key & mask;
    for (;;) {
      const other = slots[at];
      if (other === key) return;
      if (other === 0) break;
      at = (at + 1) & mask;
    }
    slots[at] = key;
    taken[count++] = at;
  };
  const grow = (): void => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    taken = new Uint32Array(slots.length / 2 + 1);
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
      for (let i = 0; i < count; i++) visit(slots[taken[i] ?? 0] ?? 0);
    },
    clear() {
      for (let i = 0; i < count; i++) slots[taken[i] ?? 0] = 0;
      count = 0;
      hasZero = false;
    },
  };
}
