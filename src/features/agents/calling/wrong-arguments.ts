/** Arguments that do not fit; the place is named. */
export class WrongArguments extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'WrongArguments';
    this.path = path;
  }
}
