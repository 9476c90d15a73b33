const FAILURES: ReadonlySet<string> = new Set(['user.login_failed', 'access.refused']);

/** Something was tried and refused. */
export function isFailure(action: string): boolean {
  return FAILURES.has(action);
}
