/** Every limit as an installation has it where nobody has set one. */
import { DEFAULTS } from '../../src/spec/defaults.ts';
import { limitsWith } from '../../src/spec/limits.ts';

export const LIMITS = limitsWith(DEFAULTS);
