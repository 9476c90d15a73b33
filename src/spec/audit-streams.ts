/** The words of audit streams. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './units.ts';

/** `webhook`: signed calls as Standard Webhooks 1.0 has them. `splunk`: the HTTP Event Collector of Splunk. */
export const AUDIT_STREAM_KINDS = ['webhook', 'splunk'] as const;
export type AuditStreamKind = (typeof AUDIT_STREAM_KINDS)[number];

/** How an entry is written: its own fields, OCSF 1.3 or CEF 0. */
export const AUDIT_STREAM_FORMATS = ['json', 'ocsf', 'cef'] as const;
export type AuditStreamFormat = (typeof AUDIT_STREAM_FORMATS)[number];

/** Grows when a field of OCSF or CEF gets another meaning. */
export const AUDIT_MAPPING_VERSION = 1;

/** Waits after failed tries; the last one is repeated for as long as entries are kept. */
export const AUDIT_STREAM_RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  1 * HOUR_MS,
] as const;
