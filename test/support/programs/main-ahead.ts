/**
 * The server by a clock that is ahead by as many milliseconds as TEST_AHEAD_MS says; a store in a process of its own goes
 * by the clock of the machine. Exports leave the last two minutes alone: so nobody has to wait for them.
 */
const aheadMs = Number(process.env['TEST_AHEAD_MS'] ?? 0);
const now = Date.now;
Date.now = () => now() + aheadMs;

await import('../../../src/main.ts');
