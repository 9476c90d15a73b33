import type { TestContext } from 'node:test';

/** The time that deadlines are measured by stands still until the test ends, but for what it lets pass itself. */
export interface HeldTime {
  pass(ms: number): void;
}

export function holdTime(t: TestContext): HeldTime {
  const heldAt = Math.floor(performance.now());
  let passedMs = 0;
  t.mock.method(performance, 'now', () => heldAt + passedMs);
  return {
    pass(ms) {
      passedMs += ms;
    },
  };
}
