import { DAY_MS, KB, SECOND_MS } from '../units.ts';

/** Requests and answers, whatever they are about. */
export const HTTP_LIMITS = {
  /** How long the rest of a refused body is read and thrown away, so that the client can read the answer. */
  lingerMs: 5 * SECOND_MS,
  /** Wait named in `Retry-After` when nobody knows better. */
  retryAfterMsDefault: 5 * SECOND_MS,
  /** Characters of a caller's own `X-Request-Id`; a longer one is replaced. */
  requestIdCharactersMax: 64,
  /** Largest body of a call that carries the definition of a dashboard. */
  definitionBodyBytesMax: 320 * KB,
  /** Deepest nesting of a JSON body. */
  jsonDepthMax: 64,
  /** Objects, lists and fields of a JSON body that is no bulk of events, rows or lines. */
  jsonPartsMax: 10_000,
  /** Problems listed in one validation answer. */
  detailsMax: 100,
  /** Rows a list answers with when the caller names no limit. */
  pageRowsDefault: 50,
  /** Rows a list answers with at most. */
  pageRowsMax: 200,
  /** How long an endpoint of `v1` stays after it was announced that it will be removed. */
  deprecationMsMin: 365 * DAY_MS,
} as const;
