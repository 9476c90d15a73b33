import { SECOND_MS } from '../units.ts';

/** Pipelines, and what they may take of the time for a request. */
export const PIPELINES_DEFAULTS = {
  /** Time all pipelines together may take for one request; later events pass with a mark. */
  requestMsMax: 5 * SECOND_MS,
  /** Times a minute that patterns of one organization may run out of time; then they rest. */
  overrunsPerMinuteMax: 10,
  /** Earlier versions kept of a pipeline. */
  versionsMax: 100,
} as const;
