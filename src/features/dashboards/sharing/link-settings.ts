import type { ChosenVariables } from '../../../contract/dashboard-data.ts';

/** What a public link was made with; its visitors cannot change it, but for values among the options. */
export interface LinkSettings {
  readonly earliest?: string;
  readonly latest?: string;
  readonly timeZone?: string;
  readonly variables: ChosenVariables;
}
