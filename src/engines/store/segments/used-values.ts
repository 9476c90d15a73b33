/** The dictionary of one group of rows, out of one of all rows. */
interface UsedValues {
  readonly values: readonly Buffer[];
  numberOf(value: number): number;
}

/** Only values that rows of the group have: those of others are in other groups. */
export function createUsedValues(values: readonly Buffer[], uses: number): UsedValues {
  const known = uses < values.length ? createFewKnown() : createKnown(values.length);
  const used: Buffer[] = [];
  return {
    values: used,
    numberOf(value) {
      const before = known.get(value);
      if (before >= 0) return before;
      known.set(value, used.length);
      return used.push(values[value] ?? NOTHING) - 1;
    },
  };
}

interface KnownNumbers {
  /** Negative for one that is not known. */
  get(value: number): number;
  set(value: number, number: number): void;
}

function createKnown(values: number): KnownNumbers {
  const numbers = new Int32Array(values).fill(-1);
  return {
    get: (value) => numbers[value] ?? -1,
    set: (value, number) => void (numbers[value] = number),
  };
}

/** Does not cost more with every value that only other groups have. */
function createFewKnown(): KnownNumbers {
  const numbers = new Map<number, number>();
  return {
    get: (value) => numbers.get(value) ?? -1,
    set: (value, number) => void numbers.set(value, number),
  };
}

const NOTHING = Buffer.alloc(0);
