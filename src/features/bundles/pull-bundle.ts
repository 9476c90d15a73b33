import type { Actor } from '../../base/actor.ts';
import { isoTime } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS, type BundleKind } from '../../contract/bundle-kinds.ts';
import type { BundleThingDefinition } from '../../contract/bundles.ts';
import type { Definition } from '../../contract/check-bundle.ts';
import type { ManagedKind, ManagedThing } from '../../room.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { readBundleThings } from './bundle-things-table.ts';
import { isEqual, valueAt, withValue } from './definitions.ts';
import { appliedOf, driftOf } from './plan-bundle.ts';
import {
  type KeyOf,
  type KindState,
  knownKeys,
  readState,
  type State,
  toKeys,
} from './read-state.ts';

interface PulledBundle {
  readonly bundle: string;
  readonly all?: boolean | undefined;
  readonly kind?: BundleKind | undefined;
}

/** What a bundle owns, or with `all` everything, in the form of a bundle. */
export async function pullBundle(
  needs: BundleNeeds,
  actor: Actor,
  { bundle: name, all = false, kind: only }: PulledBundle,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await readBundleThings(needs.metadata, actor.organization);
  const owned = new Set(rows.filter(({ bundle }) => bundle === name).map(({ kind }) => kind));
  const kinds = BUNDLE_KINDS.filter((kind) => (all || owned.has(kind)) && (only ?? kind) === kind);
  const state = await readState(needs, needs.metadata, actor, kinds);
  const keyOf = all ? keysOfAll(state) : knownKeys(state);
  const sections = kinds.flatMap((kind) => {
    const kindState = state.kinds.get(kind);
    if (kindState === undefined) return [];
    const entries = kindState.things
      .filter((thing) => isPulled(kindState, thing, name, all))
      .map((thing) => {
        const key = keyOf(kind, thing) ?? thing.name;
        return [key, pulledDefinition(state, kindState, thing, key, keyOf)] as const;
      });
    if (entries.length === 0) return [];
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [[kind, Object.fromEntries(sorted)] as const];
  });
  const head = { xplain: 1, bundle: name, ...(all ? { adopt: true } : {}) };
  return { ...head, ...Object.fromEntries(sections) };
}

/** Exports one thing in bundle form; derives a missing key from its name. */
export async function pullThing(
  needs: BundleNeeds,
  actor: Actor,
  kind: BundleKind,
  id: string,
): Promise<BundleThingDefinition> {
  const state = await readState(needs, needs.metadata, actor, [kind]);
  const kindState = state.kinds.get(kind);
  const thing = kindState?.byId.get(id);
  if (kindState === undefined || thing === undefined) throw notFound(BUNDLE_KIND_FACTS[kind].noun);
  const keyOf = knownKeys(state);
  const key = keysOfAll(state)(kind, thing) ?? thing.name;
  const row = kindState.rowsById.get(id);
  return {
    kind,
    key,
    id,
    bundle: row?.bundle ?? null,
    appliedAt: row === undefined ? null : isoTime(row.applied_at),
    drift: row === undefined ? [] : driftOf(state, kindState, row, keyOf),
    definition: pulledDefinition(state, kindState, thing, key, keyOf),
  };
}

/** Built-in things are exported only if somebody has changed them. */
function isPulled(
  { managed, rowsById }: KindState,
  thing: ManagedThing,
  name: string,
  all: boolean,
): boolean {
  if (rowsById.get(thing.id)?.bundle === name) return true;
  if (!all) return false;
  if (!thing.isBuiltIn) return true;
  return Object.keys(shortened(managed, thing.definition, thing.name)).length > 0;
}

function pulledDefinition(
  state: State,
  { managed, rowsById }: KindState,
  thing: ManagedThing,
  key: string,
  keyOf: KeyOf,
): Definition {
  const definition = wholeDefinition(state, { managed, rowsById }, thing, key, keyOf);
  return inOrder(managed.kind, shortened(managed, definition, key));
}

/** Every field of a thing that has a value, in a form that can be sent back. */
export function shownDefinition(
  state: State,
  kindState: KindState,
  thing: ManagedThing,
  key: string,
): Definition {
  const { managed } = kindState;
  const keyed = wholeDefinition(state, kindState, thing, key, knownKeys(state));
  const whole = withoutAliases(managed, keyed);
  const names = new Set(fieldNames(managed.kind));
  const defaults = managed.defaults(whole);
  const shown = Object.entries(whole).filter(
    ([name, value]) => names.has(name) && (value !== null || (defaults[name] ?? null) !== null),
  );
  return inOrder(managed.kind, Object.fromEntries(shown));
}

/** Every field of a thing, with keys instead of ids and references instead of secrets. */
function wholeDefinition(
  state: State,
  { managed, rowsById }: Pick<KindState, 'managed' | 'rowsById'>,
  thing: ManagedThing,
  key: string,
  keyOf: KeyOf,
): Definition {
  const { kind } = managed;
  const applied = appliedOf(rowsById.get(thing.id));
  let definition = toKeys(state, kind, thing.definition, keyOf);
  for (const path of thing.secrets ?? []) {
    const reference = valueAt(applied, path) ?? { env: variableOf(kind, key, path) };
    definition = withValue(definition, path, reference);
  }
  return definition;
}

function shortened(managed: ManagedKind, definition: Definition, key: string): Definition {
  const short = managed.shorten?.(definition) ?? withoutDefaults(managed, definition);
  const { name, ...rest } = short;
  return name === key ? rest : short;
}

function withoutDefaults(managed: ManagedKind, whole: Definition): Definition {
  const definition = withoutAliases(managed, whole);
  const defaults = managed.defaults(definition);
  const kept = Object.entries(definition).filter(
    ([name, value]) => value !== undefined && !(name in defaults && isEqual(value, defaults[name])),
  );
  return Object.fromEntries(kept);
}

function withoutAliases({ aliases = [] }: ManagedKind, definition: Definition): Definition {
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !aliases.includes(name)));
}

/** Fields in the order in which the documents name them. */
function inOrder(kind: BundleKind, definition: Definition): Definition {
  const names = fieldNames(kind);
  const at = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(definition).toSorted(([a], [b]) => at(a) - at(b)));
}

function fieldNames(kind: BundleKind): string[] {
  const { definition: schema } = BUNDLE_KIND_FACTS[kind];
  const alternatives = 'anyOf' in schema ? (schema.anyOf as readonly object[]) : [schema];
  const names = alternatives.flatMap((each) =>
    'properties' in each ? Object.keys(each.properties as object) : [],
  );
  return [...new Set(names)];
}

function variableOf(kind: BundleKind, key: string, path: string): string {
  const text = [kind, key, path.split('.').at(-1)].join('_');
  return `XPLAIN_${text.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()}`;
}

/** Derives unique keys from the names of things without a key. */
function keysOfAll(state: State): KeyOf {
  const known = knownKeys(state);
  const given = new Map<string, string>();
  for (const [kind, { things }] of state.kinds) {
    const taken = new Set(things.flatMap((thing) => known(kind, thing) ?? []));
    for (const thing of things) {
      if (known(kind, thing) !== undefined) continue;
      const key = freeKey(slugOf(thing.name), taken);
      taken.add(key);
      given.set(`${kind}/${thing.id}`, key);
    }
  }
  return (kind, thing) => known(kind, thing) ?? given.get(`${kind}/${thing.id}`);
}

const { keyCharactersMax } = LIMITS.bundles;

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return slug.slice(0, keyCharactersMax) || 'unnamed';
}

function freeKey(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug) && slug !== 'owners') return slug;
  for (let count = 2; ; count += 1) {
    const tail = `-${count}`;
    const key = slug.slice(0, keyCharactersMax - tail.length) + tail;
    if (!taken.has(key)) return key;
  }
}
