/**
 * Counts rows without reading them: from the counts of each minute that every group keeps. Of a minute that a range
 * covers only in part the rows are read, and only where the group has rows on both sides of the end.
 */
import { setImmediate } from 'node:timers/promises';
import type { Expression, Select } from '../../duckdb/dialect/tree.ts';
import { isMinute } from '../../duckdb/dialect/logs-read.ts';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { type GroupSummary, groupsOf, type PartSummary } from '../part-jobs.ts';
import { evaluate, namesIn, type Scope, type Spend, visit } from './evaluate.ts';
import { isRead, type Read, readConditions } from './read-conditions.ts';
import { type Item, itemsOf, type Table } from './run-query.ts';
import { isTrue, keyOf, NotDirect, type Value } from './value.ts';

export interface CountNeeds {
  readonly parameter: Scope['parameter'];
  readonly spend: Spend;
  /** Called after other work had its turn. */
  readonly rested: () => void;
  readonly parts: readonly PartSummary[];
  /** Counts rows by the combinations of their group. */
  readonly countMinute: (minute: RowsOfMinute) => Promise<Uint32Array>;
}

/** Rows of a group within a part of a minute. */
export interface RowsOfMinute {
  readonly part: PartSummary;
  readonly group: GroupSummary;
  readonly from: number;
  readonly to: number;
}

/** Counts and what they were counted from. */
export interface CountedTable extends Table {
  /** Rows of the organization within the range. */
  readonly rowsCounted: number;
}

/** More are the engine's: rows of answers are made on the thread that answers requests. */
const GROUPS_MAX = 5_000;
/** So long others wait at most. */
const WORK_MS_MAX = 10;
/** Ends of a range that are no whole minutes, in as many groups as have rows of them. */
const CUT_MINUTES_MAX = 16;

/** Throws `NotDirect` where counts do not tell. */
export async function countLogs(needs: CountNeeds, select: Select): Promise<CountedTable> {
  const isOrdered = select.orderBy.length > 0 || select.limit !== undefined;
  if (isOrdered || select.having !== undefined) throw new NotDirect('such counts');
  const read = readConditions(needs.parameter, select.conditions);
  const items = itemsOf(select);
  const counts = items.map(({ expression }) => isCount(expression));
  const keys = items.filter((_, i) => counts[i] !== true);
  requireKeys(select, keys);
  const groups = createGroups(needs, read.conditions, keys);
  let rowsCounted = 0;
  let cuts = 0;
  const breathe = createBreathing(needs.rested);
  for (const part of needs.parts) {
    for (const group of groupsOf(part, read.organization)) {
      if (!isRead(read, group.index)) continue;
      await breathe();
      if (groups.wantsMinutes) await learnMinutes(read, group, groups, breathe);
      rowsCounted += addGroup(read, group, groups);
      for (const cut of cutMinutes(read, group)) {
        if (++cuts > CUT_MINUTES_MAX) throw new NotDirect('so many parts of minutes');
        const counted = await needs.countMinute({ part, group, ...cut });
        rowsCounted += addMinute(counted, cut.minute, group, groups);
      }
    }
  }
  const made = groups.all(keys.length === 0);
  const rows = made.map(({ values, count }) => {
    const rest = [...values];
    return items.map((_, i) => (counts[i] === true ? count : (rest.shift() ?? null)));
  });
  return { names: items.map(({ name }) => name), rows, rowsCounted };
}

/** Lets others in when work has taken long enough. */
function createBreathing(rested: () => void): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < WORK_MS_MAX) return undefined;
    return setImmediate().then(() => {
      rested();
      startedAt = performance.now();
    });
  };
}

/** Months have so many minutes that computing their keys takes a while. */
async function learnMinutes(
  read: Read,
  group: GroupSummary,
  groups: Groups,
  breathe: () => Promise<void> | undefined,
): Promise<void> {
  const [first, last] = group.bounds.timestamp;
  if (last < read.from || first >= read.to) return;
  const { minutes } = countsOf(group);
  let [before, learned] = [-1, 0];
  // A minute has an entry for each combination.
  for (let i = 0; i < minutes.length; i++) {
    const minute = minutes[i] ?? 0;
    if (minute === before || !isCovered(read, minute, first, last)) continue;
    groups.keyOfMinute(minute);
    before = minute;
    if (++learned % MINUTES_AT_ONCE === 0) await breathe();
  }
}

const MINUTES_AT_ONCE = 256;

/** `count()`, as a number of any type. */
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
  /** The same for those of other groups with the same values. */
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Groups {
  /** The key number for rows of a combination; undefined if they match no condition. */
  keyOfCombination(combination: Combination): number | undefined;
  /** The number of the key that rows of a minute have. */
  keyOfMinute(minute: number): number;
  add(combinationKey: number, minuteKey: number, rows: number): void;
  readonly wantsMinutes: boolean;
  all(isOne: boolean): { readonly values: readonly Value[]; readonly count: number }[];
}

const COUNTED = new Set(['index_name', 'level', 'source', 'service']);

/** Each key depends only on the combination or only on the minute, so it is computed once for each of them. */
function createGroups(
  { parameter, spend }: CountNeeds,
  conditions: readonly Expression[],
  keys: readonly Item[],
): Groups {
  const ofMinute = keys.map(({ expression }) => readsMinute(expression));
  const wantsMinutes = ofMinute.includes(true);
  const combinations = createKeys(keys.filter((_, i) => ofMinute[i] !== true));
  const minutes = createKeys(keys.filter((_, i) => ofMinute[i] === true));
  const known = new Map<string, number | undefined>();
  const knownMinutes = new Map<number, number>();
  /** By the key of the minute, then by that of the combination. */
  const counts: number[][] = [];
  let made = 0;
  return {
    wantsMinutes,
    keyOfCombination(combination) {
      if (known.has(combination.name)) return known.get(combination.name);
      const scope = combinationScope({ parameter, spend }, combination);
      const isMeant = conditions.every((each) => isTrue(evaluate(each, scope)));
      const key = isMeant ? combinations.numberOf(scope) : undefined;
      known.set(combination.name, key);
      return key;
    },
    keyOfMinute(minute) {
      if (!wantsMinutes) return 0;
      const before = knownMinutes.get(minute);
      if (before !== undefined) return before;
      const key = minutes.numberOf(minuteScope({ parameter, spend }, minute));
      knownMinutes.set(minute, key);
      return key;
    },
    add(combinationKey, minuteKey, rows) {
      const own = (counts[minuteKey] ??= []);
      const before = own[combinationKey];
      if (before === undefined && ++made > GROUPS_MAX) throw new NotDirect('so many groups');
      own[combinationKey] = (before ?? 0) + rows;
    },
    all(isOne) {
      const all = counts.flatMap((own, minuteKey) =>
        own.flatMap((count, combinationKey) => {
          const [a, b] = [combinations.valuesOf(combinationKey), minutes.valuesOf(minuteKey)];
          const values = ofMinute.map((isMinuteKey) => (isMinuteKey ? b : a).shift() ?? null);
          return [{ values, count }];
        }),
      );
      return isOne && all.length === 0 ? [{ values: [], count: 0 }] : all;
    },
  };
}

/** Numbers of different values that some keys have together. */
function createKeys(keys: readonly Item[]) {
  const numbers = new Map<string, number>();
  const all: (readonly Value[])[] = [];
  return {
    numberOf(scope: Scope): number {
      const values = keys.map(({ expression }) => evaluate(expression, scope));
      const name = values.map(keyOf).join('\u0000');
      const before = numbers.get(name);
      if (before !== undefined) return before;
      numbers.set(name, all.length);
      return all.push(values) - 1;
    },
    valuesOf: (number: number): Value[] => [...(all[number] ?? [])],
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

function combinationScope(given: Given, combination: Combination): Scope {
  return {
    ...given,
    valueOf(name) {
      const value = combination.values[name];
      if (value === undefined || !COUNTED.has(name)) throw new NotDirect(`the name ${name}`);
      return value;
    },
  };
}

type Given = Pick<Scope, 'parameter' | 'spend'>;

function minuteScope(given: Given, minute: number): Scope {
  const time = new Date(minute * MINUTE_MS);
  return {
    ...given,
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
      name: JSON.stringify([group.index, level, source, service]),
      values: { index_name: group.index, level, source, service },
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

/** Returns how many rows of the range the group has in whole minutes. */
function addGroup(read: Read, group: GroupSummary, groups: Groups): number {
  const [first, last] = group.bounds.timestamp;
  if (last < read.from || first >= read.to) return 0;
  const counts = countsOf(group);
  const keys = counts.combinations.map((each) => groups.keyOfCombination(each));
  const isWhole = first >= read.from && last < read.to;
  if (isWhole && !groups.wantsMinutes) return addRows(counts.totals, keys, 0, groups);
  const { minutes } = counts;
  let sum = 0;
  let [minute, minuteKey] = [-1, -1];
  for (let i = 0; i < minutes.length; i++) {
    if (minutes[i] !== minute) {
      minute = minutes[i] ?? 0;
      minuteKey = isCovered(read, minute, first, last) ? groups.keyOfMinute(minute) : -1;
    }
    if (minuteKey < 0) continue;
    const rows = counts.rows[i] ?? 0;
    const key = keys[counts.which[i] ?? 0];
    sum += rows;
    if (key !== undefined) groups.add(key, minuteKey, rows);
  }
  return sum;
}

function addMinute(
  counted: Uint32Array,
  minute: number,
  group: GroupSummary,
  groups: Groups,
): number {
  const keys = countsOf(group).combinations.map((each) => groups.keyOfCombination(each));
  return addRows(counted, keys, groups.keyOfMinute(minute), groups);
}

/** Of each combination; returns how many there are. */
function addRows(
  counted: Uint32Array,
  keys: readonly (number | undefined)[],
  minuteKey: number,
  groups: Groups,
): number {
  let sum = 0;
  for (const [which, rows] of counted.entries()) {
    const key = keys[which];
    sum += rows;
    if (rows > 0 && key !== undefined) groups.add(key, minuteKey, rows);
  }
  return sum;
}

/** Whether all rows of the group in the minute are within the range of the read. */
function isCovered(read: Read, minute: number, first: number, last: number): boolean {
  const from = Math.max(minute * MINUTE_MS, first);
  const to = Math.min((minute + 1) * MINUTE_MS, last + 1);
  return read.from <= from && read.to >= to && from < to;
}

interface CutMinute {
  readonly minute: number;
  readonly from: number;
  readonly to: number;
}

/** Minutes of which the range has only a part of the rows. */
function cutMinutes({ from, to }: Read, { bounds }: GroupSummary): CutMinute[] {
  const [first, last] = bounds.timestamp;
  const ends = [from, to].filter((end) => end > first && end <= last && end % MINUTE_MS !== 0);
  const minutes = [...new Set(ends.map((end) => Math.floor(end / MINUTE_MS)))];
  return minutes.map((minute) => ({
    minute,
    from: Math.max(from, minute * MINUTE_MS),
    to: Math.min(to, (minute + 1) * MINUTE_MS),
  }));
}
