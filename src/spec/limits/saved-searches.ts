/** Saved searches. */
export const SAVED_SEARCHES_LIMITS = {
  /** Characters of a saved search's name. */
  nameCharactersMax: 100,
  /** Characters of its description. */
  descriptionCharactersMax: 500,
  /** Columns that it, or the address of a search, can name. */
  columnsMax: 30,
} as const;
