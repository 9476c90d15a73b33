import { reasonOf, type Server } from '../server/call-server.ts';
import { NotEvaluable } from '../not-evaluable.ts';

/** Explains in plain words why the request failed. */
export function whyNoAnswer(error: unknown, server: Server): string {
  if (error instanceof NotEvaluable) return error.message;
  return `can't reach ${server.url}: ${reasonOf(error, server)}`;
}
