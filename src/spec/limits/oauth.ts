import { DAY_MS, HOUR_MS, KB, MINUTE_MS } from '../units.ts';

/** Connecting agents by OAuth 2.1. */
export const OAUTH_LIMITS = {
  /** How long an authorization code is valid. */
  codeMs: 1 * MINUTE_MS,
  /** How long an access token of an agent is valid. */
  accessMs: 1 * HOUR_MS,
  /** How long a refresh token is valid. Each use replaces it. */
  refreshMs: 30 * DAY_MS,
  /** Maximum size of the metadata document of a client. */
  metadataBytesMax: 20 * KB,
  /** How long the metadata of a client is cached. */
  metadataMs: 1 * HOUR_MS,
  /** Maximum characters of an authorization request, the part after the question mark. */
  requestCharactersMax: 8_000,
} as const;
