import { DAY_MS } from '../units.ts';

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
  /** How long outcomes of runs are kept, where an organization turned the history on. */
  historyMsMax: 90 * DAY_MS,
  /** Runs of a check in the history; the oldest beyond it are deleted. */
  historyRunsMax: 2_000,
  /** Event IDs kept of an item. */
  historyEventsMax: 5,
} as const;
