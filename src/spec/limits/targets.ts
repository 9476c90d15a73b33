import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** What the product aims at: nothing is refused beyond these numbers. */
export const TARGETS_LIMITS = {
  /** Uptime over a rolling 30 days. */
  uptimeRatio: 0.999,
  /** From the response of the API to searchable, 99th percentile. */
  ingestLatencyP99Ms: 3 * SECOND_MS,
  /** Simple hot-tier queries, 95th percentile. */
  queryLatencyP95Ms: 200,
  /** Data loss after a restore (RPO). */
  recoveryPointMs: 1 * HOUR_MS,
  /** Time to restore a backup (RTO). */
  recoveryTimeMs: 4 * HOUR_MS,
  /** From ingestion to a firing alert. */
  alertLatencyMs: 2 * MINUTE_MS,
  /** How long before its start maintenance is announced. */
  maintenanceNoticeMs: 48 * HOUR_MS,
  /** History of the status page. */
  statusHistoryDays: 30,
  /** CPU time for which one request may block the main thread. */
  turnMsMax: 50,
  /** Check interval of the status probe. */
  probeEveryMs: 1 * MINUTE_MS,
  /** Window of the latencies on the page “Targets”. */
  windowMs: 24 * HOUR_MS,
  /** How often their counts are saved, to be subtracted later. */
  keptEveryMs: 10 * MINUTE_MS,
  /** How often nodes exchange their counts, and external values are read again. */
  readEveryMs: 1 * MINUTE_MS,
  /** Counts of a node that sent none for this time are excluded. */
  silentMsMax: 5 * MINUTE_MS,
  /** Nodes whose counts are added. */
  nodesMax: 256,
  /** Minimum number of measured requests for a 99th percentile. */
  ingestSamplesMin: 100,
  /** Minimum number of measured searches for a 95th percentile. */
  querySamplesMin: 20,
} as const;
