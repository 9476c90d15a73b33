/** The input can't be evaluated; the message says why and what to do. */
export class NotEvaluable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotEvaluable';
  }
}
