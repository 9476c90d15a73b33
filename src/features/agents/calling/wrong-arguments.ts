/** Invalid arguments; the message names the path. */
export class WrongArguments extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'WrongArguments';
    this.path = path;
  }
}
