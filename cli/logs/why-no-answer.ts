import { reasonOf, type Server } from '../server/call-server.ts';
import { NotEvaluable } from '../not-evaluable.ts';

/** In plain words, for whoever called. */
export function whyNoAnswer(error: unknown, server: Server): string {
  if (error instanceof NotEvaluable) return error.message;
  return `can't reach ${server.url}: ${reasonOf(error, server)}`;
}
