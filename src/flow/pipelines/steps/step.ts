import type { PipelineEvent, PipelineLimits, Room } from '../pipeline-event.ts';

/** Dependencies of a step. */
export interface StepContext {
  readonly limits: PipelineLimits;
  /** Counts the size of what is written. */
  readonly room: Room;
  /** The indexes of the organization, each with the days it keeps events. */
  readonly indexes: ReadonlyMap<string, number>;
  /** A watchdog is on, so a pattern may be tried that could take long. */
  readonly isWatched: boolean;
}

/** `unwatched`: nothing was done; the step has to be run again under the eye of the watchdog. */
export type StepResult = 'done' | 'dropped' | 'unwatched' | StepFailure;

export interface StepFailure {
  readonly reason: string;
}

/**
 * Changes the event, or returns the reason for failure and leaves the event unchanged: everything that can fail is
 * computed before anything is written. Never throws.
 */
export type Step = (event: PipelineEvent, context: StepContext) => StepResult;

export function failed(reason: string): StepFailure {
  return { reason };
}

/** The answer where nothing was found to work on. */
export function missed(isOptional: boolean | undefined, reason: string): StepResult {
  return isOptional === true ? 'done' : { reason };
}
