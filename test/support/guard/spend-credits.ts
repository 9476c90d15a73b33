/**
 * A process that spends credits as fast as it can, for tests with several of them:
 *
 *   node spend-credits.ts <sqlite|postgres> <path or url> <organization> <runs>
 *
 * Prints how many runs got what they asked for.
 */
import { systemClock } from '../../../src/base/clock.ts';
import { AppError } from '../../../src/base/errors.ts';
import { organizationId } from '../../../src/base/ids.ts';
import { silentLog } from '../../../src/base/log.ts';
import { openMetadata } from '../../../src/engines/metadata/open-metadata.ts';
import { holdCredits, settleCredits } from '../../../src/guard/limits/index.ts';
import { LIMITS } from '../../../src/spec/limits.ts';
import { SPENT } from './spent-credits.ts';

const [kind, place = '', organization = '', runs = '0'] = process.argv.slice(2);
const needs = { clock: systemClock, log: silentLog };
await using metadata = await openMetadata(
  needs,
  kind === 'sqlite' ? { kind, path: place } : { kind: 'postgres', url: place },
);
const credits = {
  metadata,
  clock: systemClock,
  plans: SPENT.plans,
  limits: { ...LIMITS.evaluation, creditWaitMsMax: 120_000 },
};
const outcomes = await Promise.all(Array.from({ length: Number(runs) }, spend));
process.stdout.write(String(outcomes.filter(Boolean).length));

async function spend(): Promise<boolean> {
  try {
    const hold = await holdCredits(credits, organizationId(organization), SPENT.heldMicro);
    await metadata.transaction((unit) => settleCredits(unit, hold, SPENT.usedMicro));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'AI_CREDITS_EXHAUSTED') return false;
    throw error;
  }
}
