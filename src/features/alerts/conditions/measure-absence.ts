/** Whether anybody is silent: no event accepted in the window, and none that could be on its way. */
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';
import {
  type ArrivalCount,
  type ArrivalCounting,
  countArrivals,
} from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  arrivalBounds,
  type Asking,
  findBehind,
  inBudget,
  type TickWindow,
  windowOf,
} from './asking.ts';
import { groupHash, makeKey } from './groups.ts';
import type { GroupKey, Known, MeasuredGroup, Measurement, SeenMember } from './measurement.ts';

export async function measureAbsence(asking: Asking): Promise<Measurement> {
  const window = windowOf(asking.rule.settings, asking.tick.at);
  const behind = await findBehind(asking, window.from, window.to);
  const value = asking.tick.counted?.count ?? (await countAll(asking, window));
  const group = {
    key: null,
    hash: groupHash(null),
    value,
    holds: silenceOf(value, behind.length > 0),
    eventsFrom: window.from,
    eventsTo: window.to,
  };
  return { kind: 'measured', groups: [group], isCut: false, behind, isLearning: false };
}

async function countAll(asking: Asking, window: TickWindow): Promise<number> {
  const { rows } = await countAccepted(asking, window, { by: [], rowsMax: 1 });
  return rows[0]?.count ?? 0;
}

function silenceOf(count: number, isBehind: boolean): 'true' | 'safe' | 'unknown' {
  if (count > 0) return 'safe';
  return isBehind ? 'unknown' : 'true';
}

/** Events received before the window began may have been stored within it, provided that ingestion was not behind. */
const ON_ITS_WAY_MS = LIMITS.gaps.lagMs;

export function acceptedFrom({ from }: TickWindow): number {
  return from - ON_ITS_WAY_MS;
}

/** Counts what was accepted and stored in a window; events that were held back or replayed are no sign of life. */
async function countAccepted(
  asking: Asking,
  window: TickWindow,
  counting: Pick<ArrivalCounting, 'by' | 'rowsMax' | 'windows'>,
): Promise<{ readonly rows: readonly ArrivalCount[]; readonly isCut: boolean }> {
  const { needs, actor, tree, tick, rule } = asking;
  const bounds = arrivalBounds(rule.settings, window);
  const arrival = { ...bounds.arrival, receivedFrom: acceptedFrom(window) };
  return inBudget(asking, (times) =>
    countArrivals(
      needs.search,
      actor,
      { ...bounds, ...times, arrival, query: tree, lateMsMin: 0, order: 'most', ...counting },
      tick.signal,
    ),
  );
}

type AbsenceCondition = ConditionOf<'absence'>;

/** Who of those that are known to send is silent. */

const { ruleMembersMax, memberSeenEveryMs } = LIMITS.alerts;

/** State stored once history has been read. */
const LEARNT = JSON.stringify({ learnt: true });

export async function measureMembers(
  asking: Asking,
  condition: AbsenceCondition,
  known: Known,
): Promise<Measurement> {
  const { rule, tick } = asking;
  const window = windowOf(rule.settings, tick.at);
  const behind = await findBehind(asking, window.from, window.to);
  const isFirst = known.memory === '';
  const history = isFirst
    ? await readSigns(asking, condition, historyOf(condition, window))
    : undefined;
  const present = await readSigns(asking, condition, window);
  const expected = new Set(expectedKeys(condition).map((key) => groupHash(key)));
  const members = new Map(
    known.members.map((row) => [row.group_hash, memberOf(row, expected.has(row.group_hash))]),
  );
  const noted = noteSigns(condition, window, { members, expected }, [
    ...(history?.signs.values() ?? []),
    ...present.signs.values(),
  ]);
  addExpected(condition, members);
  const { groups, expired } = judgeMembers(condition, window, {
    members,
    present: present.signs,
    isCut: present.isCut,
    isBehind: behind.length > 0,
  });
  const seen = noted.seen.filter(({ hash }) => !expired.includes(hash));
  const isNews = seen.length > 0 || expired.length > 0 || noted.isFull;
  return {
    kind: 'measured',
    groups,
    isCut: present.isCut || history?.isCut === true,
    behind,
    isLearning: groups.length === 0 && expired.length === 0,
    ...(isFirst ? { memory: LEARNT } : {}),
    ...(isNews ? { members: { seen, expired, isFull: noted.isFull } } : {}),
  };
}

interface Member {
  readonly key: GroupKey;
  readonly hash: string;
  readonly windowsSeen: number;
  readonly isExpected: boolean;
  readonly firstSeenAt: number | null;
  readonly lastSeenAt: number | null;
}

/** A sign of life: how often, and when first and last. */
interface Sign {
  readonly key: GroupKey;
  readonly hash: string;
  readonly count: number;
  readonly windows: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** The present version of the rule decides which members are expected. */
function memberOf(row: AlertMemberRow, isExpected: boolean): Member {
  return {
    key: JSON.parse(row.group_key) as GroupKey,
    hash: row.group_hash,
    windowsSeen: row.windows_seen,
    isExpected,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

function historyOf({ learn }: AbsenceCondition, { to }: TickWindow): TickWindow {
  return { from: to - learn * SECOND_MS, to };
}

async function readSigns(
  asking: Asking,
  { by }: AbsenceCondition,
  stretch: TickWindow,
): Promise<{ readonly signs: ReadonlyMap<string, Sign>; readonly isCut: boolean }> {
  const sizeMs = asking.rule.settings.window * SECOND_MS;
  const windows = { first: Math.floor(stretch.from / sizeMs) * sizeMs, sizeMs };
  const { rows, isCut } = await countAccepted(asking, stretch, {
    by,
    windows,
    rowsMax: ruleMembersMax,
  });
  const signs = new Map<string, Sign>();
  for (const { key: values, count, windows: seen, storedTimes } of rows) {
    const key = makeKey(by, values);
    const hash = groupHash(key);
    const [firstAt, lastAt] = storedTimes ?? [stretch.from, stretch.from];
    signs.set(hash, { key, hash, count, windows: seen, firstAt, lastAt });
  }
  return { signs, isCut };
}

/** Records the members seen; returns the changes worth storing. */
function noteSigns(
  condition: AbsenceCondition,
  { from, to }: TickWindow,
  { members, expected }: { members: Map<string, Member>; expected: ReadonlySet<string> },
  signs: readonly Sign[],
): { readonly seen: readonly SeenMember[]; readonly isFull: boolean } {
  const seen = new Map<string, SeenMember>();
  let isFull = false;
  for (const sign of signs) {
    const before = members.get(sign.hash);
    const isExpected = expected.has(sign.hash);
    if (before === undefined && !isExpected && members.size >= condition.maxMembers) {
      isFull = true;
      continue;
    }
    const next = { ...nextMember(condition, before, sign, to - from), isExpected };
    members.set(sign.hash, next);
    if (isWorthNoting(before, next)) seen.set(sign.hash, next);
  }
  return { seen: [...seen.values()], isFull };
}

type NotedMember = Member & SeenMember;

function nextMember(
  { minSeen, learn }: AbsenceCondition,
  before: Member | undefined,
  sign: Sign,
  windowMs: number,
): NotedMember {
  const { key, hash, firstAt, lastAt } = sign;
  const windowAt = (at: number): number => Math.floor(at / windowMs);
  const isKnown = before !== undefined && before.windowsSeen >= minSeen;
  const isOld =
    before?.firstSeenAt !== null &&
    before?.firstSeenAt !== undefined &&
    !isKnown &&
    lastAt - before.firstSeenAt > learn * SECOND_MS;
  if (before === undefined || before.lastSeenAt === null || isOld) {
    const windowsSeen = Math.min(sign.windows, minSeen);
    const member = { key, hash, windowsSeen, isExpected: false };
    return { ...member, firstSeenAt: firstAt, lastSeenAt: lastAt };
  }
  // Windows are those of the calendar: however many ticks look at one, it counts once.
  const more = windowAt(lastAt) > windowAt(before.lastSeenAt) ? 1 : 0;
  return {
    ...before,
    windowsSeen: Math.min(before.windowsSeen + more, minSeen),
    firstSeenAt: before.firstSeenAt ?? firstAt,
    lastSeenAt: Math.max(lastAt, before.lastSeenAt),
  };
}

function isWorthNoting(before: Member | undefined, next: NotedMember): boolean {
  if (before === undefined || before.lastSeenAt === null) return true;
  if (before.windowsSeen !== next.windowsSeen) return true;
  if (before.firstSeenAt !== next.firstSeenAt) return true;
  return next.lastSeenAt - before.lastSeenAt >= memberSeenEveryMs;
}

function expectedKeys({ by, expected }: AbsenceCondition): GroupKey[] {
  return expected.map((key) =>
    makeKey(
      by,
      by.map((name) => key[name]),
    ),
  );
}

function addExpected(condition: AbsenceCondition, members: Map<string, Member>): void {
  for (const key of expectedKeys(condition)) {
    const hash = groupHash(key);
    const never = { windowsSeen: 0, firstSeenAt: null, lastSeenAt: null };
    const before = members.get(hash) ?? { key, hash, ...never };
    members.set(hash, { ...before, isExpected: true });
  }
}

interface Facts {
  readonly members: ReadonlyMap<string, Member>;
  readonly present: ReadonlyMap<string, Sign>;
  /** There are more senders than a response can contain: a missing one may still be present. */
  readonly isCut: boolean;
  readonly isBehind: boolean;
}

function judgeMembers(
  { minSeen, expire }: AbsenceCondition,
  { from, to }: TickWindow,
  { members, present, isCut, isBehind }: Facts,
): { readonly groups: readonly MeasuredGroup[]; readonly expired: readonly string[] } {
  const groups: MeasuredGroup[] = [];
  const expired: string[] = [];
  for (const { key, hash, windowsSeen, isExpected, lastSeenAt } of members.values()) {
    const isGone = lastSeenAt !== null && to - lastSeenAt > expire * SECOND_MS;
    if (!isExpected && isGone && !isBehind) {
      expired.push(hash);
      continue;
    }
    if (!isExpected && windowsSeen < minSeen) continue;
    const value = present.get(hash)?.count ?? 0;
    const holds = silenceOf(value, isBehind || isCut);
    groups.push({ key, hash, value, holds, eventsFrom: from, eventsTo: to });
  }
  return { groups, expired };
}
