/**
 * Counts rows without reading them: from the counts of each minute that every group keeps. Of a minute that a range
 * covers only in part the rows are read, and only where the group has rows on both sides of the end.
 */
import type { Expression, Select } from '../../duckdb/dialect/tree.ts';
import { isMinute } from '../../duckdb/dialect/logs-read.ts';
import { MINUTE_MS } from '../../../../spec/units.ts';
import type { GroupSummary, PartSummary } from '../part-jobs.ts';
import { evaluate, namesIn, type Scope, visit } from './evaluate.ts';
import { isRead, type Read, readConditions } from './read-conditions.ts';
import { type Item, itemsOf, type Table } from './run-query.ts';
import { isTrue, keyOf, NotDirect, type Value } from './value.ts';

export interface CountNeeds {
  readonly parameter: Scope['parameter'];
  readonly parts: readonly PartSummary[];
  /** Rows of minutes that somebody has counted, by the combinations of their group. */
  readonly known: ReadonlyMap<string, Uint32Array>;
}

/** Rows of a group within a part of a minute. */
export interface RowsOfMinute {
  /** Under which `known` has them. */
  readonly name: string;
  readonly part: PartSummary;
  readonly group: GroupSummary;
  readonly from: number;
  readonly to: number;
}

/** Counts alone do not tell: these rows have to be counted first. */
export class NeedsRows extends Error {
  readonly wanted: RowsOfMinute;

  constructor(wanted: RowsOfMinute) {
    super('rows of a minute have to be counted');
    this.name = 'NeedsRows';
    this.wanted = wanted;
  }
}

/** Counts and what they were counted from. */
export interface CountedTable extends Table {
  /** Rows of the organization within the range. */
  readonly rowsCounted: number;
}

export function countLogs(needs: CountNeeds, select: Select): CountedTable {
  const isOrdered = select.orderBy.length > 0 || select.limit !== undefined;
  if (isOrdered) throw new NotDirect('an order of rows');
  const read = readConditions(needs.parameter, select.conditions);
  const items = itemsOf(select);
  const counts = items.map(({ expression }) => isCount(expression));
  const keys = items.filter((_, i) => counts[i] !== true);
  requireKeys(select, keys);
  const groups = createGroups(needs, keys);
  let rowsCounted = 0;
  for (const part of needs.parts) {
    for (const group of part.groups) {
      if (group.organization !== read.organization || !isRead(read, group.index)) continue;
      rowsCounted += addGroup(needs, read, part, group, groups);
    }
  }
  const made = groups.all(keys.length === 0);
  const rows = made.map(({ values, count }) => {
    const rest = [...values];
    return items.map((_, i) => (counts[i] === true ? count : (rest.shift() ?? null)));
  });
  return { names: items.map(({ name }) => name), rows, rowsCounted };
}

/** `count()`, as a number of whichever kind. */
export function isCount(expression: Expression): boolean {
  if (expression.kind !== 'call') return false;
  const { name, arguments: given, over } = expression;
  if (over !== undefined) return false;
  const [inner] = given;
  if (name === 'toFloat64') return inner !== undefined && isCount(inner);
  return name === 'count' && given.length === 0;
}

/** Rows are grouped by all keys, and by nothing else. */
function requireKeys({ groupBy }: Select, keys: readonly Item[]): void {
  const names = groupBy.map((each) => (each.kind === 'name' ? each.name : ''));
  const isSame = names.length === keys.length && keys.every(({ name }) => names.includes(name));
  if (!isSame) throw new NotDirect('such groups');
}

/** Which combination of few values rows have. */
interface Combination {
  readonly index_name: string;
  readonly level: string;
  readonly source: string;
  readonly service: string;
}

interface Groups {
  add(combination: Combination, minute: number | undefined, rows: number): void;
  readonly wantsMinutes: boolean;
  all(isOne: boolean): { readonly values: readonly Value[]; readonly count: number }[];
}

const COUNTED = new Set(['index_name', 'level', 'source', 'service']);

/** Each key depends on the combination alone, or on the minute alone: so it is computed once for each of them. */
function createGroups({ parameter }: CountNeeds, keys: readonly Item[]): Groups {
  const ofMinute = keys.map(({ expression }) => readsMinute(expression));
  const minuteKeys = new Map<number, readonly Value[]>();
  const combinationKeys = new Map<Combination, readonly Value[]>();
  const groups = new Map<string, { readonly values: readonly Value[]; count: number }>();
  const names = new Map<readonly Value[], string>();
  const valuesFor = (isWanted: (i: number) => boolean, scope: Scope): readonly Value[] => {
    const values = keys.flatMap(({ expression }, i) =>
      isWanted(i) ? [evaluate(expression, scope)] : [],
    );
    names.set(values, values.map(keyOf).join('\u0000'));
    return values;
  };
  return {
    wantsMinutes: ofMinute.includes(true),
    add(combination, minute = 0, rows) {
      let ofCombination = combinationKeys.get(combination);
      if (ofCombination === undefined) {
        ofCombination = valuesFor(
          (i) => ofMinute[i] !== true,
          combinationScope(parameter, combination),
        );
        combinationKeys.set(combination, ofCombination);
      }
      let ofThisMinute = minuteKeys.get(minute);
      if (ofThisMinute === undefined) {
        ofThisMinute = valuesFor((i) => ofMinute[i] === true, minuteScope(parameter, minute));
        minuteKeys.set(minute, ofThisMinute);
      }
      const name = `${names.get(ofCombination)}\u0001${names.get(ofThisMinute)}`;
      const known = groups.get(name);
      if (known !== undefined) {
        known.count += rows;
        return;
      }
      const [a, b] = [[...ofCombination], [...ofThisMinute]];
      const values = ofMinute.map((isMinuteKey) => (isMinuteKey ? b : a).shift() ?? null);
      groups.set(name, { values, count: rows });
    },
    all(isOne) {
      const all = [...groups.values()];
      return isOne && all.length === 0 ? [{ values: [], count: 0 }] : all;
    },
  };
}

/** Throws for a key that reads anything that is not counted, or the minute together with something else. */
function readsMinute(expression: Expression): boolean {
  let minutes = 0;
  let times = 0;
  visit(expression, (each) => {
    if (isMinute(each)) minutes++;
    if (each.kind === 'name' && each.name === 'timestamp') times++;
  });
  // A time outside of its minute is not known here.
  if (minutes !== times) throw new NotDirect('times of rows');
  const others = [...namesIn(expression)].filter((name) => name !== 'timestamp');
  if (minutes > 0 && others.length > 0) throw new NotDirect('minutes with other values');
  if (others.some((name) => !COUNTED.has(name))) throw new NotDirect('what is not counted');
  return minutes > 0;
}

function combinationScope(parameter: Scope['parameter'], combination: Combination): Scope {
  return {
    parameter,
    valueOf(name) {
      if (!COUNTED.has(name)) throw new NotDirect(`the name ${name}`);
      // The set has the names of the interface.
      return combination[name as keyof Combination];
    },
  };
}

function minuteScope(parameter: Scope['parameter'], minute: number): Scope {
  const time = new Date(minute * MINUTE_MS);
  return {
    parameter,
    valueOf(name) {
      if (name !== 'timestamp') throw new NotDirect(`the name ${name}`);
      return time;
    },
  };
}

interface PreparedCounts {
  readonly combinations: readonly Combination[];
  /** Minutes since 1970. */
  readonly minutes: Int32Array;
  readonly which: Uint32Array;
  readonly rows: Uint32Array;
  /** Of all minutes, by combination. */
  readonly totals: Uint32Array;
}

/** Made when a group is first counted, and gone with it. */
const prepared = new WeakMap<GroupSummary, PreparedCounts>();

function countsOf(group: GroupSummary): PreparedCounts {
  const known = prepared.get(group);
  if (known !== undefined) return known;
  const { combinations, minutes, which, rows } = group.counts;
  let minute = 0;
  const made = {
    combinations: combinations.map(([level, source, service]) => ({
      index_name: group.index,
      level,
      source,
      service,
    })),
    minutes: Int32Array.from(minutes, (step) => (minute += step)),
    which: Uint32Array.from(which),
    rows: Uint32Array.from(rows),
    totals: new Uint32Array(combinations.length),
  };
  for (const [i, combination] of made.which.entries()) {
    made.totals[combination] = (made.totals[combination] ?? 0) + (made.rows[i] ?? 0);
  }
  prepared.set(group, made);
  return made;
}

/** Returns how many rows of the range the group has. */
function addGroup(
  needs: CountNeeds,
  read: Read,
  part: PartSummary,
  group: GroupSummary,
  groups: Groups,
): number {
  const [first, last] = group.bounds.timestamp;
  if (last < read.from || first >= read.to) return 0;
  const counts = countsOf(group);
  const isMeant = counts.combinations.map((combination) => {
    const scope = combinationScope(needs.parameter, combination);
    return read.conditions.every((each) => isTrue(evaluate(each, scope)));
  });
  let sum = 0;
  const add = (which: number, minute: number | undefined, rows: number): void => {
    sum += rows;
    const combination = counts.combinations[which];
    if (rows > 0 && isMeant[which] === true && combination !== undefined) {
      groups.add(combination, minute, rows);
    }
  };
  const isWhole = first >= read.from && last < read.to;
  if (isWhole && !groups.wantsMinutes) {
    for (const [which, rows] of counts.totals.entries()) add(which, undefined, rows);
    return sum;
  }
  const { minutes } = counts;
  for (let i = 0; i < minutes.length; i++) {
    const minute = minutes[i] ?? 0;
    const from = Math.max(read.from, minute * MINUTE_MS, first);
    const to = Math.min(read.to, (minute + 1) * MINUTE_MS, last + 1);
    if (from >= to) continue;
    const covers = isCovered(minute, from, to, first, last);
    if (covers) add(counts.which[i] ?? 0, minute, counts.rows[i] ?? 0);
  }
  for (const { minute, from, to } of cutMinutes(read, first, last)) {
    const name = `${part.name} ${part.groups.indexOf(group)} ${from} ${to}`;
    const known = needs.known.get(name);
    if (known === undefined) throw new NeedsRows({ name, part, group, from, to });
    for (const [which, rows] of known.entries()) add(which, minute, rows);
  }
  return sum;
}

/** Whether all rows that the group has of the minute lie between both. */
function isCovered(minute: number, from: number, to: number, first: number, last: number): boolean {
  return (
    from === Math.max(minute * MINUTE_MS, first) &&
    to === Math.min((minute + 1) * MINUTE_MS, last + 1)
  );
}

interface CutMinute {
  readonly minute: number;
  readonly from: number;
  readonly to: number;
}

/** Minutes of which the range has only a part of the rows. */
function cutMinutes({ from, to }: Read, first: number, last: number): CutMinute[] {
  const ends = [from, to].filter((end) => end > first && end <= last && end % MINUTE_MS !== 0);
  const minutes = [...new Set(ends.map((end) => Math.floor(end / MINUTE_MS)))];
  return minutes.map((minute) => ({
    minute,
    from: Math.max(from, minute * MINUTE_MS),
    to: Math.min(to, (minute + 1) * MINUTE_MS),
  }));
}
