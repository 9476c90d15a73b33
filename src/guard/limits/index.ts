/**
 * How much: rates per minute, what a plan includes. Owns usage_days and usage_batches; plans are
 * columns of organizations.
 */
export { createLimitRate } from './limit-rate.ts';
export {
  lockPlan,
  planLimitReached,
  type Plans,
  requireRoom,
  RESOURCE_WORDS,
} from './plan-limits.ts';
export {
  forgetCountedBatches,
  type IngestUsage,
  readIngestUsage,
  recordUsage,
  type StoredShare,
} from './usage.ts';
