import type { TestContext } from 'node:test';

/** How a diagnostic begins that the runner shows also when the test passes; it shows what follows. */
export const SHOWN = 'shown: ';

/** Prints a line at the end of the whole run, as a measurement that people should see although it is within its bar. */
export function showInReport(t: Pick<TestContext, 'diagnostic'>, line: string): void {
  t.diagnostic(SHOWN + line);
}
