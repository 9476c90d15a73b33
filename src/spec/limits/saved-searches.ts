/** Saved searches. */
export const SAVED_SEARCHES_LIMITS = {
  /** Characters of a saved search's name. */
  nameCharactersMax: 100,
  /** Characters of its description. */
  descriptionCharactersMax: 500,
} as const;
