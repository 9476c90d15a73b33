/** A statement that is not of the kind our program writes, or asks for what DuckDB cannot do. */
export class UntranslatableStatement extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UntranslatableStatement';
  }
}
