/** Data links: addresses in other tools that values of a field lead to. */
export const DATA_LINKS_LIMITS = {
  /** Data links of an organization. */
  perOrganizationMax: 100,
  /** Characters of the name of a data link. */
  nameCharactersMax: 100,
  /** Characters of the URL of a data link, with its placeholders. */
  urlCharactersMax: 2_000,
  /** Characters of a description. */
  descriptionCharactersMax: 500,
  /** Earlier versions kept of a data link. */
  versionsMax: 20,
} as const;
