import type { OrganizationId } from '../../../base/ids.ts';
import { createDepthCount, type DepthCount } from '../depth-count.ts';
import type { ClaimBounds } from '../queue.ts';
import { createWaitingLines, type LineLimits, type WaitingLines } from '../waiting-lines.ts';
import type { EntryRef, Fate, KnownManifest } from './manifest.ts';

/** What a node knows of an entry; the payload stays on the server. */
export interface LedgerEntry {
  readonly ref: EntryRef;
  readonly sequence: number;
  readonly organization: OrganizationId;
  readonly events: number;
  readonly bytes: number;
  /** The chunks of an entry that is too large for one message. */
  readonly chunks: { readonly id: string; readonly sequences: readonly number[] } | undefined;
  /** Nanoseconds since 1970 when it came to the end of the queue; a replay moves it. */
  order: bigint;
  place: 'waiting' | 'claimed' | 'dead' | 'gone';
  /** Whether it is in a line; false while a claim of this node that includes it is being written. */
  isInLine: boolean;
}

export type EntryFacts = Omit<LedgerEntry, 'place' | 'isInLine'>;

/**
 * What one node knows of the whole queue, from the two streams it follows. Messages of the two streams
 * arrive in any order between them, and this node's own once more, so applying them is idempotent and
 * does not depend on the order.
 */
export interface Ledger {
  readonly entries: ReadonlyMap<EntryRef, LedgerEntry>;
  readonly manifests: ReadonlyMap<string, KnownManifest>;
  /** Claims that are not settled: held or free. */
  readonly openClaims: ReadonlyMap<string, KnownManifest>;
  readonly hasWaiting: boolean;
  /** The highest known sequence of an entry; includes this node's own entries, before their messages arrive. */
  readonly newest: number;
  /** Of each organization the oldest that waits, and everything that is claimed. */
  fronts(): LedgerEntry[];
  readonly depthCount: DepthCount;
  /** Out of the lines, for a manifest that is about to be written. */
  take(bounds: ClaimBounds): LedgerEntry[];
  takeOldest(events: number): LedgerEntry[];
  /** Back to the front, unless another node was faster. */
  putBack(entries: readonly LedgerEntry[]): void;
  addEntry(entry: EntryFacts): void;
  apply(manifest: KnownManifest): void;
  /** The server has no such manifest any more. */
  drop(token: string): void;
  /** Marks an entry that could not be read as removed; this node missed the message about its removal. */
  miss(ref: EntryRef): void;
  /** The manifest to which an entry belongs. */
  ownerOf(ref: EntryRef): KnownManifest | undefined;
  /** Everything that was there at the start is known: what waits gets in line, oldest first. */
  start(): void;
}

interface State {
  readonly entries: Map<EntryRef, LedgerEntry>;
  readonly manifests: Map<string, KnownManifest>;
  readonly openClaims: Map<string, KnownManifest>;
  /** The token of the manifest to which an entry belongs, including entries that have not arrived yet. */
  readonly owners: Map<EntryRef, string>;
  readonly lines: WaitingLines<LedgerEntry>;
  readonly depthCount: DepthCount;
  newest: number;
  isStarted: boolean;
}

const PLACES = {
  held: 'claimed',
  free: 'claimed',
  dead: 'dead',
  waiting: 'waiting',
  gone: 'gone',
} as const satisfies Record<Fate, LedgerEntry['place']>;

export function createLedger(limits: LineLimits): Ledger {
  const state: State = {
    entries: new Map(),
    manifests: new Map(),
    openClaims: new Map(),
    owners: new Map(),
    lines: createWaitingLines(limits, (entry) => entry.order),
    depthCount: createDepthCount(),
    newest: 0,
    isStarted: false,
  };
  return {
    entries: state.entries,
    manifests: state.manifests,
    openClaims: state.openClaims,
    depthCount: state.depthCount,
    get hasWaiting() {
      return !state.lines.isEmpty;
    },
    get newest() {
      return state.newest;
    },
    fronts() {
      const claimed = state.openClaims.values().flatMap(({ entries }) => entries);
      return [
        ...state.lines.fronts(),
        ...claimed.flatMap((ref) => {
          const entry = state.entries.get(ref);
          return entry === undefined ? [] : [entry];
        }),
      ];
    },
    take: (bounds) => taken(state.lines.take(bounds)),
    takeOldest: (events) => taken(state.lines.takeOldest(events)),
    putBack(entries) {
      const waiting = entries.filter(({ place, isInLine }) => place === 'waiting' && !isInLine);
      for (const entry of waiting) entry.isInLine = true;
      state.lines.putBack(waiting);
    },
    addEntry: (entry) => addEntry(state, entry),
    apply: (manifest) => apply(state, manifest),
    drop: (token) => drop(state, token),
    miss(ref) {
      const entry = state.entries.get(ref);
      if (entry !== undefined) move(state, entry, 'gone');
    },
    ownerOf(ref) {
      const token = state.owners.get(ref);
      return token === undefined ? undefined : state.manifests.get(token);
    },
    start() {
      state.isStarted = true;
      const waiting = [...state.entries.values()].filter(({ place }) => place === 'waiting');
      waiting.sort((one, other) => (one.order < other.order ? -1 : 1));
      for (const entry of waiting) getInLine(state, entry);
    },
  };
}

function taken(entries: LedgerEntry[]): LedgerEntry[] {
  for (const entry of entries) entry.isInLine = false;
  return entries;
}

function getInLine(state: State, entry: LedgerEntry): void {
  entry.isInLine = true;
  state.lines.add(entry);
}

function addEntry(state: State, facts: EntryFacts): void {
  state.newest = Math.max(state.newest, facts.sequence);
  if (state.entries.has(facts.ref)) return;
  const token = state.owners.get(facts.ref);
  const owner = token === undefined ? undefined : state.manifests.get(token);
  // The owner is remembered until it is dropped, since the same entry may arrive several times.
  if (owner?.fate === 'gone') return;
  const entry: LedgerEntry = { ...facts, place: 'gone', isInLine: false };
  state.entries.set(entry.ref, entry);
  if (owner?.fate === 'waiting') entry.order = owner.time;
  move(state, entry, owner === undefined ? 'waiting' : PLACES[owner.fate]);
}

function apply(state: State, manifest: KnownManifest): void {
  const before = state.manifests.get(manifest.token);
  if (before !== undefined && before.sequence >= manifest.sequence) return;
  state.manifests.set(manifest.token, manifest);
  if (PLACES[manifest.fate] === 'claimed') state.openClaims.set(manifest.token, manifest);
  else state.openClaims.delete(manifest.token);
  for (const ref of manifest.entries) {
    const token = state.owners.get(ref);
    const owner = token === undefined ? undefined : state.manifests.get(token);
    if (token !== manifest.token && isLater(owner, manifest)) continue;
    state.owners.set(ref, manifest.token);
    const entry = state.entries.get(ref);
    if (entry === undefined) continue;
    if (manifest.fate === 'waiting') entry.order = manifest.time;
    move(state, entry, PLACES[manifest.fate]);
  }
}

/** Whether the current owner of an entry keeps it. A removed entry stays removed, even if a later manifest names it. */
function isLater(owner: KnownManifest | undefined, manifest: KnownManifest): boolean {
  return owner !== undefined && (owner.fate === 'gone' || owner.sequence > manifest.sequence);
}

function drop(state: State, token: string): void {
  const manifest = state.manifests.get(token);
  state.manifests.delete(token);
  state.openClaims.delete(token);
  for (const ref of manifest?.entries ?? []) {
    if (state.owners.get(ref) !== token) continue;
    // The entries of a manifest are always deleted before the manifest.
    state.owners.delete(ref);
    const entry = state.entries.get(ref);
    if (entry !== undefined) move(state, entry, 'gone');
  }
}

/** Keeps lines and depth in step with where an entry is. */
function move(state: State, entry: LedgerEntry, place: LedgerEntry['place']): void {
  const before = entry.place;
  entry.place = place;
  if (entry.isInLine) {
    entry.isInLine = false;
    state.lines.remove(entry);
  }
  if (place === 'waiting' && state.isStarted) getInLine(state, entry);
  const counts = (where: LedgerEntry['place']): boolean =>
    where === 'waiting' || where === 'claimed';
  if (counts(place) && !counts(before)) state.depthCount.add(entry);
  if (!counts(place) && counts(before)) state.depthCount.subtract(entry);
  if (place === 'gone') state.entries.delete(entry.ref);
}
