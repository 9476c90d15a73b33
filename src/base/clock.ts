/** The current time, handed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds: the form every answer uses. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
