import { DAY_MS, KB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Tools that agents call through the Model Context Protocol (`POST /mcp`). */
export const AGENTS_LIMITS = {
  /** Default maximum size of an answer, in estimated tokens. */
  tokensDefault: 6_000,
  /** Smallest `maxTokens`. */
  tokensMin: 500,
  /** Largest `maxTokens`. */
  tokensMax: 20_000,
  /** Maximum size of an answer of `describe`, in estimated tokens. */
  describeTokensMax: 2_000,
  /** Maximum size of a page of `language_help`, in estimated tokens. */
  helpTokensMax: 1_500,
  /** Default maximum characters of a line or cell. */
  lineCharactersDefault: 500,
  /** Smallest `lineCharacters`. */
  lineCharactersMin: 50,
  /** Largest `lineCharacters`. */
  lineCharactersMax: 20_000,
  /** Default rows of an answer. */
  rowsDefault: 20,
  /** Maximum rows of an answer. */
  rowsMax: 200,
  /** `logs_search` counts all events of a search only if it scanned at most this many rows; otherwise it says “at least”. */
  countedRowsMax: 500_000,
  /** Columns of an event that vary, in addition to its ID, time and text. */
  cellsMax: 8,
  /** Values of a breakdown. */
  valuesMax: 20,
  /** Fields that `describe` lists. */
  fieldsMax: 30,
  /** Default time buckets of `logs_count`. */
  bucketsDefault: 12,
  /** Maximum time buckets of `logs_count`. */
  bucketsMax: 60,
  /** Default patterns of `logs_patterns`. */
  patternsDefault: 20,
  /** Maximum patterns of `logs_patterns`. */
  patternsMax: 100,
  /** Maximum number of events before and after an event, each. */
  neighboursMax: 20,
  /** Characters of a query. */
  queryCharactersMax: 16 * KB,
  /** How long a cursor is valid. */
  cursorMs: 10 * MINUTE_MS,
  /** Maximum duration of a search. */
  searchMsMax: 15 * SECOND_MS,
  /** How long a search waits for a slot. */
  slotWaitMsMax: 5 * SECOND_MS,
  /** Maximum time for which a search waits until members have no running searches on its node. */
  yieldMsMax: 1 * SECOND_MS,
  /** Panels of one call of `dashboard_data`. */
  panelsMax: 6,
  /** Rows of a panel. */
  panelRowsMax: 50,
  /** Characters of the criteria of `evaluate`. */
  criteriaCharactersMax: 4_000,
  /** Expected items of `evaluate`. */
  expectedItemsMax: 50,
  /** Default `maxCredits` of `evaluate`. */
  creditsDefault: 5,
  /** Largest `maxCredits` of `evaluate`. */
  creditsMax: 1_000,
  /** Maximum time for which an agent can snooze an incident, in seconds. */
  snoozeSecondsMax: DAY_MS / SECOND_MS,
  /** Characters of the name and version of a client. */
  clientCharactersMax: 100,
  /** How long clients may cache the lists of tools, prompts and resources. */
  listsKeptMs: 5 * MINUTE_MS,
  /** Remembered clients per organization. The least recently used is removed first. */
  clientsMax: 500,
  /** Client names per credential and day that are remembered and recorded in the audit log. Further ones are counted. */
  clientsPerDayMax: 20,
  /** Precision of the last use of a client. */
  clientNotedEveryMs: 1 * MINUTE_MS,
} as const;
