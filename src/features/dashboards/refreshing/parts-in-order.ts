/** Hands out what several tasks make, as soon as each is ready. */
export async function* asTheyCome<Part>(
  tasks: readonly Promise<readonly Part[]>[],
): AsyncGenerator<Part, void, void> {
  const waiting = new Map(
    tasks.map((task, at) => [at, task.then((parts) => ({ at, parts }))] as const),
  );
  // Whoever stops listening leaves some of them behind, and nobody hears when those fail.
  for (const task of waiting.values()) task.catch(() => {});
  while (waiting.size > 0) {
    const { at, parts } = await Promise.race(waiting.values());
    waiting.delete(at);
    yield* parts;
  }
}
