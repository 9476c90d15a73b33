/** Why whoever was to hear of a run did not. Nothing of an address or a secret stands in it. */
export class DestinationError extends Error {
  /** Trying again changes nothing before somebody has changed the destination. */
  readonly isLasting: boolean;

  constructor(message: string, isLasting: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DestinationError';
    this.isLasting = isLasting;
  }
}
