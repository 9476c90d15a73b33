import { KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Calls to addresses that organizations name. */
export const OUTBOUND_LIMITS = {
  /** Characters of an address. */
  urlCharactersMax: 2_048,
  /** Addresses a name may lead to. */
  addressesMax: 64,
  /** Longest time until a connection stands, finding the name and agreeing on a cipher included. */
  connectMsMax: 10 * SECOND_MS,
  /** Longest silence of a connection. */
  silenceMsMax: 30 * SECOND_MS,
  /** Longest time of a whole call. */
  totalMsMax: 10 * MINUTE_MS,
  /** Largest body that is sent. */
  requestBytesMax: 16 * MB,
  /** Largest answer that is taken. */
  answerBytesMax: 1 * MB,
  /** Largest part of a file that is taken as an answer, where a file was asked for. */
  fileAnswerBytesMax: 8 * MB,
  /** Largest set of headers of an answer. */
  headerBytesMax: 16 * KB,
  /** Lowest port that may be called beside 443. */
  portMin: 1_024,
} as const;
