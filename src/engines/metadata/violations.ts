import { AppError } from '../../base/errors.ts';

export type ViolationKind = 'unique' | 'check' | 'foreign_key' | 'not_null';

/**
 * A statement broke a rule of the schema. It carries names only: the values of the row stay out of it,
 * and so out of every log.
 */
export class ConstraintViolation extends Error {
  readonly kind: ViolationKind;
  /**
   * The constraint or unique index, named the same by both stores: `<table>_pkey` for a primary key,
   * `<table>_<columns>_key` for an unnamed `unique`, the raised text for a trigger. Empty when the store
   * does not tell, as SQLite does for foreign keys.
   */
  readonly constraint: string;

  constructor(kind: ViolationKind, constraint: string) {
    super(`the ${kind.replace('_', ' ')} constraint ${constraint || 'of a table'} was violated`);
    this.name = 'ConstraintViolation';
    this.kind = kind;
    this.constraint = constraint;
  }
}

/** Something with this key exists already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, 'unique', constraint);
}

/** Turns a violation of a unique constraint into a conflict; maps the constraint name to the message. */
export function orTaken(taken: Readonly<Record<string, string>>) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      for (const [constraint, message] of Object.entries(taken)) {
        if (isUniqueViolation(error, constraint)) throw new AppError('CONFLICT', message);
      }
      throw error;
    }
  };
}

/** Whether a check or trigger of a table rejected the statement. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, 'check', constraint);
}

/** The row points to one that is not there, or others still point to it. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isViolation(error, 'foreign_key', undefined);
}

function isViolation(error: unknown, kind: ViolationKind, constraint: string | undefined): boolean {
  if (!(error instanceof ConstraintViolation) || error.kind !== kind) return false;
  return constraint === undefined || error.constraint === constraint;
}
