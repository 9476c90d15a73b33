import { PLANS } from '../../../src/spec/plans.ts';

/** What the processes of `spend-credits.ts` ask for, of a bundle of ten credits. */
export const SPENT = {
  plans: { ...PLANS, free: { ...PLANS.free, monthlyCredits: 10 } },
  heldMicro: 400_000,
  usedMicro: 250_000,
};
