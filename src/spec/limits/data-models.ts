/** Data models: datasets that `tstats … FROM datamodel=…` counts over. */
export const DATA_MODELS_LIMITS = {
  /** Data models of an organization. */
  perOrganizationMax: 200,
  /** Characters of the name of a data model, a dataset or a field. */
  nameCharactersMax: 100,
  /** Datasets of a data model. */
  datasetsMax: 50,
  /** Fields of a dataset. */
  fieldsMax: 200,
  /** Characters of the search of a dataset. */
  searchCharactersMax: 4_096,
  /** Characters of the expression of a field. */
  expressionCharactersMax: 1_000,
  /** Characters of a description. */
  descriptionCharactersMax: 500,
  /** Earlier versions kept of a data model. */
  versionsMax: 20,
} as const;
