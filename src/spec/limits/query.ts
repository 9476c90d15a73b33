import { DAY_MS, MB } from '../units.ts';

/** Searches, and the language they are written in. */
export const QUERY_LIMITS = {
  /** Interval between progress messages of a streamed search. */
  progressMs: 250,
  /** Default number of rows in a response. */
  rowsDefault: 1_000,
  /** Maximum number of rows in a response. */
  rowsMax: 10_000,
  /** Characters of a query. */
  textCharactersMax: 16_384,
  /** Buckets of a chart or histogram. */
  bucketsMax: 10_000,
  /** Rows that a statement may return, including groups of an aggregation. */
  groupsMax: 100_000,
  /** Concurrent alert searches per organization, in addition to searches of members. */
  alertSlotsPerOrganization: 2,
  /** Concurrent alert searches per node. */
  alertSlotsPerNode: 8,
  /** Concurrent background searches per organization, such as exports and KPI measurements. */
  backgroundSlotsPerOrganization: 2,
  /** Concurrent background searches per node. */
  backgroundSlotsPerNode: 4,
  /** Concurrent searches for visitors of public links, per organization. */
  publicSlotsPerOrganization: 1,
  /** Concurrent searches for visitors of public links, per node. */
  publicSlotsPerNode: 4,
  /** Concurrent searches of agents per organization, in addition to searches of members. */
  agentSlotsPerOrganization: 2,
  /** Concurrent searches of agents per node. */
  agentSlotsPerNode: 4,
  /** Default time range of a search. */
  rangeMsDefault: 1 * DAY_MS,
  /** Maximum number of rounds of the counted repetitions in a regular expression that can overlap. */
  regexRoundsMax: 40,
  /** Size of a text or list that a search computes from others. */
  computedBytesMax: 4 * MB,
  /** Size that a text can reach, at worst, when parts of it are replaced. */
  replacedBytesMax: 16 * MB,
  /** Maximum nesting of parentheses, function calls and NOT in a query. */
  nestingMax: 64,
  /** Commands in a query, including subsearches. */
  stagesMax: 100,
  /** Fields, values and functions in a query; a list of plain values counts as one. */
  termsMax: 1_000,
  /** Subsearches in a query. */
  subsearchesMax: 10,
  /** Maximum nesting of subsearches. */
  subsearchNestingMax: 3,
  /** Rows that a subsearch returns to the outer search. */
  subsearchRowsMax: 10_000,
  /** Rows of the subsearch of a join. */
  joinRowsMax: 50_000,
  /** Values `list()` keeps per group. */
  listValuesMax: 100,
  /** Rows a lookup may match for one event. */
  lookupMatchesMax: 100,
  /** Events of one transaction, unless the query names fewer. */
  transactionEventsMax: 1_000,
  /** Rows that `makeresults` can create. */
  madeRowsMax: 100_000,
  /** Rows that `collect` writes at once. */
  collectedRowsMax: 10_000,
  /** Points of a sparkline. */
  sparklinePointsMax: 50,
  /** Distinct addresses that `iplocation` looks up in one search. */
  locatedAddressesMax: 10_000,
  /** Largest file with the locations of addresses. */
  locationFileBytesMax: 512 * MB,
  /** Default number of series in a chart; the rest is summed up as one. */
  seriesDefault: 10,
  /** Default number of buckets of a chart without a span. */
  bucketsDefault: 100,
  /** Newest events that are checked for fields when a result has no values for a field of the query. */
  adviceEventsMax: 1_000,
  /** Longest delay of a response for advice about the query; never longer than the query itself. */
  adviceTimeoutMs: 1_000,
  /** Timeout of the estimate of scanned rows in the query plan. */
  explainTimeoutMs: 2_000,
  /** Problems reported for one query text. */
  diagnosticsMax: 50,
  /** Suggestions offered at the cursor of the query editor. */
  completionsMax: 200,
  /** Values of one variable in a query. */
  variableValuesMax: 100,
  /** Characters of one value of a variable. */
  variableCharactersMax: 500,
  /** Characters that variables insert into one query; every use of a variable counts. */
  variablesCharactersMax: 200_000,
  /** Maximum nesting of macros. */
  macroNestingMax: 8,
  /** Macro calls expanded in one query. */
  macrosMax: 100,
} as const;
