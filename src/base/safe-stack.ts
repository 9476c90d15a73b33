/** Name and stack frames of an error without its message, which may contain tenant data. */
export function safeStack(error: unknown): string {
  if (!(error instanceof Error)) return 'something else than an error was thrown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}
