/** Recognises single keys (`?`) and pairs of them (`g s`) as they are typed. */
export interface KeyPress {
  readonly key: string;
  readonly at: number;
  /** Typed into a field, or held with Ctrl, Alt or ⌘. */
  readonly isOther: boolean;
}

/** A pair typed slower than this is two single keys. */
const PAIR_MS_MAX = 1200;

/** Answers for each press with the name of what was typed, among `names`, which may change meanwhile, or with nothing. */
export function createKeyReader() {
  let first: { readonly key: string; readonly at: number } | undefined;
  return (press: KeyPress, names: ReadonlySet<string>): string | undefined => {
    if (press.isOther) {
      first = undefined;
      return undefined;
    }
    const before = first;
    first = undefined;
    if (before !== undefined && press.at - before.at <= PAIR_MS_MAX) {
      const pair = `${before.key} ${press.key}`;
      if (names.has(pair)) return pair;
    }
    if (names.has(press.key)) return press.key;
    const isBeginning = [...names].some((name) => name.startsWith(`${press.key} `));
    if (isBeginning) first = { key: press.key, at: press.at };
    return undefined;
  };
}
