import type { TestContext } from 'node:test';

/** What tests' services want of a test, for a program that is none: what they open is closed with the stack. */
export function benchContext(opened: AsyncDisposableStack): TestContext {
  const context: Pick<TestContext, 'after' | 'name' | 'skip' | 'diagnostic'> = {
    name: 'bench',
    after: (close) => {
      if (close !== undefined) opened.defer(async () => void (await (close as () => unknown)()));
    },
    skip: (message) => {
      throw new Error(message ?? 'something is missing');
    },
    diagnostic: (message) => void process.stdout.write(`${message}\n`),
  };
  // They use no more of it than this.
  return context as TestContext;
}
