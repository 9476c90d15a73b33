/**
 * Two users changed the same dashboard. Changes of only one of them are applied; for an element that both changed
 * differently, the user decides. Elements are panels, variables, shared searches, annotations and settings.
 */
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { overlaps, type Place } from '../../../query/panel/free-place.ts';
import { closeUp } from './move-panels.ts';

type ListName = 'panels' | 'variables' | 'searches' | 'annotations';
type Item<Name extends ListName> = CompleteDefinition[Name][number];

export type ElementKind = ListName | 'setting';
export type Side = 'mine' | 'theirs';

export interface Conflict {
  /** Names the element among all of the definition. */
  readonly key: string;
  readonly kind: ElementKind;
  readonly id: string;
  /** Undefined where that side deleted it. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  readonly definition: CompleteDefinition;
  readonly conflicts: readonly Conflict[];
}

export interface Sides {
  /** What both began with. */
  readonly base: CompleteDefinition;
  readonly mine: CompleteDefinition;
  readonly theirs: CompleteDefinition;
}

/** Until the user has decided, conflicts are resolved in favor of `mine`. */
export function mergeDefinitions(
  sides: Sides,
  decided: Readonly<Record<string, Side>> = {},
): Merge {
  const conflicts: Conflict[] = [];
  const choose: Choose = (conflict) => {
    conflicts.push(conflict);
    return decided[conflict.key] ?? 'mine';
  };
  const definition = {
    ...mergedSettings(sides, choose),
    variables: mergedList(sides, 'variables', nameOf, choose),
    searches: mergedList(sides, 'searches', idOf, choose),
    annotations: mergedList(sides, 'annotations', nameOf, choose),
    panels: mergedPanels(sides, choose),
  };
  return { definition, conflicts };
}

export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

type Choose = (conflict: Conflict) => Side;

const LISTS: readonly string[] = [
  'panels',
  'variables',
  'searches',
  'annotations',
] satisfies readonly ListName[];

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function mergedSettings({ base, mine, theirs }: Sides, choose: Choose): CompleteDefinition {
  const names = new Set([base, mine, theirs].flatMap((each) => Object.keys(each)));
  const settings: Record<string, unknown> = {};
  for (const name of names) {
    if (LISTS.includes(name)) continue;
    const [ours, others, before] = [mine, theirs, base].map((each) => valueOf(each, name));
    const value = taken(before, ours, others, () =>
      choose({ key: `setting:${name}`, kind: 'setting', id: name, mine: ours, theirs: others }),
    );
    if (value !== undefined) settings[name] = value;
  }
  // Each value comes from a definition, where it had the same name.
  return settings as unknown as CompleteDefinition;
}

function valueOf(definition: CompleteDefinition, name: string): unknown {
  return (definition as unknown as Readonly<Record<string, unknown>>)[name];
}

/** The value of the side that changed it; if both changed it differently, a conflict. */
function taken<Value>(base: Value, mine: Value, theirs: Value, choose: () => Side): Value {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  return choose() === 'mine' ? mine : theirs;
}

function mergedList<Name extends Exclude<ListName, 'panels'>>(
  { base, mine, theirs }: Sides,
  kind: Name,
  keyOf: (item: Item<Name>) => string,
  choose: Choose,
): Item<Name>[] {
  const listOf = (each: CompleteDefinition) => each[kind] as readonly Item<Name>[];
  const [before, ours, others] = [base, mine, theirs].map((each) => byKey(listOf(each), keyOf));
  return mergedOrder(listOf(mine).map(keyOf), listOf(theirs).map(keyOf)).flatMap((id) => {
    const [own, other] = [ours?.get(id), others?.get(id)];
    const value = taken(before?.get(id), own, other, () =>
      choose({ key: `${kind}:${id}`, kind, id, mine: own, theirs: other }),
    );
    return value === undefined ? [] : [value];
  });
}

/** The content and position of a panel are merged separately: moving it does not change its query. */
function mergedPanels({ base, mine, theirs }: Sides, choose: Choose): CompletePanel[] {
  const [before, ours, others] = [base, mine, theirs].map((each) => byKey(each.panels, idOf));
  const order = mergedOrder(mine.panels.map(idOf), theirs.panels.map(idOf));
  const panels = order.flatMap((id) => {
    const [start, own, other] = [before?.get(id), ours?.get(id), others?.get(id)];
    const ask = (): Side =>
      choose({ key: `panels:${id}`, kind: 'panels', id, mine: own, theirs: other });
    if (own === undefined || other === undefined) {
      const left = own ?? other;
      // One side deleted it, or never had it: a mere move of the other side does not bring it back.
      const isTouched = start === undefined || !isSame(contentOf(start), contentOf(left));
      const kept = isTouched ? taken(start, own, other, ask) : undefined;
      return kept === undefined ? [] : [kept];
    }
    const shown = taken(contentOf(start), contentOf(own), contentOf(other), ask);
    const place = taken(placeOf(start), placeOf(own), placeOf(other), () => 'mine');
    return [{ ...shown, ...place } as CompletePanel];
  });
  return hasOverlaps(panels) ? closeUp(panels) : panels;
}

function contentOf(panel: CompletePanel | undefined): object | undefined {
  if (panel === undefined) return undefined;
  const { x: _x, y: _y, w: _w, h: _h, ...content } = panel;
  return content;
}

function placeOf(panel: CompletePanel | undefined): Place | undefined {
  if (panel === undefined) return undefined;
  const { x, y, w, h } = panel;
  return { x, y, w, h };
}

function hasOverlaps(panels: readonly Place[]): boolean {
  return panels.some((panel, at) => panels.slice(at + 1).some((other) => overlaps(panel, other)));
}

function byKey<Each>(items: readonly Each[], keyOf: (item: Each) => string): Map<string, Each> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** Their order, with items only I have after the item that precedes them here. */
function mergedOrder(mine: readonly string[], theirs: readonly string[]): string[] {
  const order = [...theirs];
  for (const [at, id] of mine.entries()) {
    if (order.includes(id)) continue;
    const previous = mine[at - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  }
  return order;
}

/** The order of fields has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
