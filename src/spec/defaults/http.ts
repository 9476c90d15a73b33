import { KB, MB, SECOND_MS } from '../units.ts';

/** Requests and answers, whatever they are about. */
export const HTTP_DEFAULTS = {
  /** Largest request body, counted after decompression: of endpoints that take events or tables. Evaluations take what they promise. */
  bodyBytesMax: 10 * MB,
  /** Largest body of what people send about their accounts and sessions. */
  accountBodyBytesMax: 64 * KB,
  /** Largest body of the other endpoints that take one. */
  managementBodyBytesMax: 256 * KB,
  /** Largest set of request headers. */
  headerBytesMax: 64 * KB,
  /** Longest time a client may take to send a whole request. */
  requestTimeoutMs: 60 * SECOND_MS,
  /** Longest time a client may take to send the headers of a request. */
  headersTimeoutMs: 20 * SECOND_MS,
  /** Longest time one engine may take to say how it is doing. */
  readyCheckTimeoutMs: 2 * SECOND_MS,
  /** How long an idle connection is kept open. */
  keepAliveTimeoutMs: 72 * SECOND_MS,
  /** How long a stopping server waits for requests in flight. */
  shutdownTimeoutMs: 20 * SECOND_MS,
} as const;
