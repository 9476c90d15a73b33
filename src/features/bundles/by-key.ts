/** Manages one thing at its own address. It is planned and applied like a bundle with a single thing. */
import { createHash } from 'node:crypto';
import type { Actor } from '../../base/actor.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { BUNDLE_KIND_FACTS, type BundleKind } from '../../contract/bundle-kinds.ts';
import { checkThing, type Definition } from '../../contract/check-bundle.ts';
import { joinUnit } from '../../engines/metadata/join-unit.ts';
import { recordAudit } from '../../guard/audit/index.ts';
import { lockPlan } from '../../guard/limits/index.ts';
import type { ManagedThing, UnitStore } from '../../room.ts';
import { refuseConflicts, requireKind } from './apply-bundle.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { removeBundleThing } from './bundle-things-table.ts';
import { makeThings } from './carry-out.ts';
import { stableText } from './definitions.ts';
import { locateInBody } from './locate-problems.ts';
import { type PlannedThing, planThings } from './plan-bundle.ts';
import { shownDefinition } from './pull-bundle.ts';
import { type KindState, readState, type State } from './read-state.ts';
import type { SecretValues } from './secrets-of-bundle.ts';

export interface Address {
  readonly kind: BundleKind;
  readonly key: string;
}

export interface Shown {
  readonly definition: Definition;
  readonly etag: string;
}

export interface PutInput {
  /** The definition, and the values of its secrets. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly ifMatch: string | undefined;
}

export async function readByKey(
  needs: BundleNeeds,
  actor: Actor,
  address: Address,
): Promise<Shown> {
  const found = await find(needs, needs.metadata, actor, address);
  if (found.thing === undefined) throw notFound(BUNDLE_KIND_FACTS[address.kind].noun);
  return shown(found, found.thing, address);
}

/** Creates the thing, or changes it to match the definition. */
export async function putByKey(
  needs: BundleNeeds,
  actor: Actor,
  address: Address,
  { body, ifMatch }: PutInput,
): Promise<Shown & { readonly isNew: boolean }> {
  const { kind, key } = address;
  const { secrets = {}, ...definition } = body as { readonly secrets?: SecretValues };
  return locateInBody(kind, key, async () => {
    requireDefinition(address, definition);
    const acting = { ...actor, via: `key ${key}` };
    const plan = async (metadata: UnitStore) => {
      const found = await find(needs, metadata, acting, address);
      requireMatch(found, address, ifMatch);
      const wanted = { sections: { [kind]: { [key]: definition } } };
      const input = { wanted, state: found.state, secrets, isOwn: () => true };
      const { things, conflicts } = await planThings(metadata, acting, input);
      refuseConflicts({ conflicts });
      return { state: found.state, planned: requirePlanned(things[0]) };
    };
    // First without locks: most rejections happen here.
    const { planned } = await plan(needs.metadata);
    const { managed } = planned;
    requireKind(acting, managed, kind, 'write');
    const isNew = planned.thing === undefined;
    if (isNew) await managed.prepare?.(acting, [key]);
    await change(needs, actor, async (unit) => {
      const { state, planned: now } = await plan(joinUnit(unit));
      const at = needs.clock.now();
      await makeThings(unit, acting, { state, secrets }, { things: [now], owner: null, now: at });
      if (!now.isAdopted) return;
      const event = { action: 'bundle.applied', resource: key, details: { adopted: 1 } } as const;
      await recordAudit(unit, acting, event, at);
    });
    await managed.settle?.(acting);
    return { ...(await readByKey(needs, acting, address)), isNew };
  });
}

export async function deleteByKey(
  needs: BundleNeeds,
  actor: Actor,
  address: Address,
  ifMatch: string | undefined,
): Promise<void> {
  const { kind, key } = address;
  const acting = { ...actor, via: `key ${key}` };
  const { managed } = await requireFound(needs, needs.metadata, acting, address);
  requireKind(acting, managed, kind, 'delete');
  await change(needs, actor, async (unit) => {
    const metadata = joinUnit(unit);
    const found = await requireFound(needs, metadata, acting, address);
    requireMatch(found, address, ifMatch);
    await managed.remove(metadata, acting, found.thing);
    await removeBundleThing(unit, actor.organization, kind, key);
  });
  await managed.settle?.(acting);
}

interface Found {
  readonly state: State;
  readonly kindState: KindState;
  readonly thing: ManagedThing | undefined;
}

async function find(
  needs: BundleNeeds,
  metadata: UnitStore,
  actor: Actor,
  { kind, key }: Address,
): Promise<Found> {
  const state = await readState(needs, metadata, actor, [kind]);
  const kindState = state.kinds.get(kind);
  if (kindState === undefined) throw notFound('resource type');
  const { rowsByKey, rowsById, byId, things } = kindState;
  const row = rowsByKey.get(key);
  const keyed = row === undefined ? undefined : byId.get(row.thing_id);
  const own = things.find((thing) => thing.key === key && !rowsById.has(thing.id));
  return { state, kindState, thing: keyed ?? own };
}

async function requireFound(
  needs: BundleNeeds,
  metadata: UnitStore,
  actor: Actor,
  address: Address,
) {
  const { state, kindState, thing } = await find(needs, metadata, actor, address);
  if (thing === undefined) throw notFound(BUNDLE_KIND_FACTS[address.kind].noun);
  return { state, kindState, managed: kindState.managed, thing };
}

function shown({ state, kindState }: Found, thing: ManagedThing, { key }: Address): Shown {
  const definition = shownDefinition(state, kindState, thing, key);
  const hash = createHash('sha256')
    .update(stableText([thing.id, definition]))
    .digest('hex');
  return { definition, etag: `"${hash.slice(0, 32)}"` };
}

/** `If-Match` names the states that the caller knows; `*` is any of them. */
function requireMatch(found: Found, address: Address, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  const { noun } = BUNDLE_KIND_FACTS[address.kind];
  if (found.thing === undefined) {
    throw new AppError('CONFLICT', `If-Match requires the ${noun} to exist. It doesn't.`);
  }
  const known = ifMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
  const { etag } = shown(found, found.thing, address);
  if (known.includes('*') || known.includes(etag)) return;
  const message = `The ${noun} changed since you read it. Read it again, then repeat your change.`;
  throw new AppError('CONFLICT', message, { fields: { etag } });
}

function requireDefinition({ kind, key }: Address, definition: unknown): void {
  const details = checkThing(kind, key, definition);
  const [first] = details;
  if (first === undefined) return;
  throw new AppError('VALIDATION_ERROR', `Invalid input. ${first.message}`, { details });
}

function requirePlanned(planned: PlannedThing | undefined): PlannedThing {
  if (planned !== undefined) return planned;
  const message = 'The end is in the past. Choose a later end.';
  throw new AppError('VALIDATION_ERROR', message, { details: [{ path: '', message }] });
}

async function change(
  { metadata, cache }: Pick<BundleNeeds, 'metadata' | 'cache'>,
  { organization }: Actor,
  work: Parameters<BundleNeeds['metadata']['transaction']>[0],
): Promise<void> {
  try {
    await metadata.transaction(async (unit) => {
      await lockPlan(unit, organization);
      await work(unit);
    });
  } finally {
    cache.forget(organization);
  }
}
