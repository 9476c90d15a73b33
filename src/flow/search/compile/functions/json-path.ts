import { join, sql, string, uint32, type Sql } from '../../../../engines/store/sql.ts';
import type { TreeNode } from '../../../../language/index.ts';
import { refuse } from '../context.ts';
import type { Value } from '../value.ts';

export type Step = { readonly key: string } | { readonly index: number } | 'all';

const STEPS_MAX = 32;
const LISTS_MAX = 4;

/** Parses `user.roles{0}.name`; `{}` matches every element. */
export function readPath(path: string, place: Pick<TreeNode, 'start'>): Step[] {
  const steps: Step[] = [];
  for (const part of path.split('.')) {
    const match = /^([^{}]*)((?:\{\d{0,6}\})*)$/.exec(part);
    if (match === null) throw refuse(place, 'Expected a path, such as user.roles{0}.name.');
    const [, key = '', indexes = ''] = match;
    if (key !== '') steps.push({ key });
    for (const [, digits = ''] of indexes.matchAll(/\{(\d*)\}/g)) {
      steps.push(digits === '' ? 'all' : { index: Number(digits) });
    }
  }
  if (steps.length === 0 || steps.length > STEPS_MAX) {
    throw refuse(place, 'Expected a path, such as user.roles{0}.name.');
  }
  return steps;
}

/** Whether a name can be read as a path. */
export function isJsonPath(name: string): boolean {
  const parts = name.split('.');
  const isWritten = parts.every((part) => /^[^{}]+(?:\{\d{0,6}\})*$/.test(part));
  const steps = parts.length + (name.match(/\{/g)?.length ?? 0);
  return isWritten && steps <= STEPS_MAX && (name.match(/\{\}/g)?.length ?? 0) <= LISTS_MAX;
}

/** The value at a path of JSON text; NULL where there is none. */
export function jsonValue(json: Sql, path: string, place: Pick<TreeNode, 'start'>): Value {
  const steps = readPath(path, place);
  const all = steps.indexOf('all');
  const text = sql`ifNull(${json}, '')`;
  if (all < 0) {
    const raw = sql`JSONExtractRaw(${text}${argumentsOf(steps)})`;
    return { kind: 'any', sql: sql`nullIf(nullIf(${unquoted(raw)}, ''), 'null')` };
  }
  const last = steps.lastIndexOf('all');
  const list = elementsOf(text, steps.slice(0, last), place);
  const rest = argumentsOf(steps.slice(last + 1));
  const element = steps.length === last + 1 ? sql`e` : sql`JSONExtractRaw(e${rest})`;
  return {
    kind: 'multi',
    sql: sql`arrayFilter(e -> e != '', arrayMap(e -> ${unquoted(element)}, ${list}))`,
  };
}

/** The JSON at a path as it is written; the elements of lists as an array. */
export function rawJsonValue(text: Sql, path: string, place: Pick<TreeNode, 'start'>): Sql {
  const steps = readPath(path, place);
  const last = steps.lastIndexOf('all');
  if (last < 0) {
    const raw = sql`JSONExtractRaw(${text}${argumentsOf(steps)})`;
    return sql`if(${raw} = '', 'null', ${raw})`;
  }
  const list = elementsOf(text, steps.slice(0, last), place);
  const isWhole = steps.length === last + 1;
  const found = sql`arrayMap(e -> JSONExtractRaw(e${argumentsOf(steps.slice(last + 1))}), ${list})`;
  const elements = sql`arrayFilter(e -> e != '', ${isWhole ? list : found})`;
  return sql`concat('[', arrayStringConcat(${elements}, ','), ']')`;
}

/** The elements of the list at a path, itself within lists. */
function elementsOf(text: Sql, steps: readonly Step[], place: Pick<TreeNode, 'start'>): Sql {
  const parts = splitAtLists(steps);
  if (parts.length > LISTS_MAX) throw refuse(place, `A path can contain at most ${LISTS_MAX} {}.`);
  const [first = [], ...inner] = parts;
  return inner.reduce(
    (list, part) =>
      sql`arrayFlatten(arrayMap(e -> JSONExtractArrayRaw(e${argumentsOf(part)}), ${list}))`,
    sql`JSONExtractArrayRaw(${text}${argumentsOf(first)})`,
  );
}

function splitAtLists(steps: readonly Step[]): Step[][] {
  const parts: Step[][] = [[]];
  for (const step of steps) {
    if (step === 'all') parts.push([]);
    else parts.at(-1)?.push(step);
  }
  return parts;
}

export function unquoted(raw: Sql): Sql {
  return sql`if(startsWith(${raw}, '"'), JSONExtractString(${raw}), ${raw})`;
}

function argumentsOf(steps: readonly Step[]): Sql {
  const parts = steps.map((step) => {
    if (step === 'all') return sql``;
    return 'key' in step ? sql`, ${string(step.key)}` : sql`, ${uint32(step.index + 1)}`;
  });
  return join(parts, ' ');
}
