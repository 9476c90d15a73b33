import { BUNDLE_KINDS, type BundleKind } from '../contract/bundle-kinds.ts';
import type { AfterRestore, ManagedKind, OpenRoom, ResourceCounts } from '../room.ts';
import type { Offer } from './node.ts';
import * as ROOMS from './rooms.ts';

type Rooms = typeof ROOMS;
type CountsOf<Listed> = Listed extends { readonly counts: infer Counts } ? keyof Counts : never;
type Counted = { [Name in keyof Rooms]: CountsOf<Rooms[Name]> }[keyof Rooms];

/** Counts all resources of the rooms. Doesn't compile if a resource of the plan has no count. */
export function gatherCounts(): ResourceCounts {
  return mergedCounts();
}

/** The types of the rooms determine the content; `Object.assign` can't express it. */
function mergedCounts(): Pick<ResourceCounts, Counted> {
  const counts = Object.values(ROOMS).map((room) => ('counts' in room ? room.counts : {}));
  return Object.assign({}, ...counts) as Pick<ResourceCounts, Counted>;
}

export function openRooms(offer: Omit<Offer, 'kinds'>): readonly OpenRoom[] {
  let known: ReadonlyMap<BundleKind, ManagedKind> | undefined;
  const kinds = () => (known ??= gatherKinds(rooms));
  const rooms = Object.values(ROOMS).map((room): OpenRoom => room.open({ ...offer, kinds }));
  return rooms;
}

function gatherKinds(rooms: readonly OpenRoom[]): ReadonlyMap<BundleKind, ManagedKind> {
  const all = rooms.flatMap((room) => room.kinds ?? []);
  const place = ({ kind }: ManagedKind): number => BUNDLE_KINDS.indexOf(kind);
  const ordered = all.toSorted((a, b) => place(a) - place(b));
  return new Map(ordered.map((managed) => [managed.kind, managed]));
}

/** What rooms have to do with a restored store, access before the others. */
export function gatherAfterRestore(): readonly AfterRestore[] {
  const { accessRoom, ...others } = ROOMS;
  return [accessRoom, ...Object.values(others)].flatMap((room) =>
    'afterRestore' in room ? [room.afterRestore] : [],
  );
}
