/** Indexes. */
export const INDEXES_LIMITS = {
  /** Characters of an index's description. */
  descriptionCharactersMax: 500,
  /** Characters of an index name. */
  nameCharactersMax: 63,
  /** Default retention of an index. */
  retentionDaysDefault: 30,
  /** Longest retention of an index. */
  retentionDaysMax: 3_650,
} as const;
