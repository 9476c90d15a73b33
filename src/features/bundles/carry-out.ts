/** Makes the changes of a plan, in the transaction of the caller. */
import type { Actor } from '../../base/actor.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS, type BundleKind } from '../../contract/bundle-kinds.ts';
import { type Definition, OWNERS_KEY } from '../../contract/check-bundle.ts';
import { joinUnit } from '../../engines/metadata/join-unit.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import { recordAudit } from '../../guard/audit/index.ts';
import type { UnitStore } from '../../room.ts';
import { OWNERS_CHANNEL } from '../../spec/alerts.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { putBundleThing, removeBundleThing } from './bundle-things-table.ts';
import { isEqual, mapTexts } from './definitions.ts';
import { locate } from './locate-problems.ts';
import { appliedOf, type Plan, type PlannedThing } from './plan-bundle.ts';
import { knownKeys, type State } from './read-state.ts';
import { type SecretValues, withSecrets } from './secrets-of-bundle.ts';

interface Work {
  readonly state: State;
  readonly secrets: SecretValues;
}

/** Deletions first, to free their names and their places in the plan. */
export async function carryOut(
  needs: Pick<BundleNeeds, 'clock'>,
  unit: Unit,
  actor: Actor,
  work: Work & { readonly plan: Plan },
): Promise<void> {
  const { plan } = work;
  const { organization } = actor;
  const now = needs.clock.now();
  const metadata = joinUnit(unit);
  for (const { kind, key, managed, thing } of inOrder(plan.deletes).toReversed()) {
    await locate(kind, key, () => managed.remove(metadata, actor, thing));
    await removeBundleThing(unit, organization, kind, key);
  }
  for (const { kind, key } of plan.released) {
    await removeBundleThing(unit, organization, kind, key);
  }
  await makeThings(unit, actor, work, { things: plan.things, owner: plan.answer.bundle, now });
  const { creates, updates, deletes, adopts, bundle } = plan.answer;
  const details = {
    created: creates.length,
    updated: updates.length,
    deleted: deletes.length,
    adopted: adopts.length,
  };
  if (Object.values(details).every((count) => count === 0)) return;
  await recordAudit(unit, actor, { action: 'bundle.applied', resource: bundle, details }, now);
}

interface Made {
  readonly things: readonly PlannedThing[];
  /** The bundle that owns them from now on; null where they only have a key. */
  readonly owner: string | null;
  readonly now: number;
}

/** Creates and changes things, and stores their keys. */
export async function makeThings(
  unit: Unit,
  actor: Actor,
  work: Work,
  { things: all, owner, now }: Made,
): Promise<void> {
  const metadata = joinUnit(unit);
  const ids = new Map<string, string>();
  for (const kind of BUNDLE_KINDS) {
    const things = inTheirOrder(all.filter((each) => each.kind === kind));
    for (const planned of things) {
      const { key, wanted } = planned;
      const id = await makeOne(metadata, actor, work, ids, planned);
      ids.set(`${kind}/${key}`, id);
      const row = work.state.kinds.get(kind)?.rowsByKey.get(key);
      // A change outside its bundle does not transfer ownership: the bundle reports it as drift.
      const isForeign = owner === null && row !== undefined && row.bundle !== null;
      const bundle = isForeign ? row.bundle : owner;
      const applied = isForeign ? row.applied : JSON.stringify(wanted);
      const isKept = row?.thing_id === id && row.bundle === bundle;
      if (isKept && (isForeign || isEqual(appliedOf(row), wanted))) continue;
      const { organization } = actor;
      await putBundleThing(unit, {
        organization_id: organization,
        kind,
        key,
        thing_id: id,
        bundle,
        applied,
        applied_at: isForeign ? row.applied_at : now,
      });
    }
    await referToNew(metadata, actor, work, ids, things);
  }
}

function inOrder<Each extends { readonly kind: BundleKind }>(all: readonly Each[]): Each[] {
  return all.toSorted((a, b) => BUNDLE_KINDS.indexOf(a.kind) - BUNDLE_KINDS.indexOf(b.kind));
}

/** New things first, since others may refer to them; things with a position are ordered by it. */
function inTheirOrder(things: readonly PlannedThing[]): PlannedThing[] {
  const place = ({ wanted }: PlannedThing): number => Number(wanted['position'] ?? 0);
  const isOld = ({ thing }: PlannedThing): number => (thing === undefined ? 0 : 1);
  return things.toSorted((a, b) => place(a) - place(b) || isOld(a) - isOld(b));
}

/** The id of the thing, be it new, changed or as it was. */
async function makeOne(
  metadata: UnitStore,
  actor: Actor,
  work: Work,
  ids: ReadonlyMap<string, string>,
  { kind, key, managed, thing, wanted, fields, isAdopted }: PlannedThing,
): Promise<string> {
  const isReplaced = thing !== undefined && fields.some((field) => managed.fixed?.includes(field));
  const isNew = thing === undefined || isReplaced;
  const getsKey = managed.keepsKey === true && isAdopted && thing?.key !== key;
  if (!isNew && fields.length === 0 && !getsKey) return thing.id;
  return locate(kind, key, async () => {
    const referring = toIds(work.state, kind, wanted, ids);
    const definition = withSecrets(kind, referring, work.secrets, isNew);
    if (isReplaced) await managed.remove(metadata, actor, thing);
    if (isNew) return managed.create(metadata, actor, definition, key);
    await managed.update(metadata, actor, thing.id, definition, { fields, key });
    return thing.id;
  });
}

/** Resolves references within one kind: a target that was missing when a thing was created exists by now. */
async function referToNew(
  metadata: UnitStore,
  actor: Actor,
  { state, secrets }: Work,
  ids: ReadonlyMap<string, string>,
  things: readonly PlannedThing[],
): Promise<void> {
  const made = new Map(
    [...ids].filter(([place]) => !things.some((each) => placeOf(each) === place)),
  );
  for (const planned of things) {
    const { kind, key, managed, wanted, thing, fields } = planned;
    if (thing === undefined || fields.length > 0) {
      const then = toIds(state, kind, wanted, made);
      const now = toIds(state, kind, wanted, ids);
      const changed = Object.keys(now).filter((field) => !isEqual(now[field], then[field]));
      const id = ids.get(placeOf(planned));
      const own = ownReferences(kind);
      const late = changed.filter((field) => own.has(field));
      if (id !== undefined && late.length > 0) {
        const definition = withSecrets(kind, now, secrets, false);
        await locate(kind, key, () =>
          managed.update(metadata, actor, id, definition, { fields: late, key }),
        );
      }
      made.set(placeOf(planned), id ?? '');
    }
  }
}

function placeOf({ kind, key }: Pick<PlannedThing, 'kind' | 'key'>): string {
  return `${kind}/${key}`;
}

/** Fields by which things of one kind refer to each other. */
function ownReferences(kind: BundleKind): ReadonlySet<string> {
  const own = BUNDLE_KIND_FACTS[kind].references.filter(
    ({ to, isKeyed }) => to === kind && !isKeyed,
  );
  return new Set(own.map(({ path }) => path.split('.')[0] ?? path));
}

/** Replaces keys by ids in a definition; references to missing things are left out. */
function toIds(
  state: State,
  kind: BundleKind,
  definition: Definition,
  made: ReadonlyMap<string, string>,
): Definition {
  const keyOf = knownKeys(state);
  const members = new Map([...state.members].map(([id, email]) => [email, id]));
  let result: unknown = definition;
  for (const { path, to, isKeyed } of BUNDLE_KIND_FACTS[kind].references) {
    if (isKeyed) continue;
    result = mapTexts(result, path.split('.'), (text) => {
      if (to === 'members') return members.get(text);
      if (to === 'channels' && text === OWNERS_KEY) return OWNERS_CHANNEL;
      const id = made.get(`${to}/${text}`);
      if (id !== undefined) return id;
      const things = state.kinds.get(to)?.things ?? [];
      const known =
        things.find((thing) => keyOf(to, thing) === text) ??
        things.find((thing) => thing.name === text);
      return known?.id;
    });
  }
  return result as Definition;
}
