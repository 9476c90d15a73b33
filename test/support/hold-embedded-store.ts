/** A program for tests that kill: opens the store in the folder it is given, says so, and waits. */
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openEmbeddedStore } from '../../src/engines/store/embedded/open-embedded-store.ts';
import { LIMITS } from '../../src/spec/limits.ts';

const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
try {
  await using store = await openEmbeddedStore(needs, process.argv[2] ?? '');
  process.stdout.write(`${JSON.stringify({ enginePid: store.enginePid() })}\n`);
  // Until the test closes the input, or kills this process.
  for await (const chunk of process.stdin) void chunk;
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`);
}
