import { DAY_MS, KB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** What an agent gets through the Model Context Protocol (`POST /mcp`). */
export const AGENTS_LIMITS = {
  /** Tokens of an answer; one is reckoned as three bytes, or two characters outside of ASCII words. */
  tokensDefault: 6_000,
  tokensMin: 500,
  tokensMax: 20_000,
  /** Tokens of `describe`, and of a page of `language_help`. */
  describeTokensMax: 2_000,
  helpTokensMax: 1_500,
  /** Tokens of the definitions of all tools together. */
  definitionsTokensMax: 4_000,
  /** Characters of a line or cell. */
  lineCharactersDefault: 500,
  lineCharactersMin: 50,
  lineCharactersMax: 20_000,
  /** Rows of a table. */
  rowsDefault: 20,
  rowsMax: 200,
  /** Columns of an event that vary, beside its id, time and text. */
  cellsMax: 8,
  /** Values of a breakdown, and fields that `describe` lists. */
  valuesMax: 20,
  fieldsMax: 30,
  /** Buckets of a count over time. */
  bucketsDefault: 12,
  bucketsMax: 60,
  patternsDefault: 20,
  patternsMax: 100,
  /** Neighbours of an event, before and after it, each. */
  neighboursMax: 20,
  /** Characters of a query. */
  queryCharactersMax: 16 * KB,
  /** How long a cursor may be used. */
  cursorMs: 10 * MINUTE_MS,
  /** How long a search of an agent may take. */
  searchMsMax: 15 * SECOND_MS,
  /** How long it waits while all slots for agents are taken. */
  slotWaitMsMax: 5 * SECOND_MS,
  /** Panels of one call, and rows of each. */
  panelsMax: 6,
  panelRowsMax: 50,
  /** Of `evaluate`. */
  criteriaCharactersMax: 4_000,
  expectedItemsMax: 50,
  creditsDefault: 5,
  creditsMax: 1_000,
  /** How long an alert can be snoozed by an agent. */
  snoozeSecondsMax: DAY_MS / SECOND_MS,
  /** Names that are suggested where one was not found. */
  suggestionsMax: 5,
  /** Characters kept of the name and version a client gives itself. */
  clientCharactersMax: 100,
  /** How long clients may keep the lists of tools, prompts and resources. */
  listsKeptMs: 5 * MINUTE_MS,
  /** Clients of one organization that are remembered; the longest unused goes first. */
  clientsMax: 500,
  /** How exact the last use of a client is. */
  clientNotedEveryMs: 1 * MINUTE_MS,
} as const;
