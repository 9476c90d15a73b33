/** Compares a bundle with an organization. */
import { createHash } from 'node:crypto';
import type { Actor } from '../../base/actor.ts';
import { AppError, type ErrorDetail } from '../../base/errors.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS, type BundleKind } from '../../contract/bundle-kinds.ts';
import type { BundlePlan } from '../../contract/bundles.ts';
import { type Bundle, type Definition, OWNERS_KEY } from '../../contract/check-bundle.ts';
import type { BundleThingRow } from '../../engines/metadata/tables/bundles.ts';
import type { ManagedKind, ManagedThing, UnitStore } from '../../room.ts';
import type { ErrorCode } from '../../spec/codes.ts';
import { isEqual, mapTexts, stableText, valueAt, withValue } from './definitions.ts';
import { type KeyOf, type KindState, knownKeys, type State, toKeys } from './read-state.ts';
import { changedSecrets, type SecretValues } from './secrets-of-bundle.ts';
import { locate } from './locate-problems.ts';

export interface PlannedThing {
  readonly kind: BundleKind;
  readonly managed: ManagedKind;
  readonly key: string;
  /** Undefined if none exists. */
  readonly thing: ManagedThing | undefined;
  readonly isAdopted: boolean;
  /** Every field; references are keys, secrets are references. */
  readonly wanted: Definition;
  /** Fields that change. */
  readonly fields: readonly string[];
}

export interface PlannedDelete {
  readonly kind: BundleKind;
  readonly managed: ManagedKind;
  readonly key: string;
  readonly thing: ManagedThing;
}

export interface Plan {
  readonly answer: Omit<BundlePlan, 'limits'>;
  readonly things: readonly PlannedThing[];
  readonly deletes: readonly PlannedDelete[];
  /** Keys of the bundle whose things no longer exist, or that it releases. */
  readonly released: readonly BundleThingRow[];
  readonly ownedBefore: number;
  /** Conflicting things that have other owners. */
  readonly conflicts: readonly ErrorDetail[];
}

/** The kinds that a plan of this bundle is about. */
export function kindsOf(bundle: Bundle, rows: readonly BundleThingRow[]): BundleKind[] {
  const owned = new Set(rows.filter((row) => row.bundle === bundle.bundle).map(({ kind }) => kind));
  return BUNDLE_KINDS.filter((kind) => owned.has(kind) || bundle.sections[kind] !== undefined);
}

interface Found {
  readonly thing: ManagedThing | undefined;
  readonly isAdopted: boolean;
}

/** Throws if the bundle itself is invalid; conflicts are listed in the plan. */
export async function planBundle(
  metadata: UnitStore,
  actor: Actor,
  bundle: Bundle,
  state: State,
  secrets: SecretValues,
): Promise<Plan> {
  const isOwn = (row: BundleThingRow): boolean => row.bundle === bundle.bundle;
  const planned = await planThings(metadata, actor, { wanted: bundle, state, secrets, isOwn });
  const { things, keyOf, conflicts } = planned;
  const { deletes, released, ownedBefore } = findDeletes(bundle, state);
  const drift = findDrift(bundle, state, keyOf);
  const answer = answerOf(bundle, state, { things, deletes, drift, keyOf });
  return { answer, things, deletes, released, ownedBefore, conflicts };
}

/** The wanted things: a whole bundle or a part of one. */
type Wanted = Pick<Bundle, 'adopt' | 'sections'>;

interface PlanInput {
  readonly wanted: Wanted;
  readonly state: State;
  readonly secrets: SecretValues;
  /** Whether a thing may be changed without adopting it. */
  readonly isOwn: (row: BundleThingRow) => boolean;
}

/** Determines the action for each wanted thing. */
export async function planThings(
  metadata: UnitStore,
  actor: Actor,
  { wanted: bundle, state, secrets, isOwn }: PlanInput,
) {
  const conflicts: ErrorDetail[] = [];
  const found = findThings(bundle, state, isOwn, conflicts);
  const keyOf = keysWith(state, found);
  const things: PlannedThing[] = [];
  for (const [kind, keyed] of found) {
    const kindState = state.kinds.get(kind);
    if (kindState === undefined) continue;
    const { managed } = kindState;
    for (const [key, { thing, isAdopted }] of keyed) {
      const given = bundle.sections[kind]?.[key] ?? {};
      const wanted = await locate(kind, key, () => wantedOf(bundle, state, kindState, key, given));
      if (thing === undefined && managed.isOver?.(wanted) === true) continue;
      const planned = { kind, managed, key, thing, isAdopted, wanted };
      const present = presentOf(state, kindState, planned, keyOf);
      const fields = changedFields(managed, present, wanted);
      const sent = () => changedSecrets(metadata, actor, planned, secrets);
      fields.push(...(await locate(kind, key, sent)));
      if (thing === undefined || fields.length > 0) {
        await locate(kind, key, () => managed.check?.(wanted, metadata, actor)).catch(
          // What its query calls may come with the same bundle: the verb sees it when it is applied.
          (error: unknown) => throwUnless(error, 'QUERY_SYNTAX_ERROR', things.some(isNewKnowledge)),
        );
      }
      things.push({ ...planned, fields: [...new Set(fields)] });
    }
  }
  return { things, keyOf, conflicts };
}

function isNewKnowledge({ kind, thing, fields }: PlannedThing): boolean {
  const isKnowledge = kind === 'macros' || kind === 'dataModels';
  return isKnowledge && (thing === undefined || fields.length > 0);
}

function throwUnless(error: unknown, code: ErrorCode, isExpected: boolean): void {
  if (!isExpected || !(error instanceof AppError) || error.code !== code) throw error;
}

/** Which thing each definition is about. */
function findThings(
  bundle: Wanted,
  state: State,
  isOwn: PlanInput['isOwn'],
  conflicts: ErrorDetail[],
): Map<BundleKind, Map<string, Found>> {
  const found = new Map<BundleKind, Map<string, Found>>();
  for (const kind of BUNDLE_KINDS) {
    const kindState = state.kinds.get(kind);
    const section = bundle.sections[kind];
    if (kindState === undefined || section === undefined) continue;
    const taken = new Set<string>();
    const keyed = new Map<string, Found>();
    for (const [key, definition] of Object.entries(section)) {
      const mayAdopt = (definition['adopt'] ?? bundle.adopt) === true;
      const row = kindState.rowsByKey.get(key);
      const own = row === undefined ? undefined : kindState.byId.get(row.thing_id);
      if (row !== undefined && own !== undefined && isOwn(row)) {
        keyed.set(key, { thing: own, isAdopted: false });
        taken.add(own.id);
        continue;
      }
      const foreign = own ?? inTheWay(kindState, key, definition, taken, mayAdopt);
      if (foreign !== undefined && !mayAdopt) {
        const owner = kindState.rowsById.get(foreign.id)?.bundle ?? null;
        conflicts.push({
          path: `bundle.${kind}.${key}`,
          message: conflictText(kind, foreign, owner),
        });
      }
      keyed.set(key, { thing: foreign, isAdopted: foreign !== undefined });
      if (foreign !== undefined) taken.add(foreign.id);
    }
    found.set(kind, keyed);
  }
  return found;
}

/** Finds a thing that already has the key, or the name of the thing to create. */
function inTheWay(
  { managed, things, rowsById }: KindState,
  key: string,
  definition: Definition,
  taken: ReadonlySet<string>,
  mayAdopt: boolean,
): ManagedThing | undefined {
  const { name: given } = definition;
  const plain = typeof given === 'string' ? given.trim() : key;
  const name = managed.nameOf?.({ ...definition, name: plain }) ?? plain;
  const free = things.filter((thing) => !taken.has(thing.id));
  const keyed = free.find((thing) => thing.key === key && !rowsById.has(thing.id));
  if (keyed !== undefined) return keyed;
  if (!mayAdopt && managed.hasUniqueNames !== true) return undefined;
  return free.find(
    (thing) => thing.name === name && (managed.hasUniqueNames === true || !rowsById.has(thing.id)),
  );
}

function conflictText(kind: BundleKind, { name }: ManagedThing, owner: string | null): string {
  const { noun } = BUNDLE_KIND_FACTS[kind];
  const whose = owner === null ? 'no bundle owns it' : `the bundle ${owner} owns it`;
  return `The ${noun} ${name} already exists, and ${whose}. Set \`adopt: true\` to take it over, or choose another key and name.`;
}

/** Adopted things use the key of the bundle from now on. */
function keysWith(state: State, found: ReadonlyMap<BundleKind, ReadonlyMap<string, Found>>): KeyOf {
  const known = knownKeys(state);
  const adopted = new Map<string, string>();
  for (const [kind, keyed] of found) {
    for (const [key, { thing }] of keyed) {
      if (thing !== undefined) adopted.set(`${kind}/${thing.id}`, key);
    }
  }
  return (kind, thing) => adopted.get(`${kind}/${thing.id}`) ?? known(kind, thing);
}

async function wantedOf(
  bundle: Wanted,
  state: State,
  { managed }: KindState,
  key: string,
  given: Definition,
): Promise<Definition> {
  const { adopt: _adopt, ...definition } = given;
  const named = { name: key, ...definition };
  const referring = withKeys(bundle, state, managed.kind, named);
  return (await managed.complete?.(referring)) ?? { ...managed.defaults(referring), ...referring };
}

/** References as keys where there is one; an unknown one is refused. */
function withKeys(
  bundle: Wanted,
  state: State,
  kind: BundleKind,
  definition: Definition,
): Definition {
  let result: unknown = definition;
  const known = knownKeys(state);
  for (const { path, to, isKeyed } of BUNDLE_KIND_FACTS[kind].references) {
    if (isKeyed) continue;
    result = mapTexts(result, path.split('.'), (text, at) => {
      if (to === 'members') return requireMember(state, text, at);
      if (bundle.sections[to]?.[text] !== undefined) return text;
      if (to === 'channels' && text === OWNERS_KEY) return text;
      const things = state.kinds.get(to)?.things ?? [];
      const meant =
        things.find((thing) => known(to, thing) === text) ??
        things.find((thing) => thing.name === text);
      if (meant !== undefined) return known(to, meant) ?? meant.name;
      const names = [
        ...Object.keys(bundle.sections[to] ?? {}),
        ...things.map((thing) => known(to, thing) ?? thing.name),
      ];
      throw unknownReference(at, BUNDLE_KIND_FACTS[to].noun, text, names);
    });
  }
  return result as Definition;
}

function requireMember({ members }: State, email: string, at: string): string {
  const address = email.toLowerCase();
  const known = [...members.values()];
  if (known.includes(address)) return address;
  throw unknownReference(at, 'member', email, known);
}

function unknownReference(
  path: string,
  noun: string,
  text: string,
  known: readonly string[],
): AppError {
  const meant = nearestName(text, known);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  const message = `No ${noun} has the key or name ${text}.${hint}`;
  return new AppError('VALIDATION_ERROR', message, { details: [{ path, message }] });
}

/** The existing definition in bundle form; secrets appear as the references they were applied with. */
function presentOf(
  state: State,
  { managed, rowsById }: KindState,
  { thing, wanted }: Pick<PlannedThing, 'thing' | 'wanted'>,
  keyOf: KeyOf,
): Definition | undefined {
  if (thing === undefined) return undefined;
  let present = toKeys(state, managed.kind, thing.definition, keyOf);
  const applied = appliedOf(rowsById.get(thing.id));
  for (const path of Object.keys(BUNDLE_KIND_FACTS[managed.kind].secrets)) {
    const reference = valueAt(applied, path) ?? valueAt(wanted, path);
    if (reference !== undefined) present = withValue(present, path, reference);
  }
  return present;
}

export function appliedOf(row: BundleThingRow | undefined): Definition {
  return row === undefined ? {} : (JSON.parse(row.applied) as Definition);
}

/** Compares only the fields set in the wanted definition. */
function changedFields(
  managed: ManagedKind,
  present: Definition | undefined,
  wanted: Definition,
): string[] {
  if (present === undefined) return [];
  return Object.keys(wanted).filter((field) => {
    if (wanted[field] === undefined || isEqual(present[field], wanted[field])) return false;
    return managed.isSame?.(field, present[field], wanted[field]) !== true;
  });
}

function findDeletes(bundle: Bundle, state: State) {
  const owned = state.rows.filter((row) => row.bundle === bundle.bundle);
  const deletes: PlannedDelete[] = [];
  const released: BundleThingRow[] = [];
  let ownedBefore = 0;
  for (const row of owned) {
    const kind = row.kind as BundleKind;
    const kindState = state.kinds.get(kind);
    const thing = kindState?.byId.get(row.thing_id);
    if (thing !== undefined) ownedBefore += 1;
    if (bundle.sections[kind]?.[row.key] !== undefined) continue;
    if (kindState === undefined || thing === undefined || thing.isBuiltIn) released.push(row);
    else deletes.push({ kind, managed: kindState.managed, key: row.key, thing });
  }
  return { deletes, released, ownedBefore };
}

function findDrift(bundle: Bundle, state: State, keyOf: KeyOf): BundlePlan['drift'] {
  return state.rows.flatMap((row) => {
    const kindState = state.kinds.get(row.kind as BundleKind);
    if (row.bundle !== bundle.bundle || kindState === undefined) return [];
    const fields = driftOf(state, kindState, row, keyOf);
    return fields.length === 0 ? [] : [{ kind: kindState.managed.kind, key: row.key, fields }];
  });
}

/** Fields that differ from what was last applied. */
export function driftOf(
  state: State,
  kindState: KindState,
  row: BundleThingRow,
  keyOf: KeyOf,
): string[] {
  const thing = kindState.byId.get(row.thing_id);
  const wanted = appliedOf(row);
  const present = presentOf(state, kindState, { thing, wanted }, keyOf);
  return changedFields(kindState.managed, present, wanted);
}

interface Parts {
  readonly things: readonly PlannedThing[];
  readonly deletes: readonly PlannedDelete[];
  readonly drift: BundlePlan['drift'];
  readonly keyOf: KeyOf;
}

function answerOf(bundle: Bundle, state: State, parts: Parts): Plan['answer'] {
  const { things, deletes, drift, keyOf } = parts;
  const shown = {
    bundle: bundle.bundle,
    creates: things.filter(({ thing }) => thing === undefined).map(nameOf),
    updates: things
      .filter(({ thing, fields }) => thing !== undefined && fields.length > 0)
      .map((planned) => {
        const kindState = state.kinds.get(planned.kind);
        const present =
          kindState === undefined ? {} : (presentOf(state, kindState, planned, keyOf) ?? {});
        const changes = planned.fields.map((field) => ({
          field,
          from: present[field] ?? null,
          to: planned.wanted[field] ?? null,
        }));
        return { ...nameOf(planned), fields: [...planned.fields], changes };
      }),
    deletes: deletes.map(nameOf),
    adopts: things.filter(({ isAdopted }) => isAdopted).map(nameOf),
    drift,
  };
  const wanted = things.map(({ kind, key, thing, wanted: to }) => [kind, key, thing?.id, to]);
  const hash = createHash('sha256')
    .update(stableText([bundle, shown, wanted]))
    .digest('hex');
  return { ...shown, hash };
}

function nameOf({ kind, key }: { readonly kind: BundleKind; readonly key: string }) {
  return { kind, key };
}
