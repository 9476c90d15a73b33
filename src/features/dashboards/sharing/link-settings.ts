import type { ChosenVariables } from '../../../contract/dashboard-data.ts';
import type { DataModelDefinition } from '../../../language/index.ts';

/** What a public link was made with; its visitors cannot change it, but for values among the options. */
export interface LinkSettings {
  readonly earliest?: string;
  readonly latest?: string;
  readonly timeZone?: string;
  readonly variables: ChosenVariables;
  /** Absent in older links: they use neither. */
  readonly pins?: LinkPins;
}

/** What the queries of a link used when it was made; who may not publish cannot change what it shows. */
export interface LinkPins {
  /** Texts of saved searches, by name. */
  readonly savedSearches: Readonly<Record<string, string>>;
  readonly lookups: Readonly<Record<string, LookupPin>>;
  /** Absent in older links: they use none. */
  readonly dataModels?: Readonly<Record<string, DataModelDefinition>>;
}

export interface LookupPin {
  readonly id: string;
  readonly version: number;
}
