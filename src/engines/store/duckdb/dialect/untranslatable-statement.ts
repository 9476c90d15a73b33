/** A statement that is not of the kind our program writes, or asks for what DuckDB cannot do. */
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
