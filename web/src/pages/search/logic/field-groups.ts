/** The fields of a search as the rail shows them: pinned, popular, all; and what kind of values they have. */
import type { FieldList } from '../../../../../src/contract/search-views.ts';

export type FieldFacts = FieldList['fields'][number];
export type ValueKind = 'text' | 'number' | 'flag' | 'id';

export interface FieldGroup {
  readonly title: 'Selected' | 'Pinned' | 'Popular' | 'All fields';
  readonly fields: readonly FieldFacts[];
}

const POPULAR_MAX = 8;
/** A field that nearly every event has in another value divides nothing. */
const POPULAR_DISTINCT_MAX = 50;
const POPULAR_SHARE_MIN = 0.05;

export function groupFields(
  fields: readonly FieldFacts[],
  sampled: number,
  search: string,
  pins: readonly string[],
  columns: readonly string[],
): FieldGroup[] {
  const found = fields.filter(({ name }) => fitsSearch(name, search));
  const selected = found.filter(({ name }) => columns.includes(name));
  const pinned = found.filter(({ name }) => pins.includes(name) && !columns.includes(name));
  const rest = found.filter((field) => !selected.includes(field) && !pinned.includes(field));
  const popular = rest.filter((field) => isPopular(field, sampled)).slice(0, POPULAR_MAX);
  const others = rest
    .filter((field) => !popular.includes(field))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const groups: FieldGroup[] = [
    { title: 'Selected', fields: selected },
    { title: 'Pinned', fields: pinned },
    { title: 'Popular', fields: popular },
    { title: 'All fields', fields: others },
  ];
  return groups.filter(({ fields: members }) => members.length > 0);
}

/** Several fragments, each somewhere in the name. */
export function fitsSearch(name: string, search: string): boolean {
  const lower = name.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((fragment) => lower.includes(fragment));
}

function isPopular({ count, distinct }: FieldFacts, sampled: number): boolean {
  return distinct > 1 && distinct <= POPULAR_DISTINCT_MAX && count >= sampled * POPULAR_SHARE_MIN;
}

/** By the values that are known of it. */
export function kindOf({ values, distinct, count }: FieldFacts): ValueKind {
  const texts = values.map(({ value }) => value);
  if (texts.length === 0) return 'text';
  if (texts.every((text) => text === 'true' || text === 'false')) return 'flag';
  if (texts.every((text) => text.trim() !== '' && Number.isFinite(Number(text)))) return 'number';
  const isMany = distinct > 20 && distinct > count * 0.2;
  return isMany && texts.every((text) => /^[\w.:-]{6,}$/.test(text)) ? 'id' : 'text';
}

/** `12%`, `<1 %`, `100 %`: only a whole is called one. */
export function shareText(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0%';
  const percent = (part / whole) * 100;
  if (percent < 1) return '<1%';
  if (part >= whole) return '100%';
  return `${Math.min(99, Math.round(percent))}%`;
}
