import type { OrganizationId } from '../../base/ids.ts';
import type { Limits } from '../../spec/limits.ts';
import type { ClaimBounds } from './queue.ts';

/** What the lines need to know of an entry; the payload stays where it is stored. */
export interface Waiting {
  readonly organization: OrganizationId;
  readonly events: number;
  readonly bytes: number;
}

/**
 * Unclaimed entries: one line per organization, organizations in turn. A flood of one organization lengthens only its
 * own line and nobody else's wait.
 */
export interface WaitingLines<E extends Waiting> {
  readonly isEmpty: boolean;
  /** To the end of its organization's line. */
  add(entry: E): void;
  /** To the front again, in the order they were taken. */
  putBack(entries: readonly E[]): void;
  /** At least one entry, then more while they fit; empty when nothing waits. */
  take(bounds: ClaimBounds): E[];
  /** The oldest of all organizations, at least `events` events if there are as many. */
  takeOldest(events: number): E[];
  takeAll(organization: OrganizationId): E[];
  /** The oldest of each organization. */
  fronts(): E[];
  /** Takes out what another node has taken. */
  remove(entry: E): void;
}

interface Line<E> {
  entries: E[];
  /** Where the line begins: moving the start is cheaper than moving the entries. */
  start: number;
}

/** The insertion order of the `Map` is the order of turns: after its turn, an organization moves to the end. */
type Ring<E> = Map<OrganizationId, Line<E>>;

/** What a claim may take from the lines, in addition to its own bounds. */
export type LineLimits = Pick<Limits['queue'], 'claimEntriesMax' | 'turnEvents'>;

export function createWaitingLines<E extends Waiting>(
  limits: LineLimits,
  orderOf: (entry: E) => bigint,
): WaitingLines<E> {
  const ring: Ring<E> = new Map();
  return {
    get isEmpty() {
      return ring.size === 0;
    },
    add: (entry) => add(ring, entry),
    putBack: (entries) => putBack(ring, entries),
    take: (bounds) => take(ring, limits, bounds),
    takeOldest: (events) => takeOldest(ring, orderOf, events),
    takeAll(organization) {
      const line = ring.get(organization);
      ring.delete(organization);
      return line === undefined ? [] : line.entries.slice(line.start);
    },
    fronts: () => [...ring.values()].flatMap((line) => line.entries[line.start] ?? []),
    remove: (entry) => remove(ring, entry),
  };
}

/** Whether a claim of these entries may be handed out to a caller with these bounds. */
export function isAdmitted(entries: readonly Waiting[], { admits }: ClaimBounds): boolean {
  return admits === undefined || entries.every(({ organization }) => admits(organization));
}

function add<E extends Waiting>(ring: Ring<E>, entry: E): void {
  const line = ring.get(entry.organization);
  if (line === undefined) ring.set(entry.organization, { entries: [entry], start: 0 });
  else line.entries.push(entry);
}

function putBack<E extends Waiting>(ring: Ring<E>, entries: readonly E[]): void {
  const returned = Map.groupBy(entries, (entry) => entry.organization);
  for (const [organization, group] of returned) {
    const line = ring.get(organization);
    const rest = line === undefined ? [] : line.entries.slice(line.start);
    ring.set(organization, { entries: [...group, ...rest], start: 0 });
  }
}

function take<E extends Waiting>(ring: Ring<E>, limits: LineLimits, bounds: ClaimBounds): E[] {
  const taken: E[] = [];
  let events = 0;
  let bytes = 0;
  const fits = (entry: E): boolean =>
    taken.length === 0 ||
    (taken.length < limits.claimEntriesMax &&
      events + entry.events <= bounds.eventsMax &&
      bytes + entry.bytes <= bounds.bytesMax);

  // An organization that moves to the end of the map during the loop is visited again. If its next entry does not fit,
  // it keeps its place, and so is served first by the next claim.
  for (const [organization, line] of ring) {
    if (bounds.admits?.(organization) === false) continue;
    if (events >= bounds.eventsMax || bytes >= bounds.bytesMax) break;
    const turnEndsAt = events + limits.turnEvents;
    let entry = line.entries[line.start];
    let hadTurn = false;
    while (entry !== undefined && events < turnEndsAt && fits(entry)) {
      taken.push(entry);
      events += entry.events;
      bytes += entry.bytes;
      hadTurn = true;
      entry = leave(line);
    }
    if (!hadTurn) continue;
    ring.delete(organization);
    if (entry !== undefined) ring.set(organization, line);
  }
  return taken;
}

function takeOldest<E extends Waiting>(
  ring: Ring<E>,
  orderOf: (entry: E) => bigint,
  eventsMin: number,
): E[] {
  const taken: E[] = [];
  for (let events = 0; events < eventsMin && ring.size > 0;) {
    const fronts = ring.values().map((line) => line.entries[line.start]);
    const oldest = fronts.reduce((one, other) => {
      if (one === undefined || other === undefined) return one ?? other;
      return orderOf(other) < orderOf(one) ? other : one;
    });
    if (oldest === undefined) break;
    taken.push(oldest);
    events += oldest.events;
    remove(ring, oldest);
  }
  return taken;
}

function remove<E extends Waiting>(ring: Ring<E>, entry: E): void {
  const line = ring.get(entry.organization);
  if (line === undefined) return;
  const at = line.entries.indexOf(entry, line.start);
  if (at < 0) return;
  if (at === line.start) leave(line);
  else line.entries.splice(at, 1);
  if (line.start >= line.entries.length) ring.delete(entry.organization);
}

/** Lets the first of the line go and returns who is first then. */
function leave<E>(line: Line<E>): E | undefined {
  line.start++;
  // Copying a line when half of it has been consumed keeps the work per entry constant and the memory bounded.
  if (line.start > 64 && line.start * 2 > line.entries.length) {
    line.entries = line.entries.slice(line.start);
    line.start = 0;
  }
  return line.entries[line.start];
}
