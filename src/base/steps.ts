/** Work in small steps, which says after each that others may have their turn. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All at once: where nobody waits. */
export function runSteps<Result>(work: Steps<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Lets others have their turn as soon as it has taken as long as this. */
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
