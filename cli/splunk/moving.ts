/** What all parts of a migration share. */
import type { ExpandMacro } from '../../src/language/index.ts';
import { builtInDataModel } from '../../src/language/data-models/built-in-data-models.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { type CheckedQuery, checkQuery, type Remark } from '../moving/check-query.ts';
import type { Gathering } from '../moving/gather.ts';
import type { Note } from '../moving/report.ts';
import { placeIn, type Setting, type Stanza } from './read-conf.ts';

export interface Moving {
  readonly gathering: Gathering;
  readonly expand: ExpandMacro;
  /** Lookup tables that move, by the name they have then. */
  readonly tables: ReadonlySet<string>;
  /** Saved searches by the name they had: what they are called now, and their queries. */
  readonly savedSearches: ReadonlyMap<string, { readonly name: string; readonly query: string }>;
}

export interface CheckedSetting extends CheckedQuery {
  /** The problems, or if there are none the remarks, each with its position in the file. */
  readonly notes: readonly Note[];
}

/** Checks a query from a setting; `behind` is text appended to the value. */
export function checkSetting(moving: Moving, setting: Setting, behind = ''): CheckedSetting {
  const checked = checkQuery(setting.value + behind, moving.expand);
  const remarks = checked.problems.length > 0 ? checked.problems : remarksOf(moving, checked);
  const notes = remarks.map(({ message, offset }) => ({
    ...placeIn(setting, Math.min(offset, setting.value.length)),
    message,
  }));
  return { ...checked, notes: unique(notes) };
}

/** What the query can be read with, and yet will not find. */
export function remarksOf({ tables, savedSearches }: Moving, checked: CheckedQuery): Remark[] {
  const missing = checked.lookups.filter((name) => !tables.has(name));
  const unknown = checked.savedSearches.filter((name) => !savedSearches.has(name));
  const models = checked.models.filter(({ model }) => builtInDataModel(model) === undefined);
  return [
    ...checked.remarks,
    ...missing.map((name) => at0(`The lookup table \`${name}\` wasn’t found.`)),
    ...unknown.map((name) => at0(`The saved search “${name}” wasn’t found.`)),
    ...models.map(({ model, start }) => ({
      message: `The data model \`${model}\` isn’t built in. Create it first.`,
      offset: start,
    })),
  ];
}

function at0(message: string): Remark {
  return { message, offset: 0 };
}

function unique(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((each) => [JSON.stringify(each), each])).values()];
}

export function renamed({ name, file, line }: Stanza, called: string): Note[] {
  return name === called ? [] : [{ file, line, message: `Renamed to “${called}”.` }];
}

export function descriptionOf(setting: Setting | undefined): { description?: string } {
  const text = setting?.value.trim() ?? '';
  return text === ''
    ? {}
    : { description: text.slice(0, LIMITS.savedSearches.descriptionCharactersMax) };
}
