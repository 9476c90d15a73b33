import { DAY_MS } from '../units.ts';

/** Searches, and the language they are written in. */
export const QUERY_LIMITS = {
  /** How often a streamed search tells how far it is. */
  progressMs: 250,
  /** Rows of an answer when the caller names no limit. */
  rowsDefault: 1_000,
  /** Rows of an answer at most. */
  rowsMax: 10_000,
  /** Characters of a query. */
  textCharactersMax: 16_384,
  /** Buckets of a chart or histogram. */
  bucketsMax: 10_000,
  /** Rows a statement may give, groups of an aggregation included. */
  groupsMax: 100_000,
  /** Searches of alert rules of one organization running at once, beside those of people. */
  alertSlotsPerOrganization: 2,
  /** Searches of alert rules of one node running at once. */
  alertSlotsPerNode: 8,
  /** Searches of one organization that the platform runs by itself, such as exports and measurements. */
  backgroundSlotsPerOrganization: 2,
  /** Such searches of one node running at once. */
  backgroundSlotsPerNode: 4,
  /** Searches for visitors who are not signed in, on behalf of one organization. */
  publicSlotsPerOrganization: 1,
  /** Such searches of one node running at once. */
  publicSlotsPerNode: 4,
  /** How far back a search looks when nothing says so. */
  rangeMsDefault: 1 * DAY_MS,
  /** How deep parentheses, calls and NOT may be nested in a query. */
  nestingMax: 64,
  /** Commands of a query, subsearches included. */
  stagesMax: 100,
  /** Fields, values and functions of a query; the plain values of one list count as one. */
  termsMax: 1_000,
  /** Subsearches of a query. */
  subsearchesMax: 10,
  /** Subsearches inside each other. */
  subsearchNestingMax: 3,
  /** Rows a subsearch hands to the search around it. */
  subsearchRowsMax: 10_000,
  /** Rows of the subsearch a join looks into. */
  joinRowsMax: 50_000,
  /** Values `list()` keeps per group. */
  listValuesMax: 100,
  /** Rows a lookup may match for one event. */
  lookupMatchesMax: 100,
  /** Events of one transaction, unless the query names fewer. */
  transactionEventsMax: 1_000,
  /** Rows `makeresults` may make. */
  madeRowsMax: 100_000,
  /** Series of a chart when the query names no limit; the rest is summed up as one. */
  seriesDefault: 10,
  /** Buckets a chart aims at when the query names neither a span nor a number. */
  bucketsDefault: 100,
  /** Newest events of the range in which a field is looked for that the answer does not show. */
  adviceEventsMax: 10_000,
  /** How long an answer waits at most for the advice about it; never longer than it took itself. */
  adviceTimeoutMs: 1_000,
  /** How long the plan of a query waits for the store to estimate the rows it reads. */
  explainTimeoutMs: 2_000,
  /** Problems reported for one query text. */
  diagnosticsMax: 50,
  /** Suggestions offered at the cursor of the query editor. */
  completionsMax: 200,
  /** Values of one variable of a query. */
  variableValuesMax: 100,
  /** Characters of one such value. */
  variableCharactersMax: 500,
  /** Characters that variables put into one query; a variable counts as often as it is named. */
  variablesCharactersMax: 200_000,
  /** Macros inside the text of macros. */
  macroNestingMax: 8,
  /** Macro calls expanded in one query. */
  macrosMax: 100,
} as const;
