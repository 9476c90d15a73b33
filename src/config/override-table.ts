/** Single values of a table of the specification, replaced by an operator with a JSON object. */
import { isObject } from '../base/is-object.ts';
import { nearestName } from '../base/nearest-name.ts';
import { isPromised } from './is-promised.ts';
import type { Kind } from './kinds.ts';

type Leaf = number | string | null;
interface Tree {
  readonly [name: string]: Leaf | Tree;
}

/** What the value at a path may be: undefined when it is fine, else what was expected. */
type LeafRule = (path: string, original: Leaf, value: unknown) => string | undefined;

interface TableRules {
  readonly leaf: LeafRule;
  /** Whether the value at a path is promised, so that nobody may replace it. */
  readonly isPromised?: (path: string) => boolean;
  /** What is wrong with values that are fine each by itself. */
  readonly whole?: (table: Tree) => readonly string[];
}

export function overridesOf<T extends object>(table: T, rules: TableRules): Kind<T> {
  const original = asTree(table);
  return {
    expected: 'a JSON object with the values to replace',
    read(text) {
      const { changed, problems } = override(original, text, rules);
      // The walk keeps the names of the table, and the rule the kind of each value.
      return problems.length === 0 ? (changed as object as T) : undefined;
    },
    explain: (text) => override(original, text, rules).problems,
    show: (value) => JSON.stringify(differences(original, asTree(value))),
  };
}

/** Tables of the specification are objects of numbers, texts and nulls all the way down. */
function asTree(table: object): Tree {
  return table as Tree;
}

function override(original: Tree, text: string, rules: TableRules) {
  const problems: string[] = [];
  const patch = parseJson(text);
  if (!isObject(patch)) {
    return { changed: original, problems: ['is not a JSON object; expected {"group":{"name":1}}'] };
  }
  const changed = merge({ original, patch, path: '', rules, problems });
  if (problems.length === 0) problems.push(...(rules.whole?.(changed) ?? []));
  return { changed, problems };
}

const PROMISED = "is a fixed limit and can't be set; remove it";

interface Merge {
  readonly original: Tree;
  readonly patch: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly rules: TableRules;
  readonly problems: string[];
}

function merge({ original, patch, path, rules, problems }: Merge): Tree {
  for (const name of Object.keys(patch)) {
    if (Object.hasOwn(original, name)) continue;
    const nearest = nearestName(name, Object.keys(original));
    const hint = nearest === undefined ? '' : `. Did you mean ${path}${nearest}?`;
    problems.push(`${path}${name}: unknown name${hint}`);
  }
  const changed = Object.entries(original).map(([name, value]): [string, Leaf | Tree] => {
    if (!Object.hasOwn(patch, name)) return [name, value];
    const replacement = patch[name];
    const here = `${path}${name}`;
    if (isTree(value)) {
      if (isObject(replacement)) {
        const inner = { original: value, patch: replacement, path: `${here}.`, rules, problems };
        return [name, merge(inner)];
      }
      problems.push(`${here}: expected an object with the values to replace`);
      return [name, value];
    }
    const expected = rules.leaf(here, value, replacement);
    if (rules.isPromised?.(here) === true) problems.push(`${here}: ${PROMISED}`);
    else if (expected !== undefined) problems.push(`${here}: expected ${expected}`);
    return [name, isLeaf(replacement) ? replacement : value];
  });
  return Object.fromEntries(changed);
}

function differences(original: Tree, changed: Tree): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    const before = original[name];
    if (isTree(value) && isTree(before)) {
      const inner = differences(before, value);
      if (Object.keys(inner).length > 0) found[name] = inner;
    } else if (value !== before) {
      found[name] = value;
    }
  }
  return found;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTree(value: Leaf | Tree | undefined): value is Tree {
  return typeof value === 'object' && value !== null;
}

function isLeaf(value: unknown): value is Leaf {
  return value === null || typeof value === 'number' || typeof value === 'string';
}

/** Limits say by their name what they are: a ratio, a factor, or a whole number of something. */
export const LIMIT_RULES: TableRules = {
  isPromised,
  leaf(path, original, value) {
    if (path.endsWith('Ratio')) {
      const isRatio = typeof value === 'number' && value > 0 && value <= 1;
      return isRatio ? undefined : 'a number over 0 and up to 1';
    }
    if (path.endsWith('Factor') || !Number.isInteger(original)) {
      const isPositive = typeof value === 'number' && Number.isFinite(value) && value > 0;
      return isPositive ? undefined : 'a number over 0';
    }
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
    return isWhole ? undefined : 'an integer of 1 or greater';
  },
  whole: (table) =>
    Object.entries(table).flatMap(([group, values]) =>
      isTree(values) ? wrongOrder(group, values) : [],
    ),
};

/** `…Min` and `…Default` stay below the `…Max` of the same name. */
function wrongOrder(group: string, values: Tree): string[] {
  return Object.entries(values).flatMap(([name, low]) => {
    const stem = /^(.+)(?:Min|Default)$/.exec(name)?.[1];
    const high = stem === undefined ? undefined : values[`${stem}Max`];
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return [];
    return [`${group}.${name} (${low}) is greater than ${group}.${stem}Max (${high})`];
  });
}

export function planRules(overages: readonly string[]): TableRules {
  return {
    leaf(path, _original, value) {
      if (path.endsWith('.overage')) {
        const isKnown = typeof value === 'string' && overages.includes(value);
        return isKnown ? undefined : `one of ${overages.join(', ')}`;
      }
      const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
      return isCount || value === null
        ? undefined
        : 'an integer of 0 or greater, or null for no limit';
    },
  };
}
