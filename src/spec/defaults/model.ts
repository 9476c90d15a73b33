import { SECOND_MS } from '../units.ts';

/** The language models that evaluations ask. */
export const MODEL_DEFAULTS = {
  /** Requests to a model provider for one answer, the first included. */
  attemptsMax: 3,
  /** Delay before the first new try; it triples for the second, and half of it is random. */
  retryDelayMsMin: 500,
  /** Longest wait that a provider may ask for before the next try; with more the run fails at once. */
  retryAfterMsMax: 5 * SECOND_MS,
  /** Longest time for one request, from the connection to the end of the answer. */
  attemptMsMax: 60 * SECOND_MS,
  /** Longest time for one answer, all tries and waits together. */
  totalMsMax: 120 * SECOND_MS,
  /** Longest wait for a connection to a provider. */
  connectMsMax: 10 * SECOND_MS,
  /** Connections of one node to its provider. */
  connectionsMax: 64,
  /** What a failed run tells the client to wait. */
  retryAfterSeconds: 30,
} as const;
