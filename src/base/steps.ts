/** Work in small steps that can yield to others after each step. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps without yielding, where nobody waits. */
export function runSteps<Result>(work: Steps<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Yields to others whenever this much time has passed. */
export async function runStepsInTurns<Result>(
  work: Steps<Result>,
  sliceMs: number,
): Promise<Result> {
  let startedAt = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() - startedAt < sliceMs) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}

/** As browsers know it, too. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
