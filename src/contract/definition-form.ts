/**
 * The two forms of a definition. The canonical one leaves defaults out and has its fields in the order of the
 * schema, so that equal dashboards give equal bytes; the complete one has every field. Both follow the schema alone.
 */
import type { TSchema } from 'typebox';
import { isObject } from '../base/is-object.ts';
import { DashboardDefinition } from './dashboard-definition.ts';

/** With every field there. */
export type Complete<T> = T extends readonly (infer Item)[]
  ? readonly Complete<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]-?: Complete<Exclude<T[Key], undefined>> }
    : T;

export type CompleteDefinition = Complete<DashboardDefinition>;
export type CompletePanel = CompleteDefinition['panels'][number];
export type CompleteVariable = CompleteDefinition['variables'][number];

export function canonicalDefinition(definition: DashboardDefinition): DashboardDefinition {
  return canonical(DashboardDefinition, definition) as DashboardDefinition;
}

export function completeDefinition(definition: DashboardDefinition): CompleteDefinition {
  return complete(DashboardDefinition, definition) as CompleteDefinition;
}

/** What an export holds: the same bytes for equal dashboards, laid out to be read and compared. */
export function canonicalText(definition: DashboardDefinition): string {
  return `${JSON.stringify(canonicalDefinition(definition), undefined, 2)}\n`;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly default?: unknown;
}

function canonical(schema: TSchema | Schema, value: unknown): unknown {
  const { properties, items } = alternative(schema, value);
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item: unknown) => canonical(items, item));
  }
  if (!isObject(value)) return value;
  // Names that people choose have no order of their own.
  if (properties === undefined) return Object.fromEntries(Object.entries(value).toSorted(byName));
  const kept: [string, unknown][] = [];
  for (const [name, field] of Object.entries(properties)) {
    if (value[name] === undefined) continue;
    const inner = canonical(field, value[name]);
    if (!isSame(inner, field.default)) kept.push([name, inner]);
  }
  return Object.fromEntries(kept);
}

function complete(schema: TSchema | Schema, value: unknown): unknown {
  const { properties, items } = alternative(schema, value);
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item: unknown) => complete(items, item));
  }
  if (!isObject(value) || properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      complete(field, value[name] ?? field.default),
    ]),
  );
}

/** Of several kinds the one whose fixed fields the value has. */
function alternative(schema: TSchema | Schema, value: unknown): Schema {
  const { anyOf } = schema as Schema;
  if (anyOf === undefined) return schema;
  const fitting = anyOf.find((one) => {
    if (!isObject(value)) return one.properties === undefined;
    const fixed = Object.entries(one.properties ?? {}).filter(([, field]) => 'const' in field);
    const isOfKind = fixed.every(([name, field]) => value[name] === field.const);
    const isKnown = Object.keys(value).every((name) => name in (one.properties ?? {}));
    return one.properties !== undefined && isOfKind && isKnown;
  });
  return fitting ?? {};
}

function isSame(left: unknown, right: unknown): boolean {
  return right !== undefined && JSON.stringify(left) === JSON.stringify(right);
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
