/**
 * How much: rates per minute, what a plan includes, daily quotas. Owns usage_days, usage_batches and
 * quota_warnings; plans are columns of organizations.
 */
export { createLimitQuota } from './limit-quota.ts';
export { createLimitRate } from './limit-rate.ts';
export {
  lockPlan,
  planLimitReached,
  type Plans,
  requireRoom,
  RESOURCE_WORDS,
} from './plan-limits.ts';
export { createQuotaMeter, type QuotaMeter, type QuotaVerdict } from './quota-meter.ts';
export { markQuotaWarning } from './usage-table.ts';
export {
  forgetCountedBatches,
  readIngestUsage,
  recordDiscarded,
  recordUsage,
  type StoredShare,
} from './usage.ts';
