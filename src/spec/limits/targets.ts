import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** What the product aims at: nothing is refused beyond these numbers. */
export const TARGETS_LIMITS = {
  /** Uptime over a rolling 30 days. */
  uptimeRatio: 0.999,
  /** From the API's answer to queryable, 99th percentile. */
  ingestLatencyP99Ms: 3 * SECOND_MS,
  /** Simple hot-tier queries, 95th percentile. */
  queryLatencyP95Ms: 200,
  /** Data that a restored backup may miss. */
  recoveryPointMs: 1 * HOUR_MS,
  /** Time until a backup is restored. */
  recoveryTimeMs: 4 * HOUR_MS,
  /** From ingestion to a firing alert. */
  alertLatencyMs: 2 * MINUTE_MS,
  /** How long before a maintenance it is announced. */
  maintenanceNoticeMs: 48 * HOUR_MS,
  /** History of the status page. */
  statusHistoryDays: 30,
  /** Processor time for which one request may hold the thread that answers all of them. */
  turnMsMax: 50,
  /** How often the status probe looks. */
  probeEveryMs: 1 * MINUTE_MS,
  /** How far back latencies of the page of targets are counted. */
  windowMs: 24 * HOUR_MS,
  /** How often the counts behind them are kept, to be subtracted later. */
  keptEveryMs: 10 * MINUTE_MS,
  /** How often nodes tell each other their counts, and what lies outside of them is read again. */
  readEveryMs: 1 * MINUTE_MS,
  /** Counts of a node that was not heard of for so long are left out. */
  silentMsMax: 5 * MINUTE_MS,
  /** Nodes whose counts are added. */
  nodesMax: 256,
  /** Measured requests without which a 99th percentile is not judged. */
  ingestSamplesMin: 100,
  /** Measured searches without which a 95th percentile is not judged. */
  querySamplesMin: 20,
} as const;
