/** What an organization has of the kinds that a bundle is about, and by which keys. */
import type { Actor } from '../../base/actor.ts';
import { requirePermission } from '../../base/require-permission.ts';
import { BUNDLE_KIND_FACTS, type BundleKind } from '../../contract/bundle-kinds.ts';
import { type Definition, OWNERS_KEY } from '../../contract/check-bundle.ts';
import type { BundleThingRow } from '../../engines/metadata/tables/bundles.ts';
import { readMemberAddresses } from '../../guard/access/index.ts';
import type { ManagedKind, ManagedThing, UnitStore } from '../../room.ts';
import { OWNERS_CHANNEL } from '../../spec/alerts.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { readBundleThings } from './bundle-things-table.ts';
import { mapTexts } from './definitions.ts';

export interface State {
  readonly rows: readonly BundleThingRow[];
  readonly kinds: ReadonlyMap<BundleKind, KindState>;
  /** Email addresses of members, by their ids. */
  readonly members: ReadonlyMap<string, string>;
}

export interface KindState {
  readonly managed: ManagedKind;
  readonly things: readonly ManagedThing[];
  readonly byId: ReadonlyMap<string, ManagedThing>;
  readonly rowsById: ReadonlyMap<string, BundleThingRow>;
  readonly rowsByKey: ReadonlyMap<string, BundleThingRow>;
}

/** Reads all things of these kinds and of the kinds they refer to; the caller must be allowed to read them. */
export async function readState(
  needs: Pick<BundleNeeds, 'kinds'>,
  metadata: UnitStore,
  actor: Actor,
  wanted: readonly BundleKind[],
): Promise<State> {
  const rows = await readBundleThings(metadata, actor.organization);
  const kinds = new Map<BundleKind, KindState>();
  for (const kind of withReferred(wanted)) {
    const managed = needs.kinds().get(kind);
    if (managed === undefined) continue;
    const { read } = managed.permissions;
    const { noun } = BUNDLE_KIND_FACTS[kind];
    requirePermission(actor, read, `Reading a ${noun} requires the permission ${read}.`);
    const things = await managed.list(metadata, actor);
    const own = rows.filter((row) => row.kind === kind);
    kinds.set(kind, {
      managed,
      things,
      byId: new Map(things.map((thing) => [thing.id, thing])),
      rowsById: new Map(own.map((row) => [row.thing_id, row])),
      rowsByKey: new Map(own.map((row) => [row.key, row])),
    });
  }
  const everyone = await readMemberAddresses(metadata, actor.organization);
  return { rows, kinds, members: new Map(everyone.map(({ id, email }) => [id, email])) };
}

function withReferred(wanted: readonly BundleKind[]): ReadonlySet<BundleKind> {
  const all = new Set(wanted);
  for (const kind of wanted) {
    for (const { to } of BUNDLE_KIND_FACTS[kind].references) if (to !== 'members') all.add(to);
  }
  return all;
}

/** Returns the key of a thing of the given kind, if it has one. */
export type KeyOf = (kind: BundleKind, thing: ManagedThing) => string | undefined;

export function knownKeys(state: State): KeyOf {
  return (kind, thing) => state.kinds.get(kind)?.rowsById.get(thing.id)?.key ?? thing.key;
}

/** Replaces ids by keys in a definition; things without a key are referred to by name. */
export function toKeys(
  state: State,
  kind: BundleKind,
  definition: Definition,
  keyOf: KeyOf,
): Definition {
  let result: unknown = definition;
  for (const { path, to, isKeyed } of BUNDLE_KIND_FACTS[kind].references) {
    result = mapTexts(result, path.split('.'), (id) => {
      if (to === 'members') return state.members.get(id);
      if (to === 'channels' && id === OWNERS_CHANNEL) return OWNERS_KEY;
      const thing = state.kinds.get(to)?.byId.get(id);
      if (thing === undefined) return isKeyed ? id : undefined;
      return keyOf(to, thing) ?? thing.name;
    });
  }
  return result as Definition;
}
