/**
 * How much: rates per minute, what a plan includes. Owns no table; plans are columns of organizations.
 */
export { createLimitRate } from './limit-rate.ts';
export {
  lockPlan,
  planLimitReached,
  type Plans,
  requireRoom,
  RESOURCE_WORDS,
} from './plan-limits.ts';
