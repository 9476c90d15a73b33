/** Macros of searches. */
export const MACROS_LIMITS = {
  /** Macros of an organization. */
  perOrganizationMax: 2_000,
  /** Characters of a macro's name, and of the name of an argument. */
  nameCharactersMax: 100,
  /** Arguments of a macro. */
  argumentsMax: 20,
  /** Characters of its definition. */
  definitionCharactersMax: 16_384,
  /** Characters of its description, of its validation and of the message of the latter. */
  noteCharactersMax: 500,
  /** Earlier versions kept of a macro. */
  versionsMax: 50,
} as const;
