import type { Actor } from '../../base/actor.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS, type BundleKind } from '../../contract/bundle-kinds.ts';
import type { Definition } from '../../contract/check-bundle.ts';
import type { ManagedKind, ManagedThing } from '../../room.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { readBundleThings } from './bundle-things-table.ts';
import { isEqual, valueAt, withValue } from './definitions.ts';
import { appliedOf } from './plan-bundle.ts';
import {
  type KeyOf,
  type KindState,
  knownKeys,
  readState,
  type State,
  toKeys,
} from './read-state.ts';

/** What a bundle owns, or with `all` everything, in the form of a bundle. */
export async function pullBundle(
  needs: BundleNeeds,
  actor: Actor,
  name: string,
  all: boolean,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await readBundleThings(needs.metadata, actor.organization);
  const owned = new Set(rows.filter(({ bundle }) => bundle === name).map(({ kind }) => kind));
  const kinds = BUNDLE_KINDS.filter((kind) => all || owned.has(kind));
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

/** What is always there is worth a line only where somebody has changed it. */
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
  const { kind } = managed;
  const applied = appliedOf(rowsById.get(thing.id));
  let definition = toKeys(state, kind, thing.definition, keyOf);
  for (const path of thing.secrets ?? []) {
    const reference = valueAt(applied, path) ?? { env: variableOf(kind, key, path) };
    definition = withValue(definition, path, reference);
  }
  return inOrder(kind, shortened(managed, definition, key));
}

function shortened(managed: ManagedKind, definition: Definition, key: string): Definition {
  const short = managed.shorten?.(definition) ?? withoutDefaults(managed, definition);
  const { name, ...rest } = short;
  return name === key ? rest : short;
}

function withoutDefaults(managed: ManagedKind, definition: Definition): Definition {
  const defaults = managed.defaults(definition);
  const kept = Object.entries(definition).filter(
    ([name, value]) => value !== undefined && !(name in defaults && isEqual(value, defaults[name])),
  );
  return Object.fromEntries(kept);
}

/** Fields in the order in which the documents name them. */
function inOrder(kind: BundleKind, definition: Definition): Definition {
  const { definition: schema } = BUNDLE_KIND_FACTS[kind];
  const alternatives = 'anyOf' in schema ? (schema.anyOf as readonly object[]) : [schema];
  const names = [
    ...new Set(
      alternatives.flatMap((each) =>
        'properties' in each ? Object.keys(each.properties as object) : [],
      ),
    ),
  ];
  const at = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(definition).toSorted(([a], [b]) => at(a) - at(b)));
}

function variableOf(kind: BundleKind, key: string, path: string): string {
  const text = [kind, key, path.split('.').at(-1)].join('_');
  return `XPLAIN_${text.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()}`;
}

/** Things without a key get one from their names, each its own. */
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
