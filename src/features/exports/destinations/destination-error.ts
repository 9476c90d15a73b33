/** Reason why a notification about a run failed. Contains no part of an address or a secret. */
export class DestinationError extends Error {
  /** A retry cannot succeed until somebody changes the destination. */
  readonly isLasting: boolean;

  constructor(message: string, isLasting: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DestinationError';
    this.isLasting = isLasting;
  }
}
