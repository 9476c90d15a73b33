/** Hands out what several tasks make, as soon as each is ready. */
export async function* asTheyCome<Part>(
  tasks: readonly Promise<readonly Part[]>[],
): AsyncGenerator<Part, void, void> {
  const ready: Part[] = [];
  let left = tasks.length;
  let failure: { readonly error: unknown } | undefined;
  let wake = Promise.withResolvers<void>();
  const done = (): void => {
    left -= 1;
    wake.resolve();
  };
  for (const task of tasks) {
    task.then(
      (parts) => {
        ready.push(...parts);
        done();
      },
      (error: unknown) => {
        failure ??= { error };
        done();
      },
    );
  }
  while (left > 0 || ready.length > 0) {
    if (failure !== undefined) throw failure.error;
    const part = ready.shift();
    if (part !== undefined) {
      yield part;
      continue;
    }
    await wake.promise;
    wake = Promise.withResolvers<void>();
  }
  if (failure !== undefined) throw failure.error;
}
