/** Names and values of the data that completion offers, collected from what the page has read anyway. */
import type { CompletionSource, ExpandMacro } from '../../../../src/language/index.ts';
import type { FieldList } from '../../../../src/contract/search-views.ts';

type FieldFacts = FieldList['fields'][number];

export interface KnownData extends CompletionSource {
  readonly fields: readonly string[];
  /** If omitted, only the built-in macros are known. */
  readonly expandMacro?: ExpandMacro;
  readonly countOf: (field: string, value: string | undefined) => number | undefined;
}

export const EMPTY_DATA: KnownData = {
  fields: [],
  values: () => [],
  indexes: [],
  savedSearches: [],
  lookups: [],
  countOf: () => undefined,
};

/** Earlier lists take precedence; fields and values of later ones are appended. */
export function knowFields(
  known: KnownData,
  ...lists: readonly (readonly FieldFacts[])[]
): KnownData {
  const fields = new Map<string, number>();
  const values = new Map<string, Map<string, number>>();
  for (const { name, count, values: top } of lists.flat()) {
    if (!fields.has(name)) fields.set(name, count);
    const counts = values.get(name) ?? new Map<string, number>();
    for (const { value, count: times } of top) {
      if (!counts.has(value)) counts.set(value, times);
    }
    values.set(name, counts);
  }
  return {
    ...known,
    fields: [...fields.keys()],
    values: (field) => [...(values.get(field)?.keys() ?? [])],
    countOf: (field, value) =>
      value === undefined ? fields.get(field) : values.get(field)?.get(value),
  };
}
