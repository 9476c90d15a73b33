/** Ways to look at what the product does, none of which asks how long it takes. */
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../src/base/errors.ts';

/** `done`, or the code of the refusal. */
export async function outcomeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** From here on time passes only when the test says so. */
export function stopTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  // Else whoever has imported a function of Node by its name would go on with the real one.
  syncBuiltinESMExports();
  t.after(async () => {
    // A timer of this test that is cleared later would take one of the next test with it.
    await settle();
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), ms);
    return controller.signal;
  });
}

/** Lets everything happen that waits for no time to pass. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

export async function passTime(t: TestContext, ms: number): Promise<void> {
  t.mock.timers.tick(ms);
  await settle();
}

/** Whether work that would never end by itself is given up within that time. */
export async function isGivenUpWithin(
  t: TestContext,
  ms: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  stopTime(t);
  let isOver = false;
  const end = (): void => void (isOver = true);
  void work().then(end, end);
  await settle();
  await passTime(t, ms);
  return isOver;
}

/** Never comes. */
export function silence(): Promise<never> {
  return new Promise(() => {});
}
