import { DatabaseError } from 'pg';
import { storeIsAway, storeIsBusy } from '../unavailable.ts';
import { ConstraintViolation, type ViolationKind } from '../violations.ts';

/** PostgreSQL's codes, see https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const VIOLATIONS: Readonly<Record<string, ViolationKind>> = {
  23502: 'not_null',
  23503: 'foreign_key',
  23505: 'unique',
  23514: 'check',
};

/** The transaction was in another one's way, and none of it was done. */
const CONFLICTS = new Set(['40001', '40P01']);

/** The server is there, but will not talk: it stops, it starts, it has no connection left. */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300']);

/** Waited too long for a lock, or ran too long. */
const BUSY = new Set(['55P03', '57014', '25P03']);

export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && CONFLICTS.has(error.code ?? '');
}

/** No waiting will help: the name, the password or the database is wrong. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '');
}

/** Converts a driver error to one that both stores share and that contains no row values. */
export function toSharedError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return isOurs(error) ? error : storeIsAway(error);
  const code = error.code ?? '';
  const kind = VIOLATIONS[code];
  if (kind === 'not_null') {
    return new ConstraintViolation(kind, `${error.table}.${error.column}`);
  }
  if (kind !== undefined) return new ConstraintViolation(kind, error.constraint ?? '');
  const withoutValues = forgetValues(error);
  if (BUSY.has(code)) return storeIsBusy(withoutValues);
  return AWAY.has(code) ? storeIsAway(withoutValues) : withoutValues;
}

/** Our own errors, and numbers out of range. Everything else comes from the connection. */
function isOurs(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}

/** These fields quote the row, or the statement with its values in it. */
function forgetValues(error: DatabaseError): DatabaseError {
  for (const field of ['detail', 'where', 'internalQuery'] as const) delete error[field];
  return error;
}
