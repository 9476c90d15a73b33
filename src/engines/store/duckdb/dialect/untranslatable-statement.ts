/** A statement of a kind that our program does not write, or that DuckDB cannot execute. */
export class UntranslatableStatement extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UntranslatableStatement';
  }
}

/** It could be written, but the engine would take long to plan it, which cannot be stopped. */
export class StatementTooLarge extends Error {
  constructor(message = 'The statement is too large.') {
    super(message);
    this.name = 'StatementTooLarge';
  }
}
