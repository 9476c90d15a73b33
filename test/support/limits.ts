/** Every limit as an installation has it where nobody has set one. */
import { DEFAULTS } from '../../src/spec/defaults.ts';
import { limitsWith } from '../../src/spec/limits.ts';
import { type RateName, RATES } from '../../src/spec/rates.ts';

export const LIMITS = limitsWith(DEFAULTS);

export const USUAL_RATES = Object.fromEntries(
  Object.entries(RATES).map(([name, { perMinute }]) => [name, perMinute]),
) as Record<RateName, number>;
