/** What went wrong in the engine, under the numbers that `engine-errors.ts` knows. */
import { StatementTooLarge, UntranslatableStatement } from '../dialect/translate.ts';
import { LIST_FOUND, LIST_TOO_LONG, VALUE_TOO_LARGE } from '../../sql.ts';

export const TIMEOUT = 159;
export const SCAN = 158;
/** A file is not what was written. */
export const DAMAGED = 40;
const MEMORY = 241;
export const NO_ROOM = 243;
const TOO_LARGE = 306;
export const CANCELLED = 394;
const STOPPED = 395;
export const TOO_MANY_ROWS = 396;
/** The engine is about to be started again. */
const AWAY = 210;
export const REFUSED = 62;

/** A failure whose number is known where it happens. */
export class NumberedFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'NumberedFault';
    this.code = code;
  }
}

export function codeOf(error: unknown): number {
  if (error instanceof NumberedFault) return error.code;
  if (error instanceof StatementTooLarge) return TOO_LARGE;
  if (error instanceof UntranslatableStatement) return REFUSED;
  const text = error instanceof Error ? error.message : '';
  if (isFatal(error)) return AWAY;
  if ([LIST_TOO_LONG, LIST_FOUND, VALUE_TOO_LARGE].some((words) => text.includes(words))) {
    return STOPPED;
  }
  if (NO_MEMORY.test(text)) return MEMORY;
  if (text.includes('INTERRUPT')) return CANCELLED;
  if (/Maximum recursion depth|expression depth/.test(text)) return TOO_LARGE;
  if (text.includes('No space left on device')) return NO_ROOM;
  return REFUSED;
}

/** Not every part of the engine names the kind of its error, but each one reports the amounts. */
const NO_MEMORY =
  /^Out of Memory|Out of Memory Error|(?:failed to (?:allocate|pin)|could not allocate) (?:data|block) of size/s;

/** The whole engine or one file, whose name is then part of the text. */
const INVALIDATED = /database (?:"[^"]*" )?has been invalidated/i;

/** After such a failure the engine refuses everything: only a restart helps. */
export function isFatal(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return text.startsWith('FATAL') || INVALIDATED.test(text);
}
