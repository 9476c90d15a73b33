/** Saved searches. */
export const SAVED_SEARCHES_LIMITS = {
  /** Characters of a saved search's name. */
  nameCharactersMax: 100,
  /** Characters of its description. */
  descriptionCharactersMax: 500,
  /** Columns of a saved search, or of a search URL. */
  columnsMax: 30,
} as const;
