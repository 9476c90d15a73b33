import { KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Calls to addresses that organizations name. */
export const OUTBOUND_LIMITS = {
  /** Characters of a URL. */
  urlCharactersMax: 2_048,
  /** IP addresses of a host name. */
  addressesMax: 64,
  /** Timeout of a connection, including DNS and TLS. */
  connectMsMax: 10 * SECOND_MS,
  /** Idle timeout of a connection. */
  silenceMsMax: 30 * SECOND_MS,
  /** Timeout of a whole request. */
  totalMsMax: 10 * MINUTE_MS,
  /** Largest request body. */
  requestBytesMax: 16 * MB,
  /** Largest response. */
  answerBytesMax: 1 * MB,
  /** Largest part of a file in a response, for requests that download a file. */
  fileAnswerBytesMax: 8 * MB,
  /** Largest set of response headers. */
  headerBytesMax: 16 * KB,
  /** Lowest port allowed in addition to 443. */
  portMin: 1_024,
} as const;
