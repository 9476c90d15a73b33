/** Checks: saved evaluations. */
export const CHECKS_LIMITS = {
  /** Checks of an organization. */
  perOrganizationMax: 500,
  /** Characters of a check's name. */
  nameCharactersMax: 100,
  /** Characters of its description. */
  descriptionCharactersMax: 500,
  /** Lowest credit cap. */
  creditsMin: 0.001,
  /** Highest credit cap. */
  creditsMax: 1_000_000,
  /** Versions kept of a check. */
  versionsMax: 50,
} as const;
