/** The name and the places of an error, without its words: those may hold parts of what a tenant sent. */
export function safeStack(error: unknown): string {
  if (!(error instanceof Error)) return 'something else than an error was thrown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}
