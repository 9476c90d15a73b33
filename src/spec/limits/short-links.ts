import { DAY_MS } from '../units.ts';

/** Short links to pages of the web app. */
export const SHORT_LINKS_LIMITS = {
  /** Short links of an organization that have not expired. */
  perOrganizationMax: 5_000,
  /** Characters of the address that a short link opens. */
  pathCharactersMax: 20_000,
  /** Characters of the title of a short link. */
  titleCharactersMax: 200,
  /** Default lifetime of a short link, in days. */
  daysDefault: 30,
  /** Maximum lifetime of a short link, in days. */
  daysMax: 365,
  /** How long expired links stay in the list. */
  expiredKeptMs: 7 * DAY_MS,
} as const;
