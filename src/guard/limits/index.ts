/**
 * How much: rates per minute, what a plan includes, daily quotas, AI credits. Owns usage_days,
 * usage_batches, quota_warnings, ai_credits and ai_holds; plans are columns of organizations.
 */
export {
  countAiRun,
  type CreditHold,
  type CreditNeeds,
  holdCredits,
  readCreditUsage,
  settleCredits,
} from './ai-credits.ts';
export { createLimitQuota } from './limit-quota.ts';
export { createLimitRate } from './limit-rate.ts';
export {
  lockPlan,
  PLAN_TERMS,
  planFor,
  planLimitReached,
  type Plans,
  type PlanTerms,
  requireRoom,
  RESOURCE_WORDS,
} from './plan-limits.ts';
export { readPlan } from './plans-table.ts';
export { createQuotaMeter, type QuotaMeter, type QuotaVerdict } from './quota-meter.ts';
export { markQuotaWarning } from './usage-table.ts';
export {
  countStored,
  readIngestUsage,
  recordDiscarded,
  recordUsage,
  type StoredShare,
} from './usage.ts';
