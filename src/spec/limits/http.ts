import { DAY_MS, KB, SECOND_MS } from '../units.ts';

/** Requests and answers, whatever they are about. */
export const HTTP_LIMITS = {
  /** How long the rest of a rejected request body is read and discarded, so that the client can read the response. */
  lingerMs: 5 * SECOND_MS,
  /** Default `Retry-After`. */
  retryAfterMsDefault: 5 * SECOND_MS,
  /** Characters of a caller's own `X-Request-Id`; a longer one is replaced. */
  requestIdCharactersMax: 64,
  /** Largest request body with a dashboard definition. */
  definitionBodyBytesMax: 320 * KB,
  /** Deepest nesting of a JSON body. */
  jsonDepthMax: 64,
  /** Objects, arrays and fields in a JSON body, except for bulk requests with events, rows or lines. */
  jsonPartsMax: 10_000,
  /** Problems listed in one validation error. */
  detailsMax: 100,
  /** Default page size of lists. */
  pageRowsDefault: 50,
  /** Maximum page size of lists. */
  pageRowsMax: 200,
  /** How long an endpoint of `v1` remains after its deprecation is announced. */
  deprecationMsMin: 365 * DAY_MS,
} as const;
