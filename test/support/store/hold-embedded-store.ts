/** A program for tests that kill: opens the store in the folder it is given, says so, and waits. */
import { openStoreUnderTest } from '../open-test-store.ts';

const ENGINES = ['clickhouse', 'duckdb', 'segments'] as const;
const [folder = '', engine] = process.argv.slice(2);
try {
  const wanted = ENGINES.find((each) => each === engine);
  await using store = await openStoreUnderTest(folder, wanted);
  process.stdout.write(`${JSON.stringify({ enginePid: store.enginePid() })}\n`);
  // Until the test closes the input, or kills this process.
  for await (const chunk of process.stdin) void chunk;
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`);
}
