/** Something about an archive that no second try will mend; its message is for people. */
export class ArchiveProblem extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ArchiveProblem';
  }
}
