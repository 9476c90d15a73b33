import { LIMITS } from '../../../../test/support/limits.ts';
import { countersSuite } from '../counters.suite.ts';
import { openMemoryCounters } from './open-memory-counters.ts';

countersSuite('memory', async (_t, clock) =>
  openMemoryCounters({ clock, limits: LIMITS.counters }),
);
