import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { requirePermission, requireStanding } from '../../base/require-permission.ts';
import { BUNDLE_KIND_FACTS, type BundleKind } from '../../contract/bundle-kinds.ts';
import type { BundlePlan } from '../../contract/bundles.ts';
import { type Bundle, checkBundle } from '../../contract/check-bundle.ts';
import { joinUnit } from '../../engines/metadata/join-unit.ts';
import { lockPlan, readPlan } from '../../guard/limits/index.ts';
import type { ManagedKind, UnitStore } from '../../room.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { readBundleThings } from './bundle-things-table.ts';
import { carryOut } from './carry-out.ts';
import { kindsOf, type Plan, planBundle } from './plan-bundle.ts';
import { readState, type State } from './read-state.ts';
import type { SecretValues } from './secrets-of-bundle.ts';

export interface ApplyInput {
  readonly bundle: unknown;
  readonly hash: string;
  readonly allowDeletes?: number;
  readonly allowDelete?: readonly string[];
  readonly secrets?: SecretValues;
  readonly note?: string;
}

/** Changes nothing. */
export async function showPlan(
  needs: BundleNeeds,
  actor: Actor,
  input: Pick<ApplyInput, 'bundle' | 'secrets'>,
): Promise<BundlePlan> {
  const bundle = requireBundle(input.bundle);
  const { plan, state } = await makePlan(needs, needs.metadata, actor, bundle, input.secrets);
  refuseConflicts(plan);
  return shownPlan(needs, actor, plan, state);
}

/** All of it or nothing. A plan that is no longer the same is refused. */
export async function applyBundle(
  needs: BundleNeeds,
  actor: Actor,
  input: ApplyInput,
): Promise<BundlePlan> {
  const bundle = requireBundle(input.bundle);
  const { organization } = actor;
  const { note } = input;
  const acting = {
    ...actor,
    via: `bundle ${bundle.bundle}`,
    ...(note === undefined ? {} : { note }),
  };
  // First without locks: most rejections happen here.
  const first = await makePlan(needs, needs.metadata, acting, bundle, input.secrets);
  requireSamePlan(first.plan, input);
  requireAllowed(acting, first.plan, input);
  const shown = await shownPlan(needs, acting, first.plan, first.state);
  for (const [managed, keys] of createdKeys(first.plan)) await managed.prepare?.(acting, keys);
  try {
    await needs.metadata.transaction(async (unit) => {
      await lockPlan(unit, organization);
      const metadata = joinUnit(unit);
      const { plan, state } = await makePlan(needs, metadata, acting, bundle, input.secrets);
      requireSamePlan(plan, input);
      await carryOut(needs, unit, acting, { plan, state, secrets: input.secrets ?? {} });
    });
  } finally {
    needs.cache.forget(organization);
  }
  for (const managed of touchedKinds(first.plan)) await managed.settle?.(acting);
  return shown;
}

function requireBundle(value: unknown): Bundle {
  const checked = checkBundle(value);
  if (checked.kind === 'bundle') return checked.bundle;
  const details = checked.problems.map(({ path, ...problem }) => ({
    ...problem,
    path: path === '' ? 'bundle' : `bundle.${path}`,
  }));
  const [first] = details;
  const message = `Invalid bundle. ${first?.path ?? ''}: ${first?.message ?? ''}`;
  throw new AppError('VALIDATION_ERROR', message, { details });
}

async function makePlan(
  needs: BundleNeeds,
  metadata: UnitStore,
  actor: Actor,
  bundle: Bundle,
  secrets: SecretValues = {},
): Promise<{ readonly plan: Plan; readonly state: State }> {
  const rows = await readBundleThings(metadata, actor.organization);
  const state = await readState(needs, metadata, actor, kindsOf(bundle, rows));
  return { plan: await planBundle(metadata, actor, bundle, state, secrets), state };
}

function requireSamePlan(plan: Plan, { hash }: ApplyInput): void {
  if (plan.answer.hash !== hash) {
    const message =
      'The bundle or the organization changed since the plan was created. Create a new plan.';
    throw new AppError('PLAN_STALE', message);
  }
  refuseConflicts(plan);
}

export function refuseConflicts({ conflicts }: Pick<Plan, 'conflicts'>): void {
  const [first] = conflicts;
  if (first === undefined) return;
  const details = conflicts.slice(0, LIMITS.http.detailsMax);
  throw new AppError('CONFLICT', `${first.path}: ${first.message}`, { details });
}

/** Each change needs the permission that it needs by hand; deletions are bounded. */
function requireAllowed(actor: Actor, plan: Plan, input: ApplyInput): void {
  for (const { managed, thing, fields, isAdopted, kind } of plan.things) {
    if (thing !== undefined && fields.length === 0 && !isAdopted) continue;
    requireKind(actor, managed, kind, 'write');
  }
  for (const { managed, kind } of plan.deletes) requireKind(actor, managed, kind, 'delete');
  const { allowDeletes, allowDelete = [] } = input;
  const count = plan.deletes.length;
  const { deletesMax } = LIMITS.bundles;
  const isMany = count > deletesMax || count * 4 > plan.ownedBefore;
  if (count > (allowDeletes ?? (isMany ? 0 : count))) {
    const message = `This would delete ${count} of ${plan.ownedBefore} resources of the bundle. Set allowDeletes to ${count} if that is intended.`;
    throw new AppError('DELETES_NOT_ALLOWED', message, {
      fields: { deletes: count, owned: plan.ownedBefore },
    });
  }
  const index = plan.deletes.find(
    ({ kind, key }) => kind === 'indexes' && !allowDelete.includes(key),
  );
  if (index === undefined) return;
  const message = `This would delete the index ${index.key} with its events. Name it in allowDelete if that is intended.`;
  throw new AppError('DELETES_NOT_ALLOWED', message, { fields: { index: index.key } });
}

export function requireKind(
  actor: Actor,
  { permissions, needsStandingRole }: ManagedKind,
  kind: BundleKind,
  what: 'write' | 'delete',
): void {
  const permission = permissions[what];
  const { noun } = BUNDLE_KIND_FACTS[kind];
  const verb = what === 'write' ? 'Changing' : 'Deleting';
  requirePermission(actor, permission, `${verb} a ${noun} requires the permission ${permission}.`);
  if (needsStandingRole && what === 'write') requireStanding(actor, permission);
}

function createdKeys({ things }: Plan): ReadonlyMap<ManagedKind, readonly string[]> {
  const created = things.filter(({ thing }) => thing === undefined);
  const grouped = Map.groupBy(created, ({ managed }) => managed);
  return new Map([...grouped].map(([managed, each]) => [managed, each.map(({ key }) => key)]));
}

function touchedKinds({ things, deletes }: Plan): ReadonlySet<ManagedKind> {
  return new Set([...things, ...deletes].map(({ managed }) => managed));
}

async function shownPlan(
  { plans, metadata }: Pick<BundleNeeds, 'plans' | 'metadata'>,
  { organization }: Actor,
  { answer }: Plan,
  state: State,
): Promise<BundlePlan> {
  const { resources } = plans[await readPlan(metadata, organization)];
  const limits = [...state.kinds.values()].flatMap(({ managed, things }) => {
    const { kind, resource } = managed;
    const isOf = (each: { readonly kind: BundleKind }): boolean => each.kind === kind;
    const grown = answer.creates.filter(isOf).length - answer.deletes.filter(isOf).length;
    if (resource === undefined || grown === 0) return [];
    const now = things.length;
    return [{ kind, now, after: now + grown, max: resources[resource] }];
  });
  return { ...answer, limits };
}
