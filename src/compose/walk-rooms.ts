import type { AfterRestore, OpenRoom, ResourceCounts } from '../room.ts';
import type { Offer } from './node.ts';
import * as ROOMS from './rooms.ts';

type Rooms = typeof ROOMS;
type CountsOf<Listed> = Listed extends { readonly counts: infer Counts } ? keyof Counts : never;
type Counted = { [Name in keyof Rooms]: CountsOf<Rooms[Name]> }[keyof Rooms];

/** Counts everything that the rooms keep. Does not compile while a thing of the plan is built, but counted by none. */
export function gatherCounts(): ResourceCounts {
  return mergedCounts();
}

/** The types of the rooms say what is in it; only `Object.assign` does not. */
function mergedCounts(): Pick<ResourceCounts, Counted> {
  const counts = Object.values(ROOMS).map((room) => ('counts' in room ? room.counts : {}));
  return Object.assign({}, ...counts) as Pick<ResourceCounts, Counted>;
}

export function openRooms(offer: Offer): readonly OpenRoom[] {
  return Object.values(ROOMS).map((room): OpenRoom => room.open(offer));
}

/** What rooms have to do with a restored store, access before the others. */
export function gatherAfterRestore(): readonly AfterRestore[] {
  const { accessRoom, ...others } = ROOMS;
  return [accessRoom, ...Object.values(others)].flatMap((room) =>
    'afterRestore' in room ? [room.afterRestore] : [],
  );
}
